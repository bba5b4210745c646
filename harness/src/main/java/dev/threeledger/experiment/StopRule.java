package dev.threeledger.experiment;

import dev.threeledger.scenario.StopCondition;
import java.util.Locale;
import java.util.Optional;

/** What ends a whole experiment at once. */
public enum StopRule {
  /** As {@code stop_when} of a scenario: before the effect is applied. On either side. */
  SECOND_EFFECT(StopCondition.SECOND_EFFECT),
  /** Likewise. */
  STALE_EFFECT(StopCondition.STALE_EFFECT),
  /** Likewise. */
  EFFECT_AFTER_UNDO(StopCondition.EFFECT_AFTER_UNDO),
  /** {@code no-silent-loss} has a finding in a run of the candidate. */
  LOST_KEY(null),
  /** The database ended a candidate's transaction as a deadlock's victim, and no fault did that. */
  DEADLOCK(null),
  /** A pair is broken: the baseline passed, the candidate failed. */
  BROKEN(null),
  /** A run of the candidate is INCONCLUSIVE. */
  INCONCLUSIVE(null),
  /** A statement that both sides send has mostly another plan on the candidate's side. */
  PLAN_REGRESSION(null);

  private final StopCondition condition;

  StopRule(StopCondition condition) {
    this.condition = condition;
  }

  /** The condition that is judged during the run, empty: it is judged when a run has ended. */
  public Optional<StopCondition> condition() {
    return Optional.ofNullable(condition);
  }

  /** As written in YAML, such as {@code lost-key}. */
  public String yamlName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
