package dev.threeledger.verdict;

import java.util.List;

/**
 * What one check says of a run.
 *
 * @param check name, kebab-case
 * @param findings violations; FAIL exactly when there is one
 * @param notes things worth telling that accuse nobody
 * @param reason why it is INCONCLUSIVE, else null
 */
public record CheckResult(
    String check, Verdict verdict, List<Finding> findings, List<String> notes, String reason) {
  public CheckResult {
    findings = List.copyOf(findings);
    notes = List.copyOf(notes);
    if ((verdict == Verdict.FAIL) != !findings.isEmpty()) {
      throw new IllegalArgumentException(check + ": FAIL and findings must go together");
    }
    if ((verdict == Verdict.INCONCLUSIVE) != (reason != null)) {
      throw new IllegalArgumentException(check + ": INCONCLUSIVE and a reason must go together");
    }
  }

  /** PASS without findings, FAIL with. */
  public static CheckResult of(String check, List<Finding> findings, List<String> notes) {
    Verdict verdict = findings.isEmpty() ? Verdict.PASS : Verdict.FAIL;
    return new CheckResult(check, verdict, findings, notes, null);
  }

  /** The check had nothing to judge or could not judge. */
  public static CheckResult inconclusive(String check, String reason) {
    return new CheckResult(check, Verdict.INCONCLUSIVE, List.of(), List.of(), reason);
  }
}
