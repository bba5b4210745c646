package dev.threeledger.fault;

import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import java.util.Optional;

/**
 * A crash landed when: our kill is recorded and the kernel reported the process dead by SIGKILL;
 * the transaction is in the change stream (after) or is not (before); and no byte of the
 * acknowledgement or answer was forwarded.
 */
final class CrashProof {
  private CrashProof() {}

  static void add(StruckPoint struck, Proof proof) {
    String worker = struck.worker();
    Optional<Entry> killed =
        proof.demand(
            Event.WorkerKilled.class,
            struck.seq(),
            event -> event.fault().equals(struck.name()),
            "worker "
                + worker
                + " was killed by SIGKILL and no process of its group was left in /proc");
    if (killed.isEmpty()) {
      return;
    }
    long pid = ((Event.WorkerKilled) killed.get().event()).pid();
    proof.demand(
        Event.WorkerExited.class,
        struck.seq(),
        event -> event.pid() == pid && "KILL".equals(event.signal()),
        "the kernel reported that process " + pid + " was ended by SIGKILL");
    proof.demand(
        Event.BackendsGone.class,
        killed.get().seq(),
        event -> event.worker().equals(worker),
        "none of the worker's database backends was left");
    if (struck.connection() >= 0) {
      database(struck, proof);
    }
    if (struck.request() >= 0) {
      outside(struck, proof);
    }
  }

  private static void database(StruckPoint struck, Proof proof) {
    String where =
        "transaction %d of connection %d".formatted(struck.transaction(), struck.connection());
    if (struck.moment() instanceof Event.CommitAcknowledged acknowledged) {
      proof.demand(
          proof
              .find(Event.RowChanged.class, 0, row -> inTransaction(row, acknowledged.xid()))
              .map(row -> row.seq() < struck.seq())
              .orElse(false),
          "the changes of " + where + " stood in the change stream before the kill");
      proof.demandNone(
          Event.CommitForwarded.class,
          struck.seq(),
          event -> same(struck, event.worker(), event.connection(), event.transaction()),
          "no byte of the acknowledgement of " + where + " was forwarded");
    } else if (struck.fault().side() == Side.BEFORE) {
      proof.demandNone(
          Event.CommitAcknowledged.class,
          struck.seq(),
          event -> same(struck, event.worker(), event.connection(), event.transaction()),
          where + " was not committed");
      if (struck.xid() != null) {
        proof.demandNone(
            Event.RowChanged.class,
            0,
            row -> row.xid() == struck.xid(),
            "transaction id " + struck.xid() + " never appeared in the change stream");
      }
    }
  }

  private static boolean inTransaction(Event.RowChanged row, Long xid) {
    return xid != null && row.xid() == xid;
  }

  private static void outside(StruckPoint struck, Proof proof) {
    proof.demandNone(
        Event.AnswerSent.class,
        struck.seq(),
        event -> event.request() == struck.request(),
        "no byte of the answer to request " + struck.request() + " was forwarded");
  }

  static boolean same(StruckPoint struck, String worker, long connection, long transaction) {
    return struck.worker().equals(worker)
        && struck.connection() == connection
        && struck.transaction() == transaction;
  }
}
