package dev.threeledger.reference;

/** What came of a step's request; a step that was only begun has none. */
enum StepResult {
  /** It happened. */
  DONE,
  /** It was sent, and no certain answer came: it may have happened. */
  UNKNOWN,
  /** It did not leave, or was turned away unread. */
  NOT_SENT,
  /** The partner read it and refused for good. */
  REFUSED
}
