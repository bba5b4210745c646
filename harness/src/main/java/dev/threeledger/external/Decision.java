package dev.threeledger.external;

import dev.threeledger.wire.Passage;
import java.util.Map;

/**
 * What the partner makes of a request.
 *
 * @param effect the effect applied, repeated or found; null for none
 * @param undone id of the effect that undid it, or null
 * @param answer instead of the mapping's own answer, or null
 */
record Decision(Outcome outcome, Effect effect, String undone, Passage.Answer answer) {

  /** What was decided. */
  enum Outcome {
    /** A new effect. */
    APPLIED,
    /** The key and body are known: answered with the same effect. */
    REPEATED,
    /** Not done; the answer says why. */
    REFUSED,
    /** Nothing is known that could be undone; what comes later under that key is refused. */
    NOTHING_TO_UNDO,
    /** The effect asked for is there. */
    FOUND,
    /** It is not. */
    NOT_FOUND,
    /** Nothing to decide: a question that asks for no effect. */
    QUESTION,
    /** Nothing is decided any more, and nothing is answered: the run stops. */
    WITHHELD,
    /** A gate put an answer in the partner's place. */
    REPLACED
  }

  static Decision of(Outcome outcome, Effect effect) {
    return new Decision(outcome, effect, effect == null ? null : effect.undoneBy(), null);
  }

  static Decision nothingToUndo() {
    return said(Outcome.NOTHING_TO_UNDO, 200, "{\"status\":\"nothing-to-undo\"}");
  }

  static Decision error(Outcome outcome, int status, String error) {
    return said(outcome, status, "{\"error\":\"" + error + "\"}");
  }

  private static Decision said(Outcome outcome, int status, String body) {
    Map<String, String> headers = Map.of("Content-Type", "application/json");
    return new Decision(outcome, null, null, new Passage.Answer(status, headers, body));
  }

  static Decision replaced(Passage.Answer answer) {
    return new Decision(Outcome.REPLACED, null, null, answer);
  }

  /** The same, with an answer in place of the mapping's. */
  Decision answered(Passage.Answer instead) {
    return new Decision(outcome, effect, undone, instead);
  }
}
