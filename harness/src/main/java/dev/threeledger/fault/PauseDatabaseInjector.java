package dev.threeledger.fault;

import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.timeline.Event.DatabasePaused;
import dev.threeledger.timeline.Event.DatabaseResumed;
import dev.threeledger.timeline.Event.Probed;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * {@code pause-database}: every process of the lane's PostgreSQL server stands still for a time,
 * then goes on as if nothing had been.
 *
 * <p>Data in flight: nothing is lost. The held message is let through to the stopped server and
 * waits in its socket, and so does all that follows; what the server had answered before still
 * arrives. Once it goes on it carries out what came, also for a worker that has given up meanwhile.
 * Healed by SIGCONT.
 *
 * <pre>
 * message held ─► all in state T ─► message let through ─► probe: silent ─► SIGCONT ─► probe: answered
 * </pre>
 */
final class PauseDatabaseInjector extends Injector {
  private static final Duration STOP_WITHIN = Duration.ofSeconds(5);
  private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(10);

  private final Duration lasts;
  private final CountDownLatch tornDown = new CountDownLatch(1);
  private boolean paused;

  PauseDatabaseInjector(Fault fault, FaultAction.PauseDatabase pause, Toolbox tools) {
    super(fault, tools);
    this.lasts = pause.lasts();
  }

  @Override
  Passage strike(Moment moment, String key) throws InterruptedException {
    tools.timeline.append(new DatabasePaused(name(), tools.reach.pauseDatabase(STOP_WITHIN)));
    synchronized (this) {
      paused = true;
    }
    long until = System.nanoTime() + lasts.toNanos();
    tools.later(name(), () -> goOn(moment.worker(), until));
    return Passage.FORWARD;
  }

  private void goOn(String worker, long until) throws InterruptedException {
    Reach.ProxyPath path = tools.reach.path(worker, "database");
    try {
      probe(path, worker, lasts);
      tornDown.await(until - System.nanoTime(), TimeUnit.NANOSECONDS);
    } finally {
      resume();
    }
    probe(path, worker, ANSWERS_WITHIN);
  }

  private void probe(Reach.ProxyPath path, String worker, Duration within) {
    String seen = path.probeServer(within);
    tools.timeline.append(new Probed(name(), worker, "database", seen));
  }

  private synchronized void resume() {
    if (paused) {
      paused = false;
      // before the signal, so that nothing the server does because of it can stand before it
      tools.timeline.append(new DatabaseResumed(name()));
      tools.reach.resumeDatabase();
      healed();
    }
  }

  @Override
  void tearDown() {
    tornDown.countDown();
    resume();
  }
}
