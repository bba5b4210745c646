package dev.threeledger.scenario;

import java.util.Optional;

/**
 * Before what a run with {@code stop_when:} ends: a deviation that no later event can put right,
 * or, to rehearse such an end, the first effect of all.
 */
public enum StopCondition {
  /** An effect of that operation and business key holds already. */
  SECOND_EFFECT("at-most-one-effect"),
  /** The worker that asks is not the holder of the key. */
  STALE_EFFECT("single-holder"),
  /** An effect of that operation and key was undone, its undo was noted, or the key is undone. */
  EFFECT_AFTER_UNDO("compensated"),
  /** Nothing has taken effect yet: a drill, which breaks no promise. */
  FIRST_EFFECT(null);

  private final String check;

  StopCondition(String check) {
    this.check = check;
  }

  /** Name of the check whose promise it breaks, empty: none. */
  public Optional<String> check() {
    return Optional.ofNullable(check);
  }

  /** As written in YAML, such as {@code second-effect}. */
  public String yamlName() {
    return Words.of(this);
  }
}
