package dev.threeledger.experiment;

import dev.threeledger.evidence.FileChange;
import dev.threeledger.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The same cell on both sides, and what may be said of it.
 *
 * @param baseline null: it is not there, or cannot be read
 * @param candidate likewise
 * @param pairClass the class
 * @param why of a pair that is not comparable; else empty
 */
record Pairing(
    String cell,
    int attempt,
    JudgedRun baseline,
    JudgedRun candidate,
    PairClass pairClass,
    String why) {

  /** A run that may be missing: when {@code run} is null, {@code missing} says why. */
  record Half(JudgedRun run, String missing) {}

  /**
   * Classes a pair.
   *
   * @param changed the one path in which they may differ
   */
  static Pairing of(String cell, int attempt, Half baseline, Half candidate, String changed) {
    List<String> reasons = new ArrayList<>();
    missing("baseline", baseline, reasons);
    missing("candidate", candidate, reasons);
    if (reasons.isEmpty()) {
      unfinished("baseline", baseline.run(), reasons);
      unfinished("candidate", candidate.run(), reasons);
      landings(baseline.run(), candidate.run(), reasons);
      inputs(baseline.run(), candidate.run(), changed, reasons);
    }
    PairClass pairClass =
        reasons.isEmpty()
            ? classOf(baseline.run().outcome(), candidate.run().outcome())
            : PairClass.NOT_COMPARABLE;
    return new Pairing(
        cell, attempt, baseline.run(), candidate.run(), pairClass, String.join("; ", reasons));
  }

  /** What two verdicts make of a pair of which nothing else stands in the way. */
  static PairClass classOf(Verdict baseline, Verdict candidate) {
    if (baseline == Verdict.INCONCLUSIVE || candidate == Verdict.INCONCLUSIVE) {
      return PairClass.NOT_COMPARABLE;
    }
    if (baseline == Verdict.PASS) {
      return candidate == Verdict.PASS ? PairClass.SAME_PASS : PairClass.BROKEN;
    }
    return candidate == Verdict.PASS ? PairClass.FIXED : PairClass.SAME_FAIL;
  }

  /** True when something may be concluded from it. */
  boolean comparable() {
    return pairClass != PairClass.NOT_COMPARABLE;
  }

  /** True when one side has a FAIL. */
  boolean failing() {
    return fails(baseline) || fails(candidate);
  }

  private static boolean fails(JudgedRun run) {
    return run != null && !run.interrupted() && run.outcome() == Verdict.FAIL;
  }

  /** As the result shows it. */
  ExperimentResult.Pair shown() {
    return new ExperimentResult.Pair(
        cell,
        attempt,
        baseline == null ? null : baseline.shown(),
        candidate == null ? null : candidate.shown(),
        pairClass,
        why);
  }

  private static void missing(String side, Half half, List<String> reasons) {
    if (half.run() == null) {
      reasons.add("the " + side + "'s run is missing: " + half.missing());
    } else if (!half.run().changed().isEmpty()) {
      reasons.add(
          "the "
              + side
              + "'s evidence is not what it was: "
              + half.run().changed().stream()
                  .map(FileChange::text)
                  .collect(Collectors.joining(", ")));
    }
  }

  /** A run that was ended from without may seem to have lost what it had no time to do. */
  private static void unfinished(String side, JudgedRun run, List<String> reasons) {
    if (run.interrupted()) {
      reasons.add("the " + side + "'s run was ended before its end");
    } else if (run.outcome() == Verdict.INCONCLUSIVE) {
      String why = run.shown().reasons().stream().findFirst().orElse("no reason was given");
      reasons.add("the " + side + " is INCONCLUSIVE: " + why);
    }
  }

  private static void landings(JudgedRun baseline, JudgedRun candidate, List<String> reasons) {
    Set<String> faults = new TreeSet<>(baseline.landed());
    faults.addAll(candidate.landed());
    for (String fault : faults) {
      if (!candidate.landed().contains(fault)) {
        reasons.add("fault " + fault + " landed in the baseline only");
      } else if (!baseline.landed().contains(fault)) {
        reasons.add("fault " + fault + " landed in the candidate only");
      }
    }
  }

  private static void inputs(
      JudgedRun baseline, JudgedRun candidate, String changed, List<String> reasons) {
    RecordedConfiguration.differences(baseline.recorded(), candidate.recorded(), changed).stream()
        .filter(difference -> !Configuration.covers(changed, difference.path()))
        .forEach(
            difference ->
                reasons.add(
                    "different inputs: %s is %s in the baseline, %s in the candidate"
                        .formatted(
                            difference.path(),
                            said(difference.baseline()),
                            said(difference.candidate()))));
  }

  private static String said(String value) {
    return value == null ? "absent" : value;
  }
}
