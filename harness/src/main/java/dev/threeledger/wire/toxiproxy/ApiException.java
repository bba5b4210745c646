package dev.threeledger.wire.toxiproxy;

/** A request that is answered with an error: HTTP status and the text for {@code error}. */
final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;

  ApiException(int status, String message) {
    super(message);
    this.status = status;
  }

  int status() {
    return status;
  }

  static ApiException badBody(String detail) {
    return new ApiException(400, "bad request body: " + detail);
  }

  static ApiException missing(String field) {
    return new ApiException(400, "missing required field: " + field);
  }
}
