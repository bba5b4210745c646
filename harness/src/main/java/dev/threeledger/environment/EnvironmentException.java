package dev.threeledger.environment;

/**
 * The machine, the database or the description of it does not allow the run. The message is for the
 * user: what, where, what to do.
 */
public class EnvironmentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With a message for the user. */
  public EnvironmentException(String message) {
    super(message);
  }

  /** With a message for the user and what led to it. */
  public EnvironmentException(String message, Throwable cause) {
    super(message, cause);
  }
}
