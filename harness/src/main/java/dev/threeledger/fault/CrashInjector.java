package dev.threeledger.fault;

import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.timeline.Event.BackendsGone;
import dev.threeledger.timeline.Event.Held;
import dev.threeledger.timeline.Event.WorkerKilled;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * {@code crash}: SIGKILL of the worker's process group.
 *
 * <p>Zero hold: at once. Data in flight: the held message and everything in the worker's
 * connections is discarded. Healed when the process is gone, its backends are gone and, with {@code
 * restart}, the new process is ready.
 *
 * <pre>
 * message held ─► SIGKILL ─► no process in /proc ─► taps cut ─► no backend left ─► barrier ─► message discarded
 * </pre>
 */
final class CrashInjector extends Injector {
  private final FaultAction.Crash crash;
  private final CountDownLatch tornDown = new CountDownLatch(1);

  CrashInjector(Fault fault, FaultAction.Crash crash, Toolbox tools) {
    super(fault, tools);
    this.crash = crash;
  }

  @Override
  Passage strike(Moment moment, String key) throws InterruptedException {
    String worker = moment.worker();
    if (!crash.hold().isZero()) {
      tools.timeline.append(new Held(name(), worker, key));
      tornDown.await(crash.hold().toNanos(), TimeUnit.NANOSECONDS);
    }
    long pid = tools.reach.kill(worker);
    tools.timeline.append(new WorkerKilled(name(), worker, pid));
    int backends = tools.reach.cutOff(worker);
    tools.timeline.append(new BackendsGone(worker, backends));
    if (crash.restart()) {
      tools.later(
          name(),
          () -> {
            tools.reach.restart(worker);
            healed();
          });
    } else {
      healed();
    }
    // A partner that has begun to apply an effect goes on; everything else of a dead caller is
    // lost.
    return moment instanceof Moment.Effect ? Passage.FORWARD : Passage.DISCARD;
  }

  @Override
  void tearDown() {
    tornDown.countDown();
  }
}
