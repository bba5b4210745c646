package dev.threeledger.invariant;

/** A query gave no rows: it is no query, is wrong, asks for what it may not, or takes too long. */
public final class QueryFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  QueryFailedException(String message) {
    super(message);
  }

  QueryFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
