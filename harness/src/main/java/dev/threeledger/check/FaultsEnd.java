package dev.threeledger.check;

import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.FaultArmed;
import dev.threeledger.timeline.Event.FaultHealed;
import dev.threeledger.timeline.Event.Injected;
import dev.threeledger.timeline.Event.Phase;
import dev.threeledger.timeline.Event.PhaseStarted;
import dev.threeledger.timeline.Event.Probed;
import dev.threeledger.timeline.Event.QuietReached;
import dev.threeledger.timeline.Event.StopSignalled;
import dev.threeledger.timeline.Event.TriggerSent;
import dev.threeledger.timeline.Event.WorkerKilled;
import dev.threeledger.timeline.Event.WorkerReady;
import dev.threeledger.timeline.Event.WorkerStarted;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * From when on a subject must recover.
 *
 * <p>A fault acts until its FaultHealed, or, when nothing was left to heal during the run, until
 * the last thing that it did (killed, resumed, released, withheld an answer). What is healed only
 * when the run is being taken down says nothing. The moment is the latest of all faults' ends and
 * of the last trigger; without either, of the last worker's being ready.
 */
final class FaultsEnd {
  private static final String WORKERS_LOST = "workers-lost";

  private final RunRecord run;
  private final Events events;
  private final long closing;

  FaultsEnd(RunRecord run, Events events) {
    this.run = run;
    this.events = events;
    closing =
        Stream.concat(
                events.of(QuietReached.class).stream().map(Seen::seq),
                events.of(PhaseStarted.class).stream()
                    .filter(seen -> seen.event().phase() == Phase.COLLECT)
                    .map(Seen::seq))
            .mapToLong(Long::longValue)
            .min()
            .orElse(Long.MAX_VALUE);
  }

  /** Why recovery is not demanded in this run, if so. */
  Optional<String> excuse() {
    int budget = run.scenario().survives().getOrDefault(WORKERS_LOST, 0);
    int lost = workersLost();
    if (lost > budget) {
      return Optional.of(
          "%d worker(s) were lost, the scenario demands recovery for %d; not demanded"
              .formatted(lost, budget));
    }
    return run.scenario().faults().stream()
        .filter(FaultsEnd::forEver)
        .map(Fault::name)
        .filter(name -> !healed(name))
        .findFirst()
        .map(name -> "fault " + name + " acts for ever; recovery is not demanded");
  }

  Moment moment() {
    Optional<Seen<Injected>> fault =
        lastActs().values().stream().reduce((one, other) -> later(one, other));
    Optional<Seen<TriggerSent>> trigger =
        events.of(TriggerSent.class).stream().reduce((one, other) -> other);
    if (fault.isPresent() && trigger.map(seen -> seen.seq() < fault.get().seq()).orElse(true)) {
      return moment(fault.get(), "fault " + fault.get().event().fault() + " acted last");
    }
    if (trigger.isPresent()) {
      return moment(trigger.get(), "the last trigger");
    }
    return events.of(WorkerReady.class).stream()
        .reduce((one, other) -> other)
        .map(seen -> moment(seen, "the last worker was ready"))
        .orElse(new Moment(0, "the start of the run", List.of()));
  }

  private static Moment moment(Seen<?> seen, String what) {
    return new Moment(seen.atNanos(), what, List.of(seen.seq()));
  }

  /** The last act of each fault, in place of it its being healed. */
  private Map<String, Seen<Injected>> lastActs() {
    Map<String, Seen<Injected>> last = new LinkedHashMap<>();
    for (Seen<Injected> seen : events.of(Injected.class)) {
      Event event = seen.event();
      boolean acts = !(event instanceof FaultArmed) && !(event instanceof Probed);
      if (seen.seq() < closing && acts && seen.event().fault() != null) {
        last.merge(
            seen.event().fault(),
            seen,
            (one, other) -> one.event() instanceof FaultHealed ? one : other);
      }
    }
    return last;
  }

  private static Seen<Injected> later(Seen<Injected> one, Seen<Injected> other) {
    return one.seq() > other.seq() ? one : other;
  }

  private static boolean forEver(Fault fault) {
    return fault.action() instanceof FaultAction.Error error && error.forEver();
  }

  private boolean healed(String fault) {
    return events.of(FaultHealed.class).stream()
        .anyMatch(seen -> seen.seq() < closing && fault.equals(seen.event().fault()));
  }

  /** Workers that were killed or asked to end, and did not come back. */
  private int workersLost() {
    Set<String> lost = new HashSet<>();
    for (Seen<Event> seen : events.of(Event.class)) {
      if (seen.event() instanceof WorkerKilled killed && killed.fault() != null) {
        lost.add(killed.worker());
      } else if (seen.event() instanceof StopSignalled stopped) {
        lost.add(stopped.worker());
      } else if (seen.event() instanceof WorkerStarted started) {
        lost.remove(started.worker());
      }
    }
    return lost.size();
  }

  /**
   * @param what the message's words for it
   * @param events seqs that show it
   */
  record Moment(long nanos, String what, List<Long> events) {}
}
