package dev.threeledger.ledger;

import dev.threeledger.scenario.Subject;
import dev.threeledger.scenario.Subject.Reconcile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Puts the three ledgers side by side, key by key.
 *
 * <p>Only effects that hold (not undone) count. Amounts are compared by value: {@code 120.5} and
 * {@code 120.50} are equal. A comparison that needs a ledger that was not read is left out. An
 * execution that asks for a human (role MANUAL) claims neither that the effect is there nor that it
 * is not, and disagrees with neither.
 *
 * <p>Time and memory grow with the rows, which are all in memory; {@link StreamedReconciler} is for
 * ledgers that are too large for that.
 */
public final class Reconciler {
  private final Subject subject;
  private final Ledgers ledgers;
  private final Map<Name, Origin> names = new LinkedHashMap<>();
  private final Set<Name> due = new HashSet<>();
  private final Map<Name, List<LedgerRow>> business = new HashMap<>();
  private final Map<Name, List<LedgerRow>> execution = new HashMap<>();

  /** Effects by key. */
  private final Map<String, List<LedgerRow>> external = new HashMap<>();

  private Reconciler(Subject subject, Ledgers ledgers) {
    this.subject = subject;
    this.ledgers = ledgers;
  }

  /**
   * One entry per key and kind, in order of first appearance: due, then execution, business,
   * external. Effects of operations that reconcile with no kind are left out.
   */
  public static List<ReconciledKey> reconcile(Subject subject, Ledgers ledgers) {
    List<ReconciledKey> keys = new ArrayList<>();
    each(subject, ledgers, found -> keys.add(found.key()));
    return List.copyOf(keys);
  }

  /** The same, one after the other. */
  static void each(Subject subject, Ledgers ledgers, Consumer<Found> to) {
    Reconciler reconciler = new Reconciler(subject, ledgers);
    reconciler.sort();
    reconciler.names.forEach((name, origin) -> to.accept(reconciler.found(name, origin)));
  }

  /**
   * A key, and where it appeared first.
   *
   * @param key compared
   */
  record Found(ReconciledKey key, Origin origin) {}

  /**
   * A row's place.
   *
   * @param ledger 0 due, 1 execution, 2 business, 3 external
   * @param row index in it
   */
  record Origin(int ledger, int row) {}

  /** A key and its kind. */
  private record Name(String key, String kind) {
    static Name of(LedgerRow row) {
      return new Name(row.key(), row.kind());
    }
  }

  /** Puts each row where it belongs. */
  private void sort() {
    each(ledgers.due(), 0, (name, row) -> due.add(name));
    each(ledgers.execution(), 1, (name, row) -> add(execution, name, row));
    each(ledgers.business(), 2, (name, row) -> add(business, name, row));
    List<LedgerRow> effects = ledgers.external().orElse(List.of());
    for (int i = 0; i < effects.size(); i++) {
      LedgerRow effect = effects.get(i);
      add(external, effect.key(), effect);
      if (possible(effect).noneMatch(names::containsKey)) {
        Origin origin = new Origin(3, i);
        possible(effect).limit(1).forEach(name -> names.put(name, origin));
      }
    }
  }

  private interface Sorting {
    void of(Name name, LedgerRow row);
  }

  private void each(Optional<List<LedgerRow>> ledger, int number, Sorting sorting) {
    List<LedgerRow> rows = ledger.orElse(List.of());
    for (int i = 0; i < rows.size(); i++) {
      Name name = Name.of(rows.get(i));
      names.putIfAbsent(name, new Origin(number, i));
      sorting.of(name, rows.get(i));
    }
  }

  private static <K> void add(Map<K, List<LedgerRow>> rows, K key, LedgerRow row) {
    rows.computeIfAbsent(key, first -> new ArrayList<>(1)).add(row);
  }

  /** The kinds that an effect may belong to. */
  private Stream<Name> possible(LedgerRow effect) {
    return subject.reconcile().entrySet().stream()
        .filter(entry -> entry.getValue().operations().contains(effect.kind()))
        .map(entry -> new Name(effect.key(), entry.getKey()));
  }

  private Found found(Name name, Origin origin) {
    Reconcile rule = name.kind() == null ? null : subject.reconcile().get(name.kind());
    List<LedgerRow> its = business.getOrDefault(name, List.of());
    List<LedgerRow> executions = execution.getOrDefault(name, List.of());
    List<LedgerRow> effects =
        rule == null
            ? List.of()
            : external.getOrDefault(name.key(), List.of()).stream()
                .filter(row -> rule.operations().contains(row.kind()))
                .toList();
    return new Found(
        new ReconciledKey(
            name.key(),
            name.kind(),
            ledgers.due().isPresent() ? due.contains(name) : null,
            its,
            effects,
            executions,
            new Comparison(subject, ledgers, rule, its, effects, executions).disagreements()),
        origin);
  }
}
