package dev.threeledger.scenario;

/**
 * A deviation that no later event can put right: a run with {@code stop_when:} ends before it
 * happens.
 */
public enum StopCondition {
  /** An effect of that operation and business key holds already. */
  SECOND_EFFECT("at-most-one-effect"),
  /** The worker that asks is not the holder of the key. */
  STALE_EFFECT("single-holder"),
  /** An effect of that operation and key was undone, its undo was noted, or the key is undone. */
  EFFECT_AFTER_UNDO("compensated");

  private final String check;

  StopCondition(String check) {
    this.check = check;
  }

  /** Name of the check whose promise it breaks. */
  public String check() {
    return check;
  }

  /** As written in YAML, such as {@code second-effect}. */
  public String yamlName() {
    return Words.of(this);
  }
}
