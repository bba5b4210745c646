package dev.threeledger.cost;

import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.Phase;
import dev.threeledger.timeline.Event.PhaseStarted;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** How long a run was in each of its phases. */
public final class PhaseTimes {
  private PhaseTimes() {}

  /**
   * Milliseconds, wall clock, by phase in order; the last one that began lasts until the last
   * event. A phase that never began is absent. The subject's time is in SUBJECT, TRIGGER and
   * QUIESCE; the last of them includes the two periods and the quiet window.
   */
  public static Map<Phase, Double> of(List<Entry> timeline) {
    Map<Phase, Double> millis = new EnumMap<>(Phase.class);
    Phase phase = null;
    long since = 0;
    for (Entry entry : timeline) {
      if (entry.event() instanceof PhaseStarted started) {
        add(millis, phase, entry.atNanos() - since);
        phase = started.phase();
        since = entry.atNanos();
      }
    }
    if (phase != null) {
      add(millis, phase, timeline.get(timeline.size() - 1).atNanos() - since);
    }
    return millis;
  }

  private static void add(Map<Phase, Double> millis, Phase phase, long nanos) {
    if (phase != null) {
      millis.merge(phase, nanos / 1e6, Double::sum);
    }
  }
}
