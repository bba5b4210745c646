package dev.threeledger.reference;

/**
 * Why a human must look, who that is, and what to do.
 *
 * @param reason what happened
 * @param owner a team, not a person
 * @param remedy the next thing to do
 */
record Review(String reason, String owner, String remedy) {
  private static final String OWNER = "billing-operations";

  /** The step will never work by itself. */
  static Review refused(JobKey key, String error) {
    return new Review(
        "cannot be done as it is: " + error,
        OWNER,
        "Correct the cause for " + key + ", then replay it.");
  }

  /** Something that was done still holds, and the way forward is closed. */
  static Review notUndone(String reason, String remedy) {
    return new Review(reason, "order-operations", remedy);
  }

  /** Attempts or time are used up. */
  static Review usedUp(String why, String remedy) {
    return new Review(why, OWNER, remedy);
  }

  /** The owner as it is written; {@link Defect#UNOWNED_REVIEW}: blank. */
  String ownerIn(Defect defect) {
    return defect == Defect.UNOWNED_REVIEW ? "" : owner;
  }

  /** The remedy as it is written; {@link Defect#UNOWNED_REVIEW}: blank. */
  String remedyIn(Defect defect) {
    return defect == Defect.UNOWNED_REVIEW ? "" : remedy;
  }
}
