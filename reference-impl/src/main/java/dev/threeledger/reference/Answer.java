package dev.threeledger.reference;

import java.time.Duration;

/**
 * What a request to the partner came to.
 *
 * @param chargeId the partner's id when DONE, else null
 * @param detail status or kind of error; no body, no names
 * @param notBefore the partner asks for that much time before the next request; null: it does not
 * @param heldBack nothing left this process: the circuit breaker is open
 */
record Answer(Kind kind, String chargeId, String detail, Duration notBefore, boolean heldBack) {

  Answer(Kind kind, String chargeId, String detail) {
    this(kind, chargeId, detail, null, false);
  }

  /** The error classes that decide what is done next. */
  enum Kind {
    /** Happened, or found. */
    DONE,
    /** Asked by key: the partner does not know it. */
    NOT_FOUND,
    /** Surely not carried out; later it may be. */
    NOT_SENT,
    /** May have been carried out: ask before anything else. */
    UNKNOWN,
    /** Refused for good: one attempt is enough. */
    REFUSED
  }

  /** Nothing was sent, and nothing will be for that long. */
  static Answer heldBack(Duration notBefore) {
    return new Answer(Kind.NOT_SENT, null, "circuit breaker open", notBefore, true);
  }

  /** The same, with what 429 or 503 says of the next request; null: nothing. */
  Answer notBefore(Duration wait) {
    return new Answer(kind, chargeId, detail, wait, heldBack);
  }

  /** Tells a failure that follows from this answer when to try again, and whether this counts. */
  StepFailure onto(StepFailure failure) {
    failure.notBefore(notBefore);
    return heldBack ? failure.withoutAttempt() : failure;
  }

  /** Class of an answer to something that has an effect. {@code chargeId} null: none was named. */
  static Answer ofCharge(int status, String chargeId) {
    String detail = "status " + status;
    if (status == 200 || status == 201) {
      return chargeId == null
          ? new Answer(Kind.UNKNOWN, null, detail + " without an id")
          : new Answer(Kind.DONE, chargeId, detail);
    }
    return switch (status) {
      case 425, 429 -> new Answer(Kind.NOT_SENT, null, detail);
      case 408 -> new Answer(Kind.UNKNOWN, null, detail);
      default -> new Answer(refusal(status) ? Kind.REFUSED : Kind.UNKNOWN, null, detail);
    };
  }

  /** Class of an answer to the question by key. */
  static Answer ofFind(int status, String chargeId) {
    return status == 404
        ? new Answer(Kind.NOT_FOUND, null, "status 404")
        : ofCharge(status, chargeId);
  }

  @Override
  public String toString() {
    return kind + " (" + detail + ")" + (chargeId == null ? "" : ", charge " + chargeId);
  }

  private static boolean refusal(int status) {
    return status >= 300 && status < 500;
  }
}
