package dev.threeledger.fault;

import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.verdict.Landing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Collects what shows that one fault landed, and what is missing for it, from the timeline alone.
 */
final class Proof {
  private final String fault;
  private final List<Entry> timeline;

  /** What happens from here on is our own taking down, and proves nothing. */
  private final long collectFrom;

  private final List<String> shown = new ArrayList<>();
  private final List<String> missing = new ArrayList<>();
  private final TreeSet<Long> events = new TreeSet<>();

  Proof(String fault, List<Entry> timeline) {
    this.fault = fault;
    this.timeline = timeline;
    this.collectFrom =
        find(Event.PhaseStarted.class, 0, event -> event.phase() == Event.Phase.COLLECT)
            .map(Entry::seq)
            .orElse(Long.MAX_VALUE);
  }

  /**
   * Demands an event of a type after {@code after} that satisfies the condition; notes what it
   * shows or what is missing.
   */
  <E extends Event> Optional<Entry> demand(
      Class<E> type, long after, Predicate<E> condition, String sentence) {
    Optional<Entry> found = find(type, after, condition).filter(entry -> entry.seq() < collectFrom);
    found.ifPresentOrElse(
        entry -> {
          shown.add(sentence);
          events.add(entry.seq());
        },
        () -> missing.add("not seen: " + sentence));
    return found;
  }

  /** Demands that no such event stands after {@code after}. */
  <E extends Event> void demandNone(
      Class<E> type, long after, Predicate<E> condition, String sentence) {
    Optional<Entry> found = find(type, after, condition);
    if (found.isPresent()) {
      missing.add("contradicted at event " + found.get().seq() + ": " + sentence);
      events.add(found.get().seq());
    } else {
      shown.add(sentence);
    }
  }

  /** Demands a fact that was worked out. */
  void demand(boolean fact, String sentence) {
    if (fact) {
      shown.add(sentence);
    } else {
      missing.add("not so: " + sentence);
    }
  }

  /** The first event of a type after {@code after} that satisfies the condition. */
  <E extends Event> Optional<Entry> find(Class<E> type, long after, Predicate<E> condition) {
    return timeline.stream()
        .filter(entry -> entry.seq() > after)
        .filter(entry -> type.isInstance(entry.event()))
        .filter(entry -> condition.test(type.cast(entry.event())))
        .findFirst();
  }

  /** All events of a type that satisfy the condition. */
  <E extends Event> List<Entry> all(Class<E> type, Predicate<E> condition) {
    return timeline.stream()
        .filter(entry -> type.isInstance(entry.event()))
        .filter(entry -> condition.test(type.cast(entry.event())))
        .toList();
  }

  /** The event at a place, if the timeline has it. */
  Optional<Event> at(long seq) {
    return seq >= 1 && seq <= timeline.size()
        ? Optional.of(timeline.get((int) seq - 1).event())
        : Optional.empty();
  }

  Landing landing() {
    return new Landing(fault, missing.isEmpty(), shown, missing, List.copyOf(events));
  }
}
