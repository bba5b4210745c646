package dev.threeledger.check;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.invariant.EvidenceColumns;
import dev.threeledger.invariant.EvidenceTables;
import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.TimelineJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Puts the evidence of a run into the tables that invariants are asked over. */
final class EvidenceRows {
  private EvidenceRows() {}

  /** The tables, with the columns that the ledgers of this run have. */
  static EvidenceColumns columns(RunRecord run) {
    Subject subject = run.subject();
    EvidenceColumns columns =
        EvidenceColumns.of(subject.businessSql(), subject.executionSql(), run.scenario().due());
    for (Map.Entry<String, Optional<List<LedgerRow>>> ledger : ledgers(run).entrySet()) {
      Set<String> names = new LinkedHashSet<>();
      ledger.getValue().orElse(List.of()).forEach(row -> names.addAll(row.columns().keySet()));
      columns = columns.with(ledger.getKey(), names);
    }
    return columns;
  }

  static void fill(EvidenceTables tables, RunRecord run) {
    ledgers(run)
        .forEach(
            (table, rows) ->
                tables.add(
                    table, rows.orElse(List.of()).stream().map(EvidenceRows::ledger).toList()));
    tables.add("events", run.timeline().stream().map(EvidenceRows::event).toList());
    List<Map<String, Object>> history = new ArrayList<>();
    List<Map<String, Object>> values = new ArrayList<>();
    String stateColumn = run.subject().fencing() == null ? null : run.subject().fencing().state();
    for (Entry entry : run.timeline()) {
      if (entry.event() instanceof RowChanged change) {
        history.add(history(entry.seq(), change, stateColumn));
        values.addAll(values(entry.seq(), change));
      }
    }
    tables.add("row_history", history);
    tables.add("row_values", values);
  }

  private static Map<String, Optional<List<LedgerRow>>> ledgers(RunRecord run) {
    Map<String, Optional<List<LedgerRow>>> ledgers = new LinkedHashMap<>();
    ledgers.put("business", run.ledgers().business());
    ledgers.put("external", run.ledgers().external());
    ledgers.put("execution", run.ledgers().execution());
    ledgers.put("due", run.ledgers().due());
    return ledgers;
  }

  private static Map<String, Object> ledger(LedgerRow row) {
    Map<String, Object> values = new LinkedHashMap<>(row.columns());
    values.put("key", row.key());
    values.put("kind", row.kind());
    values.put("amount", row.amount());
    values.put("state", row.state());
    return values;
  }

  private static Map<String, Object> event(Entry entry) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("seq", entry.seq());
    values.put("at_nanos", entry.atNanos());
    values.put("event", entry.event().name());
    values.put("worker", entry.event().worker());
    values.put("key", entry.event().key());
    values.put("json", TimelineJson.write(entry));
    return values;
  }

  private static Map<String, Object> row(long seq, RowChanged change) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("seq", seq);
    values.put("table_name", change.table());
    values.put("operation", change.operation().name());
    values.put("key", change.key());
    return values;
  }

  private static Map<String, Object> history(long seq, RowChanged change, String stateColumn) {
    Map<String, Object> values = row(seq, change);
    values.put("xid", change.xid());
    values.put("commit_lsn", change.commitLsn());
    values.put("before", json(change.before()));
    values.put("after", json(change.after()));
    if (stateColumn != null) {
      values.put("old_state", value(change.before(), stateColumn));
      values.put("new_state", value(change.after(), stateColumn));
    }
    return values;
  }

  private static List<Map<String, Object>> values(long seq, RowChanged change) {
    Set<String> names = new LinkedHashSet<>();
    Optional.ofNullable(change.before()).ifPresent(row -> names.addAll(row.keySet()));
    Optional.ofNullable(change.after()).ifPresent(row -> names.addAll(row.keySet()));
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String name : names) {
      Map<String, Object> values = row(seq, change);
      values.put("name", name);
      values.put("before", value(change.before(), name));
      values.put("after", value(change.after(), name));
      rows.add(values);
    }
    return rows;
  }

  private static String value(Map<String, String> row, String column) {
    return row == null ? null : row.get(column);
  }

  private static String json(Map<String, String> row) {
    if (row == null) {
      return null;
    }
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    row.forEach(node::put);
    return node.toString();
  }
}
