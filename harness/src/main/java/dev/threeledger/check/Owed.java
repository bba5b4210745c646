package dev.threeledger.check;

import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.timeline.Event.TriggerAnswered;
import dev.threeledger.timeline.Event.TriggerSent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A key that must come to an end, as known without the subject's own records: it stands on the due
 * list, or somebody asked for it.
 *
 * @param kind null when it is not known; then it goes with any
 * @param due it stands on the independently computed list
 * @param accepted the subject answered a trigger for it with 2xx; a trigger without an answer may
 *     or may not have been taken on, and its sender knows that
 * @param events seqs of its triggers and answers
 */
record Owed(String key, String kind, boolean due, boolean accepted, List<Long> events) {

  /** Due keys first, then triggered ones, in order. */
  static List<Owed> of(RunRecord run, Events events) {
    List<Owed> owed = new ArrayList<>();
    Map<String, List<Integer>> places = new HashMap<>();
    run.ledgers().due().orElse(List.of()).stream()
        .map(row -> new Owed(row.key(), row.kind(), true, false, List.of()))
        .distinct()
        .forEach(due -> add(owed, places, due));
    Map<Integer, List<Seen<TriggerAnswered>>> answers =
        events.of(TriggerAnswered.class).stream()
            .collect(Collectors.groupingBy(seen -> seen.event().trigger()));
    for (Seen<TriggerSent> seen : events.of(TriggerSent.class)) {
      TriggerSent trigger = seen.event();
      List<Seen<TriggerAnswered>> its = answers.getOrDefault(trigger.trigger(), List.of());
      boolean accepted = its.stream().anyMatch(answer -> answer.event().status() / 100 == 2);
      String kind = run.subject().reconcile().containsKey(trigger.job()) ? trigger.job() : null;
      List<Long> seqs = new ArrayList<>(List.of(seen.seq()));
      its.forEach(answer -> seqs.add(answer.seq()));
      merge(owed, places, new Owed(trigger.key(), kind, false, accepted, seqs));
    }
    return owed;
  }

  /** True when silence about this key is a loss. */
  boolean certain() {
    return due || accepted;
  }

  boolean matches(LedgerRow row) {
    return matches(row.key(), row.kind());
  }

  boolean matches(String otherKey, String otherKind) {
    return key.equals(otherKey) && (kind == null || otherKind == null || kind.equals(otherKind));
  }

  private static void add(List<Owed> owed, Map<String, List<Integer>> places, Owed one) {
    places.computeIfAbsent(one.key, key -> new ArrayList<>(1)).add(owed.size());
    owed.add(one);
  }

  /**
   * @param places where the keys stand in {@code owed}, rising
   */
  private static void merge(List<Owed> owed, Map<String, List<Integer>> places, Owed more) {
    for (int place : places.getOrDefault(more.key, List.of())) {
      Owed known = owed.get(place);
      if (known.kind == null || more.kind == null || known.kind.equals(more.kind)) {
        owed.set(place, known.and(more));
        return;
      }
    }
    add(owed, places, more);
  }

  private Owed and(Owed more) {
    Set<Long> all = new TreeSet<>(events);
    all.addAll(more.events);
    return new Owed(
        key,
        kind == null ? more.kind : kind,
        due || more.due,
        accepted || more.accepted,
        List.copyOf(all));
  }
}
