package dev.threeledger.verdict;

import java.util.List;

/**
 * One violation, placed on the timeline.
 *
 * @param check name of the check, kebab-case
 * @param key business key, or null when it concerns the whole run
 * @param message one sentence that a reader can verify
 * @param at seq of the event at which the promise was broken; for something that never happened,
 *     the seq of the event by which it should have (the end of the run); never 0
 * @param events seqs that show it, ascending, {@code at} among them
 */
public record Finding(String check, String key, String message, long at, List<Long> events) {
  public Finding {
    events = List.copyOf(events);
  }
}
