package dev.threeledger.subject;

/**
 * A subject that does not start, does not become ready or cannot be prepared; the message is a
 * diagnosis for people.
 */
public final class SubjectException extends Exception {
  private static final long serialVersionUID = 1L;

  public SubjectException(String message) {
    super(message);
  }
}
