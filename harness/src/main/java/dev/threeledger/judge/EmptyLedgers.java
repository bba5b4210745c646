package dev.threeledger.judge;

import dev.threeledger.check.RunRecord;
import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.ledger.Ledgers;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.RowChanged;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Ledgers that came out empty though the row history says that the tables which their SQL names
 * hold rows: a query that returns nothing accuses the subject of having lost everything, and
 * acquits it of everything else. Such a ledger is not believed: it is judged as one that was not
 * read.
 *
 * <p>Only tables under {@code history:} are known. A query that rightly leaves out every row that
 * there is makes a run INCONCLUSIVE as well; it is told why.
 */
final class EmptyLedgers {
  private final RunRecord run;
  private final Map<String, String> why = new LinkedHashMap<>();

  EmptyLedgers(RunRecord run) {
    this.run = run;
    Map<String, Set<String>> standing = standing(run.timeline());
    look("business", run.ledgers().business(), run.subject().businessSql(), standing);
    look("execution", run.ledgers().execution(), run.subject().executionSql(), standing);
  }

  /** By ledger, why it is not believed. */
  Map<String, String> why() {
    return why;
  }

  /** The run without the ledgers that are not believed. */
  RunRecord believed() {
    if (why.isEmpty()) {
      return run;
    }
    Ledgers all = run.ledgers();
    return new RunRecord(
        run.scenario(),
        run.subject(),
        run.settings(),
        run.timeline(),
        new Ledgers(
            why.containsKey("business") ? Optional.empty() : all.business(),
            all.external(),
            why.containsKey("execution") ? Optional.empty() : all.execution(),
            all.due()));
  }

  private void look(
      String ledger,
      Optional<List<LedgerRow>> rows,
      String sql,
      Map<String, Set<String>> standing) {
    if (rows.isEmpty() || !rows.get().isEmpty()) {
      return;
    }
    standing.entrySet().stream()
        .filter(table -> !table.getValue().isEmpty() && names(sql, table.getKey()))
        .findFirst()
        .ifPresent(
            table ->
                why.put(
                    ledger,
                    "its query returns nothing, though by its row history the table %s holds %s"
                        .formatted(table.getKey(), String.join(", ", table.getValue()))));
  }

  private static boolean names(String sql, String table) {
    return Pattern.compile("(?<![\\w.])" + Pattern.quote(table) + "(?!\\w)").matcher(sql).find();
  }

  /** Keys that have a row at the end, by table. */
  private static Map<String, Set<String>> standing(List<Entry> timeline) {
    Map<String, Set<String>> standing = new TreeMap<>();
    for (Entry entry : timeline) {
      if (entry.event() instanceof RowChanged row) {
        Set<String> keys = standing.computeIfAbsent(row.table(), table -> new TreeSet<>());
        switch (row.operation()) {
          case INSERT, UPDATE -> keys.add(String.valueOf(row.key()));
          case DELETE -> keys.remove(String.valueOf(row.key()));
          case TRUNCATE -> keys.clear();
        }
      }
    }
    return standing;
  }
}
