package dev.threeledger.fault;

import dev.threeledger.scenario.Fault;
import dev.threeledger.timeline.Event.FaultArmed;
import dev.threeledger.timeline.Event.FaultHealed;
import dev.threeledger.timeline.Event.PointReached;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Carries one planned fault out. Counts the moments that match its point and strikes at the planned
 * occurrence, on the tap's own thread, while the message is held.
 */
abstract class Injector {
  final Fault fault;
  final Toolbox tools;
  private final Map<String, Integer> seen = new HashMap<>();
  private boolean healed;

  Injector(Fault fault, Toolbox tools) {
    this.fault = fault;
    this.tools = tools;
  }

  /** What happens at the point. The message is held until this returns. */
  abstract Passage strike(Moment moment, String key) throws InterruptedException;

  /** True when a worker's moments count for this fault. */
  boolean concerns(String worker) {
    return fault.on().worker() == null || fault.on().worker().equals(worker);
  }

  /** True when each worker has its own count of occurrences. */
  boolean countsPerWorker() {
    return false;
  }

  /** What occurrences are counted by: each key has its own count. */
  String counter(Moment moment, String key) {
    return key + (countsPerWorker() ? " " + moment.worker() : "");
  }

  /**
   * What becomes of a later message that this fault is still waiting for, whatever the point says;
   * empty: it is not one.
   */
  Optional<Passage> follow(Moment moment) {
    return Optional.empty();
  }

  /** True when this occurrence is the one to strike at. */
  boolean due(int occurrence) {
    return occurrence == fault.on().occurrence();
  }

  /** Ends whatever still acts; called at every tear-down; idempotent. */
  void tearDown() {}

  final void arm() {
    String side = fault.side().name().toLowerCase(Locale.ROOT);
    tools.timeline.append(
        new FaultArmed(
            fault.name(), side + " " + fault.on().text() + " do " + fault.action().yamlName()));
  }

  /**
   * Counts a moment that matches the point; each fault counts all of them, also those at which
   * another fault strikes.
   *
   * @return the occurrence, or 0 when the moment does not match
   */
  final int count(Moment moment) {
    if (!concerns(moment.worker())
        || !PointMatcher.matches(fault.on(), fault.side(), moment, tools.subject)) {
      return 0;
    }
    String key = PointMatcher.key(fault.on(), moment);
    synchronized (this) {
      return seen.merge(counter(moment, key), 1, Integer::sum);
    }
  }

  /**
   * The passage when the fault strikes here, else empty.
   *
   * @param occurrence as {@link #count} gave it
   */
  final Optional<Passage> offer(Moment moment, int occurrence) throws InterruptedException {
    if (occurrence == 0) {
      return Optional.empty();
    }
    String key = PointMatcher.key(fault.on(), moment);
    synchronized (this) {
      if (!due(occurrence)) {
        return Optional.empty();
      }
      tools.timeline.append(
          new PointReached(fault.name(), moment.worker(), key, occurrence, moment.event()));
    }
    if (!tools.inject) {
      return Optional.empty();
    }
    tools.begin();
    try {
      return Optional.of(strike(moment, key));
    } finally {
      tools.end();
    }
  }

  /** Notes, once, that nothing of the fault acts any more. */
  final synchronized void healed() {
    if (!healed) {
      healed = true;
      tools.timeline.append(new FaultHealed(fault.name()));
    }
  }

  final synchronized boolean isHealed() {
    return healed;
  }

  final String name() {
    return fault.name();
  }
}
