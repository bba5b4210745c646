package dev.threeledger.check;

import dev.threeledger.scenario.StopCondition;
import dev.threeledger.timeline.Event.EffectApplied;
import dev.threeledger.timeline.Event.StopConditionMet;
import java.util.List;
import java.util.Optional;

/**
 * A run that was told to end before its first effect, to show that it can be stopped. No promise is
 * broken by that, and none is kept: such a run is INCONCLUSIVE, and says so in a sentence that no
 * other run has.
 */
public final class Drill {
  private Drill() {}

  /** Where {@code first-effect} was met; empty: the run is no drill, or came to no effect. */
  public static Optional<Long> of(RunRecord run) {
    return new Events(run)
        .of(StopConditionMet.class).stream()
            .filter(seen -> StopCondition.FIRST_EFFECT.yamlName().equals(seen.event().condition()))
            .map(Seen::seq)
            .findFirst();
  }

  /**
   * What is to be said of a drill: that nothing irreversible happened, when neither the timeline
   * nor the external ledger holds an effect; else what does. Empty: the run is no drill.
   */
  public static Optional<String> outcome(RunRecord run) {
    return of(run).map(stop -> outcome(run, stop));
  }

  private static String outcome(RunRecord run, long stop) {
    String stopped = "stopped by " + StopCondition.FIRST_EFFECT.yamlName();
    List<Long> effects = new Events(run).of(EffectApplied.class).stream().map(Seen::seq).toList();
    if (!effects.isEmpty()) {
      return "%s at event %d, yet there is an effect at event %d"
          .formatted(stopped, stop, effects.get(0));
    }
    if (run.ledgers().external().isEmpty()) {
      return stopped + "; whether anything took effect is not known without the external ledger";
    }
    int rows = run.ledgers().external().get().size();
    return rows == 0
        ? stopped + " before anything irreversible"
        : "%s at event %d, yet the external ledger has %d".formatted(stopped, stop, rows)
            + (rows == 1 ? " row" : " rows");
  }
}
