package dev.threeledger.environment;

/**
 * What the user wrote is well-formed and does not fit the subject's database: a table that is not
 * there, SQL that does not run. The message is for the user: which file, what, and why.
 */
public final class UnfitException extends EnvironmentException {
  private static final long serialVersionUID = 1L;

  /** With a message for the user. */
  public UnfitException(String message) {
    super(message);
  }
}
