package dev.threeledger.verdict;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The judgement of one run.
 *
 * @param verdict the worst of the checks, or INCONCLUSIVE for one of the reasons
 * @param expected what the scenario says that the verdict must be; PASS unless it is a canary
 * @param reasons why nothing better than INCONCLUSIVE is possible: a fault that did not land, an
 *     unread ledger, a limit
 * @param checks results in the fixed order of the checks
 * @param landings one per planned fault
 */
public record CellVerdict(
    Verdict verdict,
    Verdict expected,
    List<String> reasons,
    List<CheckResult> checks,
    List<Landing> landings) {
  public CellVerdict {
    reasons = List.copyOf(reasons);
    checks = List.copyOf(checks);
    landings = List.copyOf(landings);
  }

  /** True when the verdict is the one that the scenario states. */
  public boolean asExpected() {
    return verdict == expected;
  }

  /**
   * The finding that is earliest on the timeline: the cause is nearer to it than to the last error.
   */
  public Optional<Finding> firstDeviation() {
    return checks.stream()
        .flatMap(check -> check.findings().stream())
        .min(Comparator.comparingLong(Finding::at));
  }
}
