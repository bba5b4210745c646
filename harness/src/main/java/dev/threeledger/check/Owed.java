package dev.threeledger.check;

import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.timeline.Event.TriggerAnswered;
import dev.threeledger.timeline.Event.TriggerSent;
import java.util.ArrayList;
import java.util.List;
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
    run.ledgers().due().orElse(List.of()).stream()
        .map(row -> new Owed(row.key(), row.kind(), true, false, List.of()))
        .distinct()
        .forEach(owed::add);
    Set<Integer> taken =
        events.of(TriggerAnswered.class).stream()
            .filter(seen -> seen.event().status() / 100 == 2)
            .map(seen -> seen.event().trigger())
            .collect(Collectors.toSet());
    for (Seen<TriggerSent> seen : events.of(TriggerSent.class)) {
      TriggerSent trigger = seen.event();
      boolean accepted = taken.contains(trigger.trigger());
      String kind = run.subject().reconcile().containsKey(trigger.job()) ? trigger.job() : null;
      merge(
          owed,
          new Owed(trigger.key(), kind, false, accepted, seqs(events, seen, trigger.trigger())));
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

  private static List<Long> seqs(Events events, Seen<TriggerSent> sent, int trigger) {
    List<Long> seqs = new ArrayList<>(List.of(sent.seq()));
    events.of(TriggerAnswered.class).stream()
        .filter(seen -> seen.event().trigger() == trigger)
        .forEach(seen -> seqs.add(seen.seq()));
    return seqs;
  }

  private static void merge(List<Owed> owed, Owed more) {
    for (int i = 0; i < owed.size(); i++) {
      Owed known = owed.get(i);
      if (known.key.equals(more.key)
          && (known.kind == null || more.kind == null || known.kind.equals(more.kind))) {
        owed.set(i, known.and(more));
        return;
      }
    }
    owed.add(more);
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
