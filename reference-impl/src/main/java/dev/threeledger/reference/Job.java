package dev.threeledger.reference;

import java.sql.SQLException;

/**
 * Work on one claimed key. A job goes from one durable state to the next; begun again, under a
 * higher token, it looks at what is done and does only the rest.
 */
interface Job {

  /** As in {@code POST /jobs/<name>}. */
  String name();

  /**
   * Works until the run is recorded as SUCCEEDED.
   *
   * @param untouched nothing was ever begun under this key, so there is nothing to look for
   * @throws LostClaim somebody else holds the key
   * @throws StepFailure a step failed; the caller records what follows
   * @throws SQLException nothing is known about the last change: call again if the key is still
   *     held
   */
  void work(Claim claim, boolean untouched) throws SQLException, StepFailure;

  /** The idempotency key to name in a review. */
  String requestKey(JobKey key);
}
