package dev.threeledger.experiment;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a run in an experiment is there for; names the folder that its evidence stands under. */
public enum SideName {
  /** The baseline, once. */
  BASELINE_FIRST,
  /** The baseline again: it must give the same verdicts. */
  BASELINE_AGAIN,
  /** The baseline's half of a pair. */
  BASELINE,
  /** The candidate's half of a pair. */
  CANDIDATE,
  /** The candidate with the rollback applied. */
  ROLLED_BACK,
  /** The candidate, stopped before its first effect. */
  STOP_DRILL;

  /** The folder below the batch's, such as {@code baseline-first}. */
  public String folder() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The side with this folder, empty: none. */
  public static Optional<SideName> of(String folder) {
    return Stream.of(values()).filter(side -> side.folder().equals(folder)).findFirst();
  }
}
