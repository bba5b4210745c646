package dev.threeledger.reference;

import java.time.Duration;

/** A step did not come to its end; says whether trying again makes sense. */
final class StepFailure extends Exception {
  private static final long serialVersionUID = 1;

  /** Whether trying again makes sense. */
  enum Kind {
    /** It may work later. */
    RETRY,
    /** It will never work by itself. */
    PERMANENT
  }

  private final Kind kind;
  private final String step;
  private final StepResult result;
  private Duration notBefore;
  private boolean usesAttempt = true;

  /** {@code message} holds no names and no bodies: it goes into records and logs. */
  StepFailure(Kind kind, String step, StepResult result, String message) {
    super(message, null, false, false);
    this.kind = kind;
    this.step = step;
    this.result = result;
  }

  /** The partner asks for that much time; null: it does not say. */
  StepFailure notBefore(Duration wait) {
    notBefore = wait;
    return this;
  }

  /** Nothing was sent, and not for the key's sake: this is no attempt. */
  StepFailure withoutAttempt() {
    usesAttempt = false;
    return this;
  }

  /** Null: the partner did not say. */
  Duration notBefore() {
    return notBefore;
  }

  boolean usesAttempt() {
    return usesAttempt;
  }

  Kind kind() {
    return kind;
  }

  String step() {
    return step;
  }

  StepResult result() {
    return result;
  }
}
