package dev.threeledger.fault;

import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.scenario.Subject.Fencing;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.HoldMissed;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Event.WorkerPaused;
import dev.threeledger.timeline.Event.WorkerResumed;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

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
    if (!awaitEnd(key, from)) {
      tools.timeline.append(
          new HoldMissed(
              name(), worker, "the pause's end (" + pause.until() + ") did not come in time"));
    }
    resume(worker);
  }

  private boolean awaitEnd(String key, long from) throws InterruptedException {
    return switch (pause.until()) {
      case TIME -> {
        tornDown.await(pause.lasts().toNanos(), TimeUnit.NANOSECONDS);
        yield true;
      }
      case TAKEN_OVER ->
          tools.timeline.await(from, entry -> takesOver(entry, key), pause.within()).isPresent();
      case ENDED ->
          tools.timeline.await(from, entry -> ends(entry, key), pause.within()).isPresent();
    };
  }

  private boolean takesOver(Entry entry, String key) {
    Fencing fencing = tools.subject.fencing();
    return entry.event() instanceof RowChanged row
        && row.table().equals(fencing.table())
        && Objects.equals(row.key(), key)
        && row.after() != null
        && (row.before() == null
            || !Objects.equals(row.before().get(fencing.token()), row.after().get(fencing.token()))
            || !Objects.equals(
                row.before().get(fencing.holder()), row.after().get(fencing.holder())));
  }

  private boolean ends(Entry entry, String key) {
    Fencing fencing = tools.subject.fencing();
    return entry.event() instanceof RowChanged row
        && row.table().equals(fencing.table())
        && Objects.equals(row.key(), key)
        && row.after() != null
        && tools
            .subject
            .role(row.after().get(fencing.state()))
            .map(role -> role.ended())
            .orElse(false);
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
