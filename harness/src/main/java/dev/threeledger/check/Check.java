package dev.threeledger.check;

import dev.threeledger.verdict.CheckResult;

/** One promise about a finished run. Pure. */
public interface Check {

  /** The promise in kebab-case, as in YAML and reports. */
  String name();

  /**
   * Judges the run. Nothing to judge is INCONCLUSIVE with the reason; an exception is turned into
   * that by the caller.
   */
  CheckResult judge(RunRecord run);
}
