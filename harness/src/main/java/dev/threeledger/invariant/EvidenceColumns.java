package dev.threeledger.invariant;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The tables of the evidence and their columns.
 *
 * <p>A ledger's further columns are those that the SQL that reads it names. Which of its words are
 * columns is not told apart: a word too much is a column in which nothing stands. So a query can be
 * tried before there is any evidence, and a column in which a run left only NULLs is there as well.
 *
 * @param tables for each table its columns in order, each with its type
 * @param open tables that may have further columns once they were read: their SQL takes all ({@code
 *     *}), or is not known
 */
public record EvidenceColumns(Map<String, Map<String, String>> tables, Set<String> open) {
  private static final String DUE = "due";
  private static final String TEXT = "VARCHAR";

  /** Exact decimals; trailing zeros are not kept. */
  private static final String NUMBER = "DECFLOAT(100)";

  private static final String WHOLE = "BIGINT";
  private static final List<String> EFFECT =
      List.of(
          "effect_id",
          "idempotency_key",
          "worker",
          "request",
          "at_nanos",
          "undone_by",
          "body_digest",
          "answer_left");

  public EvidenceColumns {
    Map<String, Map<String, String>> copy = new LinkedHashMap<>();
    tables.forEach(
        (table, columns) ->
            copy.put(table, Collections.unmodifiableMap(new LinkedHashMap<>(columns))));
    tables = Collections.unmodifiableMap(copy);
    open = Set.copyOf(open);
  }

  /**
   * The tables, as the ledgers are read.
   *
   * @param dueSql null when a scenario states none
   */
  public static EvidenceColumns of(String businessSql, String executionSql, String dueSql) {
    Map<String, String> ledgers = new LinkedHashMap<>();
    ledgers.put("business", businessSql);
    ledgers.put("external", null);
    ledgers.put("execution", executionSql);
    ledgers.put(DUE, dueSql);
    Map<String, Map<String, String>> tables = new LinkedHashMap<>();
    ledgers.forEach(
        (ledger, sql) -> tables.put(ledger, ledger(sql == null ? List.of() : words(sql))));
    tables.put("external", ledger(EFFECT));
    tables.put(
        "row_history",
        columns(
            "seq",
            WHOLE,
            "table_name",
            TEXT,
            "operation",
            TEXT,
            "key",
            TEXT,
            "xid",
            WHOLE,
            "commit_lsn",
            WHOLE,
            "before",
            TEXT,
            "after",
            TEXT,
            "old_state",
            TEXT,
            "new_state",
            TEXT));
    tables.put(
        "row_values",
        columns(
            "seq",
            WHOLE,
            "table_name",
            TEXT,
            "operation",
            TEXT,
            "key",
            TEXT,
            "name",
            TEXT,
            "before",
            TEXT,
            "after",
            TEXT));
    tables.put(
        "events",
        columns(
            "seq",
            WHOLE,
            "at_nanos",
            WHOLE,
            "event",
            TEXT,
            "worker",
            TEXT,
            "key",
            TEXT,
            "json",
            TEXT));
    Set<String> open = new LinkedHashSet<>();
    ledgers.forEach(
        (ledger, sql) -> {
          if (sql != null && new SqlText(sql).takesAll()) {
            open.add(ledger);
          }
        });
    return new EvidenceColumns(tables, open);
  }

  /** The same for a subject, whose scenarios' due lists are not known yet. */
  public static EvidenceColumns of(String businessSql, String executionSql) {
    EvidenceColumns known = of(businessSql, executionSql, null);
    Set<String> open = new LinkedHashSet<>(known.open);
    open.add(DUE);
    return new EvidenceColumns(known.tables, open);
  }

  private static Set<String> words(String sql) {
    return new SqlText(sql).names();
  }

  /** These and, as text, those of the named table that it has not got yet. */
  public EvidenceColumns with(String table, Set<String> columns) {
    Map<String, String> its = new LinkedHashMap<>(tables.get(table));
    columns.forEach(column -> its.putIfAbsent(column, TEXT));
    Map<String, Map<String, String>> more = new LinkedHashMap<>(tables);
    more.put(table, its);
    return new EvidenceColumns(more, open);
  }

  private static Map<String, String> ledger(Iterable<String> further) {
    Map<String, String> columns =
        columns("key", TEXT, "kind", TEXT, "amount", NUMBER, "state", TEXT);
    further.forEach(name -> columns.putIfAbsent(name, TEXT));
    return columns;
  }

  private static Map<String, String> columns(String... namesAndTypes) {
    Map<String, String> columns = new LinkedHashMap<>();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      columns.put(namesAndTypes[i], namesAndTypes[i + 1]);
    }
    return columns;
  }

  /** Names of the tables that a query mentions, in their fixed order. */
  public Set<String> mentionedBy(String sql) {
    Set<String> mentioned = new LinkedHashSet<>(tables.keySet());
    mentioned.retainAll(new SqlText(sql).names());
    return mentioned;
  }
}
