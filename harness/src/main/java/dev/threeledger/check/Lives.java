package dev.threeledger.check;

import dev.threeledger.scenario.StateRole;
import dev.threeledger.scenario.Subject.Audit;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Event.RowOperation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A key's lives: a person who takes it back from manual review, on record in the declared audit
 * table, begins a new one. What a subject bounds for itself counts from there.
 *
 * <p>A life begins where the change stands in the row history, thus committed. What was still on
 * its way from the life before counts to the new one.
 */
final class Lives {
  private final Events events;
  private final Audit audit;
  private final FencedRows rows;

  /** What the audit table recorded, by transaction; null until it is asked for. */
  private Map<Long, List<Seen<RowChanged>>> audits;

  Lives(RunRecord run, Events events, FencedRows rows) {
    this.events = events;
    this.rows = rows;
    audit =
        run.subject().promises().manual() == null
            ? null
            : run.subject().promises().manual().audit();
  }

  /** True when the change takes a key out of a person's hands. */
  static boolean leavesManual(FencedRow row) {
    boolean was = row.before() != null && row.before().role() == StateRole.MANUAL;
    return was && (row.after() == null || row.after().role() != StateRole.MANUAL);
  }

  /** What the audit table recorded about the key in the same transaction, the first of it. */
  Optional<Seen<RowChanged>> auditOf(FencedRow row) {
    return audit == null
        ? Optional.empty()
        : audits().getOrDefault(row.seen().event().xid(), List.of()).stream()
            .filter(seen -> row.key().equals(seen.event().key()))
            .findFirst();
  }

  private Map<Long, List<Seen<RowChanged>>> audits() {
    if (audits == null) {
      audits =
          events.of(RowChanged.class).stream()
              .filter(seen -> seen.event().table().equals(audit.table()))
              .filter(seen -> seen.event().operation() == RowOperation.INSERT)
              .collect(Collectors.groupingBy(seen -> seen.event().xid()));
    }
    return audits;
  }

  /** Columns that the audit row leaves blank, in the order of the declaration. */
  List<String> blanks(Seen<RowChanged> seen) {
    return Stream.of(audit.who(), audit.why(), audit.before(), audit.after())
        .filter(column -> blank(seen.event().after(), column))
        .toList();
  }

  static boolean blank(Map<String, String> row, String column) {
    return row == null || row.get(column) == null || row.get(column).isBlank();
  }

  /** The seqs at which a life of the key begins, but for the first. */
  List<Long> begins(String key) {
    return rows.of(key).stream()
        .filter(Lives::leavesManual)
        .filter(row -> auditOf(row).filter(seen -> blanks(seen).isEmpty()).isPresent())
        .map(FencedRow::seq)
        .toList();
  }

  /** The events by life, in order. */
  <E extends Event> Collection<List<Seen<E>>> split(String key, List<Seen<E>> events) {
    List<Long> begins = key == null ? List.of() : begins(key);
    Map<Long, List<Seen<E>>> lives = new TreeMap<>();
    for (Seen<E> seen : events) {
      long life = begins.stream().filter(begin -> begin < seen.seq()).count();
      lives.computeIfAbsent(life, number -> new ArrayList<>()).add(seen);
    }
    return lives.values();
  }
}
