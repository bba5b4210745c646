package dev.threeledger.experiment;

/**
 * An experiment that may not be run, or whose evidence may not be judged: what it was read from is
 * well-formed, and does not hold together. The message is for people: what, where and what to do.
 */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1;

  /** A refusal for this reason. */
  public RefusedException(String message) {
    super(message);
  }
}
