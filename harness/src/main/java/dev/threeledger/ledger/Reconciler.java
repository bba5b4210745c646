package dev.threeledger.ledger;

import dev.threeledger.scenario.Subject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

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
  private final Rules rules;
  private final Ledgers ledgers;
  private final Map<Name, Origin> names = new LinkedHashMap<>();
  private final Set<Name> due = new HashSet<>();
  private final Map<Name, List<LedgerRow>> business = new HashMap<>();
  private final Map<Name, List<LedgerRow>> execution = new HashMap<>();

  /** Effects by key. */
  private final Map<String, List<LedgerRow>> external = new HashMap<>();

  private Reconciler(Rules rules, Ledgers ledgers) {
    this.rules = rules;
    this.ledgers = ledgers;
  }

  /**
   * One entry per key and kind, in order of first appearance: due, then execution, business,
   * external. Effects of operations that reconcile with no kind are left out.
   */
  public static List<ReconciledKey> reconcile(Subject subject, Ledgers ledgers) {
    List<ReconciledKey> keys = new ArrayList<>();
    each(new Rules(subject), ledgers, found -> keys.add(found.key()));
    return List.copyOf(keys);
  }

  /** Takes the keys, one after the other. */
  public interface Receiver {
    /**
     * One key and kind.
     *
     * @param firstSeen rises in the order of {@link Reconciler#reconcile}
     */
    void take(ReconciledKey key, long firstSeen);
  }

  /**
   * What {@link #reconcile} gives, one after the other. Of ledgers that are {@link StoredLedger
   * stored} only the rows of one key are in memory, and the keys come in their own order instead of
   * that of first appearance.
   *
   * @throws UncheckedIOException when a stored ledger cannot be read or sorted
   */
  public static void each(Subject subject, Ledgers ledgers, Receiver to) {
    if (ledgers.stored()) {
      try {
        StreamedReconciler.reconcile(subject, ledgers, to);
      } catch (IOException e) {
        throw new UncheckedIOException("a large ledger cannot be reconciled", e);
      }
    } else {
      each(
          new Rules(subject),
          ledgers,
          found -> to.take(found.key(), found.origin().place(found.origin().row())));
    }
  }

  /** In memory. */
  static void each(Rules rules, Ledgers ledgers, Consumer<Found> to) {
    Reconciler reconciler = new Reconciler(rules, ledgers);
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
  record Origin(int ledger, int row) {
    /**
     * Rises with the ledger's number, then with the row.
     *
     * @param inLedger the row's place in the whole ledger
     */
    long place(long inLedger) {
      return (long) ledger << 56 | inLedger;
    }
  }

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
      List<String> kinds = rules.kinds(effect.kind());
      boolean known = kinds.isEmpty();
      for (String kind : kinds) {
        known |= names.containsKey(new Name(effect.key(), kind));
      }
      if (!known) {
        names.put(new Name(effect.key(), kinds.get(0)), new Origin(3, i));
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

  private Found found(Name name, Origin origin) {
    List<LedgerRow> its = business.getOrDefault(name, List.of());
    List<LedgerRow> executions = execution.getOrDefault(name, List.of());
    List<String> operations = rules.operations(name.kind());
    List<LedgerRow> effects = new ArrayList<>(1);
    for (LedgerRow row : external.getOrDefault(name.key(), List.of())) {
      if (operations.contains(row.kind())) {
        effects.add(row);
      }
    }
    return new Found(
        new ReconciledKey(
            name.key(),
            name.kind(),
            ledgers.due().isPresent() ? due.contains(name) : null,
            its,
            effects,
            executions,
            new Comparison(rules, ledgers, name.kind(), its, effects, executions).disagreements()),
        origin);
  }
}
