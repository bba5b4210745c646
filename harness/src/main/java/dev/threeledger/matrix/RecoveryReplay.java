package dev.threeledger.matrix;

import dev.threeledger.scenario.Once;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.scenario.Scenario.Trigger;
import dev.threeledger.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The cell that tries the failing sample again: the same faults and triggers, and, once each key
 * has ended, the same request once more. Expectations stay as they are: what has ended gets no
 * further request and no further effect.
 */
final class RecoveryReplay {
  /** The cell's name. A variation of this name takes its place. */
  static final String NAME = "recovery-replay";

  private RecoveryReplay() {}

  /**
   * The cell, or empty for a scenario without faults, without a call, or one that is not to pass.
   */
  static Optional<Scenario> of(Scenario failing) {
    Map<List<Object>, Trigger> again = new LinkedHashMap<>();
    for (Trigger trigger : failing.when()) {
      if (trigger.via().equals(Trigger.CALL)) {
        again.putIfAbsent(List.of(trigger.job(), trigger.key()), trigger);
      }
    }
    if (failing.faults().isEmpty()
        || again.isEmpty()
        || failing.expectedVerdict() != Verdict.PASS) {
      return Optional.empty();
    }
    List<Trigger> triggers = new ArrayList<>(failing.when());
    // the worker that was asked first may be dead by then
    again.values().forEach(one -> triggers.add(one.to(Trigger.ANY).when(Once.ENDED)));
    return Optional.of(failing.as(NAME, triggers));
  }
}
