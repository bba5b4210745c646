package dev.threeledger.experiment;

import java.util.Locale;

/** What a report must show: with none of it at hand, the record says so and there is no go. */
public enum Observation {
  PLANS,
  SLOW_STATEMENTS,
  LOCK_WAITS,
  DEADLOCKS,
  REPLICATION_LAG,
  STATEMENTS,
  PHASES,
  EFFECTS,
  METRICS,
  CONSUMER_OFFSETS;

  /** As written in YAML, such as {@code slow-statements}. */
  public String yamlName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
