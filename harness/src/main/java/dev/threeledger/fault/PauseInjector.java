package dev.threeledger.fault;

import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.scenario.Subject.Fencing;
import dev.threeledger.timeline.Event.CommitAcknowledged;
import dev.threeledger.timeline.Event.HoldMissed;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Event.WorkerPaused;
import dev.threeledger.timeline.Event.WorkerResumed;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * {@code pause}: SIGSTOP of the worker's process group, then the message is let through to the
 * stopped process, then SIGCONT.
 *
 * <p>Data in flight: nothing is lost; it waits in the stopped process's sockets. Healed by SIGCONT.
 */
final class PauseInjector extends Injector {
  private static final Duration STOP_WITHIN = Duration.ofSeconds(5);

  private final FaultAction.Pause pause;
  private final CountDownLatch tornDown = new CountDownLatch(1);
  private String paused;

  PauseInjector(Fault fault, FaultAction.Pause pause, Toolbox tools) {
    super(fault, tools);
    this.pause = pause;
  }

  @Override
  Passage strike(Moment moment, String key) throws InterruptedException {
    String worker = moment.worker();
    synchronized (this) {
      paused = worker;
    }
    long from = tools.timeline.lastSeq();
    Map<String, String> states = tools.reach.pause(worker, STOP_WITHIN);
    tools.timeline.append(new WorkerPaused(name(), worker, tools.reach.pid(worker), states));
    tools.later(name(), () -> resumeLater(worker, key, from));
    return Passage.FORWARD;
  }

  private void resumeLater(String worker, String key, long from) throws InterruptedException {
    if (!awaitEnd(worker, key, from)) {
      tools.timeline.append(
          new HoldMissed(
              name(), worker, "the pause's end (" + pause.until() + ") did not come in time"));
    }
    resume(worker);
  }

  private boolean awaitEnd(String worker, String key, long from) throws InterruptedException {
    return switch (pause.until()) {
      case TIME -> {
        tornDown.await(pause.lasts().toNanos(), TimeUnit.NANOSECONDS);
        yield true;
      }
      case TAKEN_OVER -> awaitChangeByAnother(worker, from, row -> takesOver(row, key));
      case ENDED -> awaitChangeByAnother(worker, from, row -> ends(row, key));
    };
  }

  /**
   * Waits until another worker's commit with such a change was acknowledged: the paused one's own
   * changes do not count.
   */
  private boolean awaitChangeByAnother(String worker, long from, Predicate<RowChanged> change)
      throws InterruptedException {
    Set<Long> transactions = new HashSet<>();
    return tools
        .timeline
        .await(
            from,
            entry -> {
              if (entry.event() instanceof RowChanged row && change.test(row)) {
                transactions.add(row.xid());
              }
              return entry.event() instanceof CommitAcknowledged commit
                  && !commit.worker().equals(worker)
                  && commit.xid() != null
                  && transactions.contains(commit.xid());
            },
            pause.within())
        .isPresent();
  }

  private boolean takesOver(RowChanged row, String key) {
    Fencing fencing = tools.subject.fencing();
    return isState(row, key)
        && row.before() != null
        && row.after().get(fencing.holder()) != null
        && (differs(row, fencing.token()) || differs(row, fencing.holder()));
  }

  private static boolean differs(RowChanged row, String column) {
    return !Objects.equals(row.before().get(column), row.after().get(column));
  }

  private boolean ends(RowChanged row, String key) {
    String state = tools.subject.fencing().state();
    return isState(row, key)
        && tools.subject.role(row.after().get(state)).map(role -> role.ended()).orElse(false);
  }

  private boolean isState(RowChanged row, String key) {
    return row.table().equals(tools.subject.fencing().table())
        && Objects.equals(row.key(), key)
        && row.after() != null;
  }

  private synchronized void resume(String worker) {
    if (paused != null) {
      paused = null;
      // before the signal, so that nothing the worker does because of it can stand before it
      tools.timeline.append(new WorkerResumed(name(), worker, tools.reach.pid(worker)));
      tools.reach.resume(worker);
      healed();
    }
  }

  @Override
  void tearDown() {
    tornDown.countDown();
    String worker;
    synchronized (this) {
      worker = paused;
    }
    if (worker != null) {
      resume(worker);
    }
  }
}
