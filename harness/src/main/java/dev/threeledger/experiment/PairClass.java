package dev.threeledger.experiment;

import java.util.Locale;

/** What became of the same cell on both sides. */
public enum PairClass {
  /** Both PASS. */
  SAME_PASS,
  /** Both FAIL. */
  SAME_FAIL,
  /** The baseline fails, the candidate passes. */
  FIXED,
  /** The baseline passes, the candidate fails. */
  BROKEN,
  /** One is INCONCLUSIVE or missing, or a fault landed on one side only. */
  NOT_COMPARABLE;

  /** As written in YAML and JSON, such as {@code same-pass}. */
  public String yamlName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
