package dev.threeledger.experiment;

/** Whether the candidate may take the baseline's place. */
public enum Decision {
  /** Every threshold is met and every required record is there. */
  GO,
  /** Anything else. */
  STOP
}
