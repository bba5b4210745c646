package dev.threeledger.container;

/** There is no Docker engine, or it does not do what it is asked. The message is for the user. */
public class EngineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With a message for the user. */
  public EngineException(String message) {
    super(message);
  }

  /** With a message for the user and what led to it. */
  public EngineException(String message, Throwable cause) {
    super(message, cause);
  }
}
