package dev.threeledger.fault;

import dev.threeledger.environment.RowLocks;
import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.ConnectionOpened;
import dev.threeledger.timeline.Event.DeadlockEnded;
import dev.threeledger.timeline.Event.HoldMissed;
import dev.threeledger.timeline.Event.LockAwaited;
import dev.threeledger.timeline.Event.RowLocked;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.util.Optional;

/**
 * {@code deadlock}: a lock conflict that only an error can resolve, and the worker is the one who
 * gets it.
 *
 * <pre>
 *   worker                 database                 a session of the harness
 *   changed row W  ──────► locked by the worker
 *   statement held         row H locked    ◄─────── SELECT … FOR UPDATE
 *                          row W awaited   ◄─────── SELECT … FOR UPDATE: waits behind the worker
 *   statement let through: needs row H ──► a cycle
 *   40P01          ◄────── the worker's transaction is ended
 *                          row W locked    ───────► got it: rolls back at once
 * </pre>
 *
 * <p>Data in flight: nothing is dropped. Healed when the session has let its locks go.
 */
final class DeadlockInjector extends Injector {
  private final FaultAction.Deadlock deadlock;
  private volatile RowLocks open;

  DeadlockInjector(Fault fault, FaultAction.Deadlock deadlock, Toolbox tools) {
    super(fault, tools);
    this.deadlock = deadlock;
  }

  @Override
  Passage strike(Moment moment, String key) throws InterruptedException {
    RowLocks locks = tools.reach.rowLocks(port(moment));
    open = locks;
    boolean waits = false;
    try {
      waits = waitsBehind(locks, moment.worker(), key);
    } finally {
      if (!waits) {
        locks.close();
        healed();
      }
    }
    if (waits) {
      tools.later(name(), () -> end(locks, moment.worker(), key));
    }
    return Passage.FORWARD;
  }

  private int port(Moment moment) {
    return tools.timeline.entries().stream()
        .map(Entry::event)
        .filter(ConnectionOpened.class::isInstance)
        .map(ConnectionOpened.class::cast)
        .filter(opened -> opened.worker().equals(moment.worker()))
        .filter(opened -> opened.connection() == moment.connection())
        .mapToInt(ConnectionOpened::port)
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("connection " + moment.connection() + " is unknown"));
  }

  private boolean waitsBehind(RowLocks locks, String worker, String key)
      throws InterruptedException {
    int rows = locks.lock(deadlock.holds(), key, deadlock.within());
    if (rows == 0) {
      missed(worker, "there is no row of %s for %s to be locked".formatted(deadlock.holds(), key));
      return false;
    }
    tools.timeline.append(new RowLocked(name(), worker, key, deadlock.holds(), rows, locks.pid()));
    locks.want(deadlock.wants(), key);
    Optional<String> wait = locks.awaitBehindWorker(deadlock.within());
    if (wait.isEmpty()) {
      missed(
          worker,
          "the worker's transaction holds no lock on the row of %s".formatted(deadlock.wants()));
      return false;
    }
    tools.timeline.append(new LockAwaited(name(), worker, key, deadlock.wants(), wait.get()));
    return true;
  }

  private void end(RowLocks locks, String worker, String key) throws InterruptedException {
    Optional<Boolean> got;
    try {
      got = locks.awaitWanted(deadlock.within());
    } finally {
      locks.close();
    }
    String victim = got.map(mine -> mine ? "worker" : "harness").orElse("nobody");
    tools.timeline.append(new DeadlockEnded(name(), worker, key, victim));
    healed();
  }

  private void missed(String worker, String why) {
    tools.timeline.append(new HoldMissed(name(), worker, why));
  }

  @Override
  void tearDown() {
    RowLocks locks = open;
    if (locks != null) {
      locks.close();
    }
  }
}
