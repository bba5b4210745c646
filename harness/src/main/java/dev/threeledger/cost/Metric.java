package dev.threeledger.cost;

import java.util.Locale;

/** What is measured of a run. */
public enum Metric {
  /** Median time of a key from its first event to its end, milliseconds, wall clock. */
  DURATION_P50("ms", "time per key, median"),
  /** 95th percentile of the same. */
  DURATION_P95("ms", "time per key, 95th percentile"),
  /** Statements that workers sent to the database. */
  STATEMENTS("", "statements"),
  /** Time that the database took for them, milliseconds, as the taps saw it. */
  STATEMENT_TIME("ms", "time in the database"),
  /** Requests that reached outside systems. */
  OUTSIDE_CALLS("", "outside calls"),
  /** Bytes of write-ahead log from the start of the workers to the collection. */
  WAL_BYTES("bytes", "write-ahead log"),
  /** Waits for a lock that the server logged. */
  LOCK_WAITS("", "lock waits");

  private final String unit;
  private final String title;

  Metric(String unit, String title) {
    this.unit = unit;
    this.title = title;
  }

  /** {@code ms}, {@code bytes}, or empty for a count. */
  public String unit() {
    return unit;
  }

  /** For people. */
  public String title() {
    return title;
  }

  /** As written in YAML and JSON, such as {@code duration-p95}. */
  public String yamlName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
