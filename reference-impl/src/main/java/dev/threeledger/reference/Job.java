package dev.threeledger.reference;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Work on one claimed key. A job goes from one durable state to the next; begun again, under a
 * higher token, it looks at what is done and does only the rest.
 */
interface Job {

  /** As in {@code POST /jobs/<name>}. */
  String name();

  /** The key that a trigger's members name; empty when they name none. */
  Optional<JobKey> key(Map<String, String> members);

  /** What a trigger sends, for whoever sent something else. */
  String example();

  /** Names of the members that make the key. */
  default Set<String> keyParts() {
    return Json.read(example()).keySet();
  }

  /**
   * What a key belongs to.
   *
   * @param sql a query of the one column tenant_id; no row: there is nothing to do for this key
   * @param values its parameters, in order
   */
  record Origin(String sql, List<Object> values) {}

  /** Read in the statement that starts a key. */
  Origin origin(JobKey key);

  /** Keys that are due and that nobody has started, oldest first. */
  List<JobKey> notStarted(Connection c, int most) throws SQLException;

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

  /** Whether what was done is undone when the way forward is closed; else a human decides. */
  default boolean undoes() {
    return false;
  }

  /**
   * Undoes what may have been done, until the run is recorded as COMPENSATED or MANUAL_REVIEW, or
   * waits for another attempt.
   *
   * @param claim in COMPENSATING
   * @return when to go on; empty: it is over
   * @throws LostClaim as in {@link #work}
   * @throws SQLException as in {@link #work}
   */
  default Optional<Duration> undo(Claim claim) throws SQLException {
    throw new IllegalStateException(name() + " undoes nothing");
  }

  /** What a human has to know of a key whose attempts or time are used up. */
  Review usedUp(JobKey key, String why);

  /** {@link Defect#DISPATCH_BEFORE_PERSIST}: the effect, before anything is recorded. */
  default void dispatchUnrecorded(JobKey key) throws SQLException {}

  /** {@link Defect#PERSIST_BEFORE_DISPATCH}: what was due counts as done. Any value. */
  default Void settle(Connection c) throws SQLException {
    return null;
  }
}
