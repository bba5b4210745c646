package dev.threeledger.fault;

import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.timeline.Event.Probed;
import dev.threeledger.timeline.Event.WorkerPartitioned;
import dev.threeledger.timeline.Event.WorkerRejoined;
import dev.threeledger.timeline.Event.WorkerRejoining;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * {@code partition}: the worker's container is on no network for a time, then joined again at the
 * address that it had. The worker itself runs all the time.
 *
 * <p>Data in flight: the held message is let through once the cut is made. A statement or request
 * reaches its server, whose answer waits in the partition; an answer waits there itself. What TCP
 * repeats arrives after the worker is joined again, unless one side has given the connection up.
 * Healed by joining it.
 *
 * <pre>
 * message held ─► on no network ─► message let through ─► probe: silent ─► joined ─► probe: answered
 * </pre>
 */
final class PartitionInjector extends Injector {
  /** The probe must be over before the time is: what comes through after it is judged. */
  private static final Duration SILENT_WITHIN = Duration.ofSeconds(1);

  private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(10);
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(1);
  private static final long PROBE_PAUSE_MILLIS = 50;

  private final Duration lasts;
  private final CountDownLatch tornDown = new CountDownLatch(1);
  private String cut;

  PartitionInjector(Fault fault, FaultAction.Partition partition, Toolbox tools) {
    super(fault, tools);
    this.lasts = partition.lasts();
  }

  @Override
  Passage strike(Moment moment, String key) throws InterruptedException {
    String worker = moment.worker();
    String address = tools.reach.address(worker);
    synchronized (this) {
      cut = worker;
    }
    Map<String, String> networks = tools.reach.partition(worker);
    tools.timeline.append(new WorkerPartitioned(name(), worker, address, networks));
    long until = System.nanoTime() + lasts.toNanos();
    tools.later(name(), () -> joinLater(worker, until));
    return Passage.FORWARD;
  }

  private void joinLater(String worker, long until) throws InterruptedException {
    try {
      Duration half = lasts.dividedBy(2);
      probed(
          worker,
          tools.reach.probeWorker(
              worker, half.compareTo(SILENT_WITHIN) < 0 ? half : SILENT_WITHIN));
      tornDown.await(until - System.nanoTime(), TimeUnit.NANOSECONDS);
    } finally {
      rejoin();
    }
    probed(worker, firstAnswer(worker));
  }

  /**
   * The way to it may take a moment: asked until it answers, its process is gone, or time is up.
   */
  private String firstAnswer(String worker) throws InterruptedException {
    long deadline = System.nanoTime() + ANSWERS_WITHIN.toNanos();
    String seen = tools.reach.probeWorker(worker, ANSWER_WITHIN);
    while (!PartitionProof.answered(seen)
        && System.nanoTime() < deadline
        && !tools.reach.states(worker).isEmpty()
        && !tornDown.await(PROBE_PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
      seen = tools.reach.probeWorker(worker, ANSWER_WITHIN);
    }
    return seen;
  }

  private void probed(String worker, String seen) {
    tools.timeline.append(new Probed(name(), worker, "worker", seen));
  }

  private synchronized void rejoin() {
    if (cut != null) {
      String worker = cut;
      cut = null;
      // before the engine is asked, so that nothing the worker does because of it can precede it
      tools.timeline.append(new WorkerRejoining(name(), worker));
      Map<String, String> networks = tools.reach.rejoin(worker);
      tools.timeline.append(new WorkerRejoined(name(), worker, networks));
      healed();
    }
  }

  @Override
  void tearDown() {
    tornDown.countDown();
    rejoin();
  }
}
