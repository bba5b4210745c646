package dev.threeledger.fault;

import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.FaultAction.Crash;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A crash landed when: our kill is recorded and the kernel reported the process dead by SIGKILL;
 * the transaction is in the change stream (after) or is not (before); and no byte of the
 * acknowledgement or answer was forwarded. Of all workers: when that holds for every one that
 * lived, and nobody ran until the new processes were due.
 */
final class CrashProof {
  private CrashProof() {}

  static void add(StruckPoint struck, Crash crash, Proof proof) {
    if (!killed(struck, struck.worker(), proof)) {
      return;
    }
    if (struck.connection() >= 0) {
      database(struck, proof);
    }
    if (struck.request() >= 0) {
      outside(struck, proof);
    }
    if (crash.all()) {
      others(struck, proof).forEach(worker -> killed(struck, worker, proof));
    }
    if (crash.all() || !crash.down().isZero()) {
      nobodyRan(struck, crash, proof);
    }
  }

  /** Those beside the one at the point that lived when the first was killed. */
  private static List<String> others(StruckPoint struck, Proof proof) {
    long first = kills(struck, proof).get(0).seq();
    Map<Long, String> alive = new TreeMap<>();
    for (Entry entry : proof.all(Event.Process.class, event -> true)) {
      if (entry.seq() < first && entry.event() instanceof Event.WorkerStarted started) {
        alive.put(started.pid(), started.worker());
      } else if (entry.seq() < first && entry.event() instanceof Event.WorkerExited exited) {
        alive.remove(exited.pid());
      }
    }
    return alive.values().stream().filter(w -> !w.equals(struck.worker())).distinct().toList();
  }

  private static List<Entry> kills(StruckPoint struck, Proof proof) {
    return proof.all(Event.WorkerKilled.class, event -> event.fault().equals(struck.name()));
  }

  /** From the last kill on, until the new processes were due, or at all. */
  private static void nobodyRan(StruckPoint struck, Crash crash, Proof proof) {
    List<Entry> kills = kills(struck, proof);
    Entry last = kills.get(kills.size() - 1);
    if (!crash.restart()) {
      proof.demandNone(
          Event.WorkerStarted.class, struck.seq(), event -> true, "nobody was started after that");
      return;
    }
    List<String> killed = kills.stream().map(entry -> entry.event().worker()).distinct().toList();
    Predicate<Event.WorkerStarted> counts =
        event -> crash.all() || event.worker().equals(struck.worker());
    Optional<Entry> first = proof.find(Event.WorkerStarted.class, struck.seq(), counts);
    long millis =
        first.map(entry -> (entry.atNanos() - last.atNanos()) / 1_000_000).orElse(Long.MAX_VALUE);
    proof.demand(
        first.map(entry -> entry.seq() > last.seq()).orElse(true)
            && millis >= crash.down().toMillis(),
        "none of them ran for %d ms after the last was killed".formatted(crash.down().toMillis()));
    for (String worker : killed) {
      proof.demand(
          Event.WorkerStarted.class,
          last.seq(),
          event -> event.worker().equals(worker),
          "worker " + worker + " was started again");
    }
  }

  private static boolean killed(StruckPoint struck, String worker, Proof proof) {
    Optional<Entry> killed =
        proof.demand(
            Event.WorkerKilled.class,
            struck.seq(),
            event -> event.fault().equals(struck.name()) && event.worker().equals(worker),
            "worker "
                + worker
                + " was killed by SIGKILL and no process of its group was left in /proc");
    if (killed.isEmpty()) {
      return false;
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
    return true;
  }

  /** What must hold of a database's message that was held and then dropped with its connection. */
  static void database(StruckPoint struck, Proof proof) {
    String where =
        "transaction %d of connection %d".formatted(struck.transaction(), struck.connection());
    if (struck.moment() instanceof Event.CommitAcknowledged acknowledged) {
      proof.demand(
          proof
              .find(Event.RowChanged.class, 0, row -> inTransaction(row, acknowledged.xid()))
              .map(row -> row.seq() < struck.seq())
              .orElse(false),
          "the changes of " + where + " stood in the change stream before it struck");
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
