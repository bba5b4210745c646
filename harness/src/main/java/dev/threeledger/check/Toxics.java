package dev.threeledger.check;

import dev.threeledger.timeline.Event.ToxicAdded;
import dev.threeledger.timeline.Event.ToxicRemoved;
import java.util.Objects;
import java.util.Set;

/** Which toxics were on the way between a worker and an outside system, and when. */
final class Toxics {
  private final Events events;

  Toxics(Events events) {
    this.events = events;
  }

  /**
   * True when one was in place at some moment between the two, or came between them.
   *
   * @param worker null: any
   */
  boolean anyOn(String worker, String target, long from, long to) {
    return events.of(ToxicAdded.class).stream()
        .filter(added -> added.seq() < to)
        .filter(added -> onPath(added.event(), worker, target))
        .anyMatch(added -> removedAt(added) > from);
  }

  /** True when one of these types was in place at that moment. */
  boolean inPlace(Set<String> types, String worker, String target, long at) {
    return events.of(ToxicAdded.class).stream()
        .filter(added -> added.seq() < at && types.contains(added.event().toxic()))
        .filter(added -> onPath(added.event(), worker, target))
        .anyMatch(added -> removedAt(added) > at);
  }

  private long removedAt(Seen<ToxicAdded> added) {
    return events.of(ToxicRemoved.class).stream()
        .filter(removed -> removed.seq() > added.seq())
        .filter(removed -> Objects.equals(removed.event().toxic(), added.event().toxic()))
        .filter(removed -> Objects.equals(removed.event().worker(), added.event().worker()))
        .filter(removed -> Objects.equals(removed.event().target(), added.event().target()))
        .mapToLong(Seen::seq)
        .findFirst()
        .orElse(Long.MAX_VALUE);
  }

  private static boolean onPath(ToxicAdded added, String worker, String target) {
    return (added.worker() == null || worker == null || added.worker().equals(worker))
        && (added.target() == null || added.target().equals(target));
  }
}
