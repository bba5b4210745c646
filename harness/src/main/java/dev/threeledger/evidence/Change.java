package dev.threeledger.evidence;

/**
 * Something that a run stood on and that is not as it was then.
 *
 * @param name such as {@code digest of the data scenarios/data/x.sql} or {@code version of java}
 * @param then as the run recorded it
 * @param now as it is found now
 */
public record Change(String name, String then, String now) {

  /** {@code version of java: 17.0.9 → 17.0.10}. */
  public String text() {
    return name + ": " + then + " → " + now;
  }
}
