package dev.threeledger.check;

import dev.threeledger.timeline.Event.AnswerDropped;
import dev.threeledger.timeline.Event.AnswerSent;
import dev.threeledger.timeline.Event.AnswerWithheld;
import dev.threeledger.timeline.Event.CallerGone;
import dev.threeledger.timeline.Event.CancelNoted;
import dev.threeledger.timeline.Event.EffectApplied;
import dev.threeledger.timeline.Event.EffectUndone;
import dev.threeledger.timeline.Event.ErrorAnswered;
import dev.threeledger.timeline.Event.Outside;
import dev.threeledger.timeline.Event.ProxySwitched;
import dev.threeledger.timeline.Event.RequestReceived;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Which effects are steps of a job, which of them were undone, and who asked for that. */
final class Undoing {
  /**
   * An effect that undoes nothing itself.
   *
   * @param undone every time that the partner undid it, in order
   */
  record Step(Seen<EffectApplied> applied, List<Seen<EffectUndone>> undone) {
    long seq() {
      return applied.seq();
    }

    String operation() {
      return applied.event().operation();
    }

    /** {@code payments.charge ch_1}. */
    String text() {
      return operation() + " " + applied.event().effectId();
    }

    Optional<Seen<EffectUndone>> firstUndone() {
      return undone.stream().findFirst();
    }

    boolean undoneBefore(long seq) {
      return !undone.isEmpty() && undone.get(0).seq() < seq;
    }
  }

  private final Events events;
  private final Toxics toxics;
  private final Map<Long, Seen<RequestReceived>> byNumber = new HashMap<>();
  private final Map<String, List<Seen<EffectUndone>>> undone = new HashMap<>();
  private final Map<String, List<Long>> undoings = new HashMap<>();
  private final Set<Long> undoRequests = new HashSet<>();
  private final Set<String> undoable = new LinkedHashSet<>();

  Undoing(RunRecord run, Events events) {
    this.events = events;
    toxics = new Toxics(events);
    for (Seen<RequestReceived> seen : events.of(RequestReceived.class)) {
      byNumber.put(seen.event().request(), seen);
      if (seen.event().undoes() != null) {
        undoRequests.add(seen.event().request());
        undoable.add(seen.event().undoes());
      }
    }
    for (Seen<EffectUndone> seen : events.of(EffectUndone.class)) {
      undone.computeIfAbsent(seen.event().effectId(), id -> new ArrayList<>()).add(seen);
      undoRequests.add(seen.event().request());
    }
    run.subject().reconcile().values().forEach(rule -> undoable.addAll(rule.operations()));
    events.of(EffectUndone.class).forEach(seen -> undoing(seen.event().key(), seen.seq()));
    events.of(CancelNoted.class).forEach(seen -> undoing(seen.event().key(), seen.seq()));
    undoings.values().forEach(Collections::sort);
  }

  private void undoing(String key, long seq) {
    undoings.computeIfAbsent(key, its -> new ArrayList<>()).add(seq);
  }

  /** Steps by business key, in the order in which they took effect; null: names no key. */
  Map<String, List<Step>> steps() {
    Map<String, List<Step>> steps = new LinkedHashMap<>();
    for (Seen<EffectApplied> seen : events.of(EffectApplied.class)) {
      if (!undoRequests.contains(seen.event().request())) {
        steps
            .computeIfAbsent(seen.event().key(), key -> new ArrayList<>())
            .add(new Step(seen, undone.getOrDefault(seen.event().effectId(), List.of())));
      }
    }
    return steps;
  }

  /**
   * True when the step can be undone, as far as is known: something in this run undoes its
   * operation, or the subject lists it among those that must hold when a job is done.
   */
  boolean undoable(Step step) {
    return undoable.contains(step.operation());
  }

  /** When undoing of the key took place, or was noted for what had not arrived yet; ascending. */
  List<Long> undoingsOf(String key) {
    return undoings.getOrDefault(key, List.of());
  }

  /** The request that undid it, or the undoing itself where the request was not seen. */
  long askedAt(Seen<EffectUndone> undone) {
    Seen<RequestReceived> request = byNumber.get(undone.event().request());
    return request == null ? undone.seq() : request.seq();
  }

  /** True when the key's operation was asked to be undone between the two, with success or not. */
  boolean asked(String key, String operation, long from, long to) {
    return events.requests(key).stream()
        .filter(seen -> seen.seq() > from && seen.seq() < to)
        .anyMatch(seen -> operation.equals(seen.event().undoes()));
  }

  /** True when anything of the key was ever asked to be undone. */
  boolean asked(String key) {
    return events.requests(key).stream().anyMatch(seen -> seen.event().undoes() != null);
  }

  /**
   * True when something was wrong between a system and anybody between the two: then an attempt may
   * have been made that was never received, or withheld because of others that failed.
   */
  boolean trouble(String target, long from, long to) {
    return toxics.anyOn(null, target, from, to)
        || events.of(ProxySwitched.class).stream()
            .filter(seen -> seen.seq() < to && !seen.event().enabled())
            .filter(seen -> target.equals(seen.event().target()))
            .anyMatch(seen -> switchedOnAfter(seen) > from)
        || events.of(ErrorAnswered.class).stream()
            .filter(seen -> seen.seq() > from && seen.seq() < to)
            .anyMatch(seen -> target.equals(seen.event().target()))
        || events.of(AnswerWithheld.class).stream()
            .filter(seen -> seen.seq() > from && seen.seq() < to)
            .anyMatch(seen -> target.equals(seen.event().target()))
        || events.of(Outside.class).stream()
            .filter(seen -> seen.seq() > from && seen.seq() < to)
            .filter(seen -> target.equals(seen.event().target()))
            .anyMatch(seen -> failed(seen.event()));
  }

  private static boolean failed(Outside event) {
    return event instanceof CallerGone
        || event instanceof AnswerDropped
        || event instanceof AnswerSent sent && (sent.status() >= 500 || sent.status() == 429);
  }

  private long switchedOnAfter(Seen<ProxySwitched> off) {
    return events.of(ProxySwitched.class).stream()
        .filter(seen -> seen.seq() > off.seq() && seen.event().enabled())
        .filter(seen -> Objects.equals(seen.event().target(), off.event().target()))
        .filter(seen -> Objects.equals(seen.event().worker(), off.event().worker()))
        .mapToLong(Seen::seq)
        .findFirst()
        .orElse(Long.MAX_VALUE);
  }
}
