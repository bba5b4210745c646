package dev.threeledger.experiment;

import dev.threeledger.check.RunRecord;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.DeadlockEnded;
import dev.threeledger.timeline.Event.EffectApplied;
import dev.threeledger.timeline.Event.LockAwaited;
import dev.threeledger.timeline.Event.RolledBack;
import dev.threeledger.timeline.Event.RunStopped;
import dev.threeledger.timeline.Event.StatementAnswered;
import dev.threeledger.timeline.Event.StopConditionMet;
import dev.threeledger.timeline.Event.StopReason;
import dev.threeledger.timeline.EventWords;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a timeline says about the run as a whole.
 *
 * @param end why it ended, or null: the timeline was cut short
 * @param stops stop conditions that were met, in order
 * @param effects how many effects were applied
 * @param deadlocks seqs of the answers by which the database ended a worker's transaction as a
 *     deadlock's victim, without those that a fault brought about
 * @param deviation the event of the first deviation, such as {@code RequestReceived
 *     payments.charge}, or null
 */
record RunFacts(
    StopReason end, List<Stop> stops, int effects, List<Long> deadlocks, String deviation) {
  private static final String DEADLOCK_DETECTED = "40P01";

  RunFacts {
    stops = List.copyOf(stops);
    deadlocks = List.copyOf(deadlocks);
  }

  /** A stop condition, by its name in YAML, and where it was met. */
  record Stop(String condition, long seq, String key) {}

  /**
   * @param deviationAt seq of the first deviation, or 0: there is none
   */
  static RunFacts of(RunRecord record, long deviationAt) {
    StopReason end = null;
    List<Stop> stops = new ArrayList<>();
    int effects = 0;
    String deviation = null;
    for (Entry entry : record.timeline()) {
      Event event = entry.event();
      if (event instanceof StopConditionMet met) {
        stops.add(new Stop(met.condition(), entry.seq(), met.key()));
      } else if (event instanceof EffectApplied) {
        effects++;
      } else if (event instanceof RunStopped stopped) {
        end = stopped.reason();
      }
      if (entry.seq() == deviationAt) {
        deviation = EventWords.of(event);
      }
    }
    return new RunFacts(end, stops, effects, unplanned(record.timeline()), deviation);
  }

  /** A victim's transaction. */
  private record Victim(String worker, long connection, long transaction) {}

  private static List<Long> unplanned(List<Entry> timeline) {
    Map<Victim, Long> victims = new LinkedHashMap<>();
    Map<String, Long> awaited = new LinkedHashMap<>();
    List<Entry> planned = new ArrayList<>();
    for (Entry entry : timeline) {
      Event event = entry.event();
      if (event instanceof StatementAnswered answer
          && DEADLOCK_DETECTED.equals(answer.sqlState())) {
        victims.putIfAbsent(
            new Victim(answer.worker(), answer.connection(), answer.transaction()), entry.seq());
      } else if (event instanceof RolledBack rolled
          && DEADLOCK_DETECTED.equals(rolled.sqlState())) {
        victims.putIfAbsent(
            new Victim(rolled.worker(), rolled.connection(), rolled.transaction()), entry.seq());
      } else if (event instanceof LockAwaited lock) {
        awaited.putIfAbsent(lock.fault(), entry.seq());
      } else if (event instanceof DeadlockEnded ended && "worker".equals(ended.victim())) {
        planned.add(entry);
      }
    }
    for (Entry entry : planned) {
      DeadlockEnded ended = (DeadlockEnded) entry.event();
      long from = awaited.getOrDefault(ended.fault(), 0L);
      victims.entrySet().stream()
          .filter(victim -> victim.getKey().worker().equals(ended.worker()))
          .filter(victim -> victim.getValue() > from)
          .map(Map.Entry::getKey)
          .findFirst()
          .ifPresent(victims::remove);
    }
    return List.copyOf(victims.values());
  }
}
