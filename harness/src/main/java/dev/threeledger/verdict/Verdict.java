package dev.threeledger.verdict;

import java.util.Collection;

/** The three outcomes, from best to worst. */
public enum Verdict {
  /** Judged, and no violation was found. */
  PASS,
  /**
   * Could not be judged: a fault did not land, a ledger was not read, a limit ended the run, a
   * check broke.
   */
  INCONCLUSIVE,
  /** A promise was broken. */
  FAIL;

  /** FAIL beats INCONCLUSIVE beats PASS. */
  public Verdict and(Verdict other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /** The worst of all; INCONCLUSIVE when there is none, since nothing was judged. */
  public static Verdict worst(Collection<Verdict> verdicts) {
    return verdicts.stream().reduce(Verdict::and).orElse(INCONCLUSIVE);
  }
}
