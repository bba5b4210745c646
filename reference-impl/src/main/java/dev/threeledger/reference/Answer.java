package dev.threeledger.reference;

import java.time.Duration;
import java.util.Map;

/**
 * What a request to the partner came to.
 *
 * @param externalId the partner's name for the effect when DONE, else null; null too for an undo
 *     that found nothing to undo
 * @param detail status or kind of error; no body, no names
 * @param notBefore the partner asks for that much time before the next request; null: it does not
 * @param heldBack nothing left this process: the circuit breaker is open
 */
record Answer(Kind kind, String externalId, String detail, Duration notBefore, boolean heldBack) {

  private static final String NOTHING_TO_UNDO = "nothing-to-undo";

  Answer(Kind kind, String externalId, String detail) {
    this(kind, externalId, detail, null, false);
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
    return new Answer(kind, externalId, detail, wait, heldBack);
  }

  /** Tells a failure that follows from this answer when to try again, and whether this counts. */
  StepFailure onto(StepFailure failure) {
    failure.notBefore(notBefore);
    return heldBack ? failure.withoutAttempt() : failure;
  }

  /**
   * Class of an answer to something that has an effect.
   *
   * @param body scalar members; {@code id} is the partner's name for the effect
   */
  static Answer ofStep(int status, Map<String, String> body) {
    String id = body.get("id");
    String detail = "status " + status;
    if (status == 200 || status == 201) {
      return id == null
          ? new Answer(Kind.UNKNOWN, null, detail + " without an id")
          : new Answer(Kind.DONE, id, detail);
    }
    return switch (status) {
      case 425, 429 -> new Answer(Kind.NOT_SENT, null, detail);
      case 408 -> new Answer(Kind.UNKNOWN, null, detail);
      case 409 -> new Answer(Kind.REFUSED, null, detail + said(body, "error", "cancelled"));
      default -> new Answer(refusal(status) ? Kind.REFUSED : Kind.UNKNOWN, null, detail);
    };
  }

  /** Class of an answer to the question by key. */
  static Answer ofFind(int status, Map<String, String> body) {
    return status == 404 ? new Answer(Kind.NOT_FOUND, null, "status 404") : ofStep(status, body);
  }

  /** Class of an answer to an undo: that there is nothing to undo, or no more, is a good end. */
  static Answer ofUndo(int status, Map<String, String> body) {
    boolean nothing = status == 200 && NOTHING_TO_UNDO.equals(body.get("status"));
    boolean before = status == 409 && "already-undone".equals(body.get("error"));
    return nothing || before
        ? new Answer(Kind.DONE, null, nothing ? NOTHING_TO_UNDO : "undone before")
        : ofStep(status, body);
  }

  /** True when an undo met nothing that could be undone. */
  boolean nothingToUndo() {
    return kind == Kind.DONE && detail.equals(NOTHING_TO_UNDO);
  }

  /** The one word that may be repeated; a partner's text may hold anything. */
  private static String said(Map<String, String> body, String member, String word) {
    return word.equals(body.get(member)) ? ", " + word : "";
  }

  @Override
  public String toString() {
    return kind + " (" + detail + ")" + (externalId == null ? "" : ", id " + externalId);
  }

  private static boolean refusal(int status) {
    return status >= 300 && status < 500;
  }
}
