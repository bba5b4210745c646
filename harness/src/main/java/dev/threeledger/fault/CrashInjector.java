package dev.threeledger.fault;

import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.timeline.Event.BackendsGone;
import dev.threeledger.timeline.Event.Held;
import dev.threeledger.timeline.Event.WorkerKilled;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * {@code crash}: SIGKILL of the worker's process group; with {@code workers: all} of every worker's
 * that lives, the one at the point first.
 *
 * <p>Zero hold: at once. Zero down: new processes, if any, are started at once. Data in flight: the
 * held message and everything in the workers' connections is discarded. Healed when the processes
 * are gone, their backends are gone and, with {@code restart}, the new processes are ready.
 *
 * <pre>
 * message held ─► SIGKILL ─► no process in /proc ─► taps cut ─► no backend left ─► barrier ─► message discarded
 *                                                                                  └─► down ─► new processes
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
    List<String> workers = crash.all() ? allThatLive(worker) : List.of(worker);
    for (String struck : workers) {
      tools.timeline.append(new WorkerKilled(name(), struck, tools.reach.kill(struck)));
    }
    for (String struck : workers) {
      tools.timeline.append(new BackendsGone(struck, tools.reach.cutOff(struck)));
    }
    if (crash.restart()) {
      tools.later(name(), () -> restart(workers));
    } else {
      healed();
    }
    // A partner that has begun to apply an effect goes on, and a trigger is its caller's;
    // everything else of a dead worker is lost.
    return moment instanceof Moment.Effect || moment instanceof Moment.Trigger
        ? Passage.FORWARD
        : Passage.DISCARD;
  }

  private List<String> allThatLive(String first) {
    List<String> workers = new ArrayList<>(List.of(first));
    tools.reach.workers().stream()
        .filter(worker -> !worker.equals(first) && !tools.reach.states(worker).isEmpty())
        .forEach(workers::add);
    return workers;
  }

  private void restart(List<String> workers) throws InterruptedException {
    tornDown.await(crash.down().toNanos(), TimeUnit.NANOSECONDS);
    if (!tools.closed()) {
      tools.reach.restart(workers);
      healed();
    }
  }

  @Override
  void tearDown() {
    tornDown.countDown();
  }
}
