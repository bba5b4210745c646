package dev.threeledger.check;

import dev.threeledger.scenario.StateRole;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Event.RowChanged;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * History of the rows that say who holds a key, in the order of commits (LSN). Empty when the
 * subject declares no such table.
 */
final class FencedRows {
  private final Subject subject;
  private final Writers writers;
  private final List<FencedRow> rows;
  private final Map<String, List<FencedRow>> byKey;
  private final Map<String, String> workerByHolder = new HashMap<>();
  private final Map<String, Optional<String>> onlySenders = new HashMap<>();

  FencedRows(RunRecord run, Events events, Writers writers) {
    subject = run.subject();
    this.writers = writers;
    rows =
        subject.fencing() == null
            ? List.of()
            : inCommitOrder(events).stream()
                .filter(seen -> seen.event().table().equals(subject.fencing().table()))
                .filter(seen -> seen.event().key() != null)
                .map(seen -> FencedRow.of(subject, seen, writers.worker(seen.event().xid())))
                .toList();
    byKey =
        rows.stream()
            .collect(
                Collectors.groupingBy(FencedRow::key, LinkedHashMap::new, Collectors.toList()));
    learnHolders();
  }

  /** Row changes of all tables, by commit and then by place within the transaction. */
  static List<Seen<RowChanged>> inCommitOrder(Events events) {
    return events.of(RowChanged.class).stream()
        .sorted(
            Comparator.<Seen<RowChanged>>comparingLong(seen -> seen.event().commitLsn())
                .thenComparingLong(seen -> seen.event().lsn()))
        .toList();
  }

  List<FencedRow> all() {
    return rows;
  }

  /** In order of first appearance. */
  Map<String, List<FencedRow>> byKey() {
    return Collections.unmodifiableMap(byKey);
  }

  List<FencedRow> of(String key) {
    return byKey.getOrDefault(key, List.of());
  }

  /** The last change of the key by which it came to stand in this role, also if it left again. */
  Optional<FencedRow> lastInto(String key, StateRole role) {
    List<FencedRow> history = of(key);
    for (int i = history.size() - 1; i >= 0; i--) {
      FencedRow row = history.get(i);
      if (row.after() != null && row.after().role() == role && entered(row)) {
        return Optional.of(row);
      }
    }
    return Optional.empty();
  }

  /** The first change of the key after which it stands in this role. */
  Optional<FencedRow> firstInto(String key, StateRole role) {
    return of(key).stream()
        .filter(row -> row.after() != null && row.after().role() == role)
        .findFirst();
  }

  /** The change since which a key stands in such a role, if it stands there at the end. */
  static Optional<FencedRow> standsSince(List<FencedRow> history, Predicate<StateRole> such) {
    FencedRow since = null;
    for (FencedRow row : history) {
      StateRole role = row.after() == null ? null : row.after().role();
      boolean there = role != null && such.test(role);
      since = there ? (since == null ? row : since) : null;
    }
    return Optional.ofNullable(since);
  }

  /**
   * The worker behind a claim: by its transaction, else by what its holder's name stood for, else
   * by who alone ever sent that name. Null when it is not known for certain.
   */
  String claimant(FencedRow claim) {
    if (claim.worker() != null) {
      return claim.worker();
    }
    String holder = claim.after().holder();
    String known = workerByHolder.get(holder);
    return known != null
        ? known
        : onlySenders
            .computeIfAbsent(holder, name -> Optional.ofNullable(writers.onlySenderOf(name)))
            .orElse(null);
  }

  private static boolean entered(FencedRow row) {
    return row.before() == null || row.before().role() != row.after().role();
  }

  /** A holder's name stands for a worker when all its claims with a known writer are that one's. */
  private void learnHolders() {
    Set<String> ambiguous = new HashSet<>();
    for (FencedRow row : rows) {
      if (row.claim() && row.worker() != null) {
        String known = workerByHolder.putIfAbsent(row.after().holder(), row.worker());
        if (known != null && !known.equals(row.worker())) {
          ambiguous.add(row.after().holder());
        }
      }
    }
    workerByHolder.keySet().removeAll(ambiguous);
  }
}
