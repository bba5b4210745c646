package dev.threeledger.reference;

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

  /** {@code message} holds no names and no bodies: it goes into records and logs. */
  StepFailure(Kind kind, String step, StepResult result, String message) {
    super(message, null, false, false);
    this.kind = kind;
    this.step = step;
    this.result = result;
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
