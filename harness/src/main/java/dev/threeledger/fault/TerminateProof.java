package dev.threeledger.fault;

import dev.threeledger.scenario.FaultAction.Terminate;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import java.util.Optional;

/**
 * A stop signal landed when it is recorded for a process that lived, and that process ended after
 * it: by itself, or by our SIGKILL because it was overdue. Which of the two is shown, not judged.
 */
final class TerminateProof {
  private TerminateProof() {}

  static void add(StruckPoint struck, Terminate terminate, Proof proof) {
    String worker = struck.worker();
    Optional<Entry> signalled =
        proof.demand(
            Event.StopSignalled.class,
            struck.seq(),
            event -> event.fault().equals(struck.name()) && event.worker().equals(worker),
            "the stop signal was sent to worker " + worker);
    if (signalled.isEmpty()) {
      return;
    }
    Event.StopSignalled signal = (Event.StopSignalled) signalled.get().event();
    proof.demand(
        !signal.states().isEmpty(), "process " + signal.pid() + " lived when the signal was sent");
    Optional<Entry> overdue =
        proof.find(
            Event.StopOverdue.class,
            signalled.get().seq(),
            event -> event.fault().equals(struck.name()));
    Optional<Entry> exited =
        overdue.isPresent()
            ? killed(struck, signal, overdue.get(), proof)
            : byItself(signal, signalled.get().seq(), proof);
    if (terminate.restart()) {
      exited.ifPresent(
          entry ->
              proof.demand(
                  Event.WorkerStarted.class,
                  entry.seq(),
                  event -> event.worker().equals(worker) && event.pid() != signal.pid(),
                  "a new process took the place of worker " + worker + " after that"));
    }
  }

  private static Optional<Entry> byItself(Event.StopSignalled signal, long after, Proof proof) {
    boolean killing = "KILL".equals(signal.signal());
    return proof.demand(
        Event.WorkerExited.class,
        after,
        event -> event.pid() == signal.pid() && (killing || !"KILL".equals(event.signal())),
        "process %d ended after the signal %s".formatted(signal.pid(), signal.signal()));
  }

  private static Optional<Entry> killed(
      StruckPoint struck, Event.StopSignalled signal, Entry overdue, Proof proof) {
    proof.demand(
        Event.WorkerKilled.class,
        overdue.seq(),
        event -> event.fault().equals(struck.name()) && event.pid() == signal.pid(),
        "process %d had not ended %d ms after the signal and was ended by SIGKILL"
            .formatted(signal.pid(), ((Event.StopOverdue) overdue.event()).withinMillis()));
    return proof.demand(
        Event.WorkerExited.class,
        overdue.seq(),
        event -> event.pid() == signal.pid(),
        "the kernel reported the end of process " + signal.pid());
  }
}
