package dev.threeledger.fault;

import dev.threeledger.scenario.FaultAction.Deadlock;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import java.util.Optional;

/**
 * A deadlock landed when the harness held one row and was seen to wait for the other behind the
 * worker, and the database then ended the worker's transaction with 40P01.
 */
final class DeadlockProof {
  private static final String DEADLOCK_DETECTED = "40P01";

  private DeadlockProof() {}

  static void add(StruckPoint struck, Deadlock deadlock, Proof proof) {
    proof.demand(
        Event.RowLocked.class,
        struck.seq(),
        event ->
            event.fault().equals(struck.name())
                && event.table().equals(deadlock.holds())
                && event.rows() > 0,
        "the harness held the row of " + deadlock.holds());
    Optional<Entry> awaited =
        proof.demand(
            Event.LockAwaited.class,
            struck.seq(),
            event -> event.fault().equals(struck.name()) && event.table().equals(deadlock.wants()),
            "the harness waited for the row of %s behind worker %s"
                .formatted(deadlock.wants(), struck.worker()));
    awaited.ifPresent(entry -> victim(struck, entry.seq(), proof));
  }

  private static void victim(StruckPoint struck, long after, Proof proof) {
    proof.demand(
        Event.StatementAnswered.class,
        after,
        event ->
            DEADLOCK_DETECTED.equals(event.sqlState())
                && CrashProof.same(struck, event.worker(), event.connection(), event.transaction()),
        "the database answered worker %s in that transaction with %s, deadlock detected"
            .formatted(struck.worker(), DEADLOCK_DETECTED));
    proof.demand(
        Event.DeadlockEnded.class,
        after,
        event -> event.fault().equals(struck.name()) && "worker".equals(event.victim()),
        "the worker was the victim, and the harness let its locks go");
  }
}
