package dev.threeledger.replay;

/** What was asked for cannot be done with this evidence; nothing was run. For people. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With a message for the user. */
  public RefusedException(String message) {
    super(message);
  }
}
