package dev.threeledger.fault;

import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.timeline.Event.BackendsGone;
import dev.threeledger.timeline.Event.StopOverdue;
import dev.threeledger.timeline.Event.StopSignalled;
import dev.threeledger.timeline.Event.WorkerKilled;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * {@code terminate}: the subject's stop signal to the worker's process group, as an orchestrator
 * sends it, and SIGKILL when it has not exited in time.
 *
 * <p>Data in flight: nothing is lost by the signal; after SIGKILL as at {@code crash}. Healed when
 * the worker has ended and, with {@code restart}, the new process is ready.
 *
 * <pre>
 * message held ─► signal ─► message let through ─► worker exits ───────────────────────┬─► restart
 *                                             └─► time is up ─► SIGKILL ─► taps cut ───┘
 * </pre>
 */
final class TerminateInjector extends Injector {
  private final FaultAction.Terminate terminate;
  private final Set<Long> signalled = ConcurrentHashMap.newKeySet();

  TerminateInjector(Fault fault, FaultAction.Terminate terminate, Toolbox tools) {
    super(fault, tools);
    this.terminate = terminate;
  }

  @Override
  Passage strike(Moment moment, String key) {
    String worker = moment.worker();
    long pid = tools.reach.pid(worker);
    if (!signalled.add(pid)) {
      return Passage.FORWARD; // it is ending already; this is the point of another key
    }
    // before the signal, so that nothing the worker does because of it can stand before it
    tools.timeline.append(
        new StopSignalled(
            name(), worker, pid, tools.subject.stopSignal(), tools.reach.states(worker)));
    tools.reach.stop(worker);
    tools.later(name(), () -> seeItEnd(worker, pid));
    return Passage.FORWARD;
  }

  private void seeItEnd(String worker, long pid) throws InterruptedException {
    Duration within = terminate.within() == null ? tools.subject.stopWithin() : terminate.within();
    if (!tools.reach.awaitGone(worker, within)) {
      tools.timeline.append(new StopOverdue(name(), worker, pid, within.toMillis()));
      tools.timeline.append(new WorkerKilled(name(), worker, tools.reach.kill(worker)));
      tools.timeline.append(new BackendsGone(worker, tools.reach.cutOff(worker)));
    }
    if (terminate.restart()) {
      tools.reach.restart(List.of(worker));
    }
    healed();
  }
}
