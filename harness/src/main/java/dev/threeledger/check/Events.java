package dev.threeledger.check;

import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.EffectApplied;
import dev.threeledger.timeline.Event.RequestReceived;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Event.RunStopped;
import dev.threeledger.timeline.Event.StopReason;
import dev.threeledger.timeline.Event.TriggerSent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A run's timeline, asked by kind of event. Lists keep the order of the timeline; each is made
 * once. Not safe for threads.
 */
final class Events {
  private final List<Entry> entries;
  private final Map<Class<?>, List<?>> byType = new HashMap<>();
  private final Map<Class<?>, Map<String, ?>> byKey = new HashMap<>();

  Events(RunRecord run) {
    entries = run.timeline();
  }

  @SuppressWarnings("unchecked") // each list is of its key's type
  <E extends Event> List<Seen<E>> of(Class<E> type) {
    return (List<Seen<E>>) byType.computeIfAbsent(type, all -> scan(type));
  }

  /** Those of one key, which may be null. */
  @SuppressWarnings("unchecked") // each map is of its key's type
  private <E extends Event> List<Seen<E>> of(Class<E> type, Function<E, String> key, String its) {
    Map<String, List<Seen<E>>> lists =
        (Map<String, List<Seen<E>>>) byKey.computeIfAbsent(type, all -> grouped(type, key));
    return lists.getOrDefault(its, List.of());
  }

  private <E extends Event> Map<String, List<Seen<E>>> grouped(
      Class<E> type, Function<E, String> key) {
    Map<String, List<Seen<E>>> lists = new HashMap<>();
    for (Seen<E> seen : of(type)) {
      lists.computeIfAbsent(key.apply(seen.event()), its -> new ArrayList<>()).add(seen);
    }
    return lists;
  }

  /** Effects of one business key, which may be null. */
  List<Seen<EffectApplied>> effects(String key) {
    return of(EffectApplied.class, EffectApplied::key, key);
  }

  /** Requests of one business key, which may be null. */
  List<Seen<RequestReceived>> requests(String key) {
    return of(RequestReceived.class, RequestReceived::key, key);
  }

  private <E extends Event> List<Seen<E>> scan(Class<E> type) {
    return entries.stream()
        .filter(entry -> type.isInstance(entry.event()))
        .map(entry -> new Seen<>(entry.seq(), entry.atNanos(), type.cast(entry.event())))
        .toList();
  }

  /** True when no trigger, row change or request was seen: there is nothing to judge. */
  boolean nothingHappened() {
    return entries.stream()
        .map(Entry::event)
        .noneMatch(
            event ->
                event instanceof TriggerSent
                    || event instanceof RowChanged
                    || event instanceof RequestReceived);
  }

  /** The seq by which everything should have happened; 0 only for an empty timeline. */
  long end() {
    return entries.isEmpty() ? 0 : entries.get(entries.size() - 1).seq();
  }

  /** Time of the last event, 0 for an empty timeline. */
  long endNanos() {
    return entries.isEmpty() ? 0 : entries.get(entries.size() - 1).atNanos();
  }

  /** True when the run ended because nothing more would happen, so that absence means something. */
  boolean quiet() {
    List<Seen<RunStopped>> stops = of(RunStopped.class);
    return !stops.isEmpty() && stops.get(stops.size() - 1).event().reason() == StopReason.QUIET;
  }

  /**
   * True when the run was ended on purpose, at a deviation; what is missing is no deviation then.
   */
  boolean stopped() {
    return of(RunStopped.class).stream()
        .anyMatch(seen -> seen.event().reason() == StopReason.STOP_CONDITION);
  }

  /** Requests with an effect, by operation and business key, in order of first appearance. */
  Map<OperationKey, List<Seen<RequestReceived>>> effectRequests() {
    Map<OperationKey, List<Seen<RequestReceived>>> requests = new LinkedHashMap<>();
    for (Seen<RequestReceived> seen : of(RequestReceived.class)) {
      RequestReceived request = seen.event();
      if (request.effect() != null) {
        requests
            .computeIfAbsent(
                new OperationKey(request.operation(), request.key()), key -> new ArrayList<>())
            .add(seen);
      }
    }
    return Collections.unmodifiableMap(requests);
  }
}
