package dev.threeledger.environment;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A table whose rows are followed.
 *
 * @param partitioned its partitions carry the rows
 * @param columns all columns, in order
 */
record HistoryTable(String schema, String name, boolean partitioned, List<String> columns) {
  private static final String TABLES =
      """
      SELECT n.nspname, c.relname, c.relkind = 'p',
             array_agg(a.attname::text ORDER BY a.attnum)
      FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relkind IN ('r', 'p') AND c.relpersistence = 'p'
        AND n.nspname NOT IN ('pg_catalog', 'information_schema')
      GROUP BY n.nspname, c.relname, c.relkind
      ORDER BY n.nspname = 'public' DESC, n.nspname, c.relname
      """;

  /** Finds the declared tables; all that is wrong with the declaration is told at once. */
  static List<HistoryTable> resolve(Connection connection, Map<String, List<String>> declared)
      throws SQLException {
    List<HistoryTable> known = all(connection);
    List<HistoryTable> found = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    new TreeMap<>(declared)
        .forEach(
            (name, key) ->
                known.stream()
                    .filter(table -> table.isCalled(name))
                    .findFirst()
                    .ifPresentOrElse(
                        table -> {
                          found.add(table);
                          problems.addAll(table.missing(name, key));
                        },
                        () -> problems.add(noSuchTable(name, known))));
    if (!problems.isEmpty()) {
      throw new UnfitException(
          "the subject's history does not fit its schema:\n  " + String.join("\n  ", problems));
    }
    return found;
  }

  private static List<HistoryTable> all(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(TABLES)) {
      List<HistoryTable> tables = new ArrayList<>();
      while (rows.next()) {
        String[] columns = (String[]) rows.getArray(4).getArray();
        tables.add(
            new HistoryTable(
                rows.getString(1), rows.getString(2), rows.getBoolean(3), Arrays.asList(columns)));
      }
      return tables;
    }
  }

  private static String noSuchTable(String name, List<HistoryTable> known) {
    return "history."
        + name
        + ": no such table; known: "
        + known.stream().map(HistoryTable::text).toList();
  }

  private List<String> missing(String declaredName, List<String> key) {
    return key.stream()
        .filter(column -> !columns.contains(column))
        .map(
            column ->
                "history.%s: no column '%s'; known: %s".formatted(declaredName, column, columns))
        .toList();
  }

  private boolean isCalled(String text) {
    return text.equals(name) || text.equals(schema + "." + name);
  }

  private String text() {
    return schema.equals("public") ? name : schema + "." + name;
  }

  /** For SQL. */
  String quoted() {
    return Databases.quote(schema) + "." + Databases.quote(name);
  }

  /** Old rows will be logged whole, so that a change shows what it replaced. */
  void identifyFully(Statement statement) throws SQLException {
    statement.execute("ALTER TABLE " + quoted() + " REPLICA IDENTITY FULL");
    if (partitioned) {
      List<String> parts = new ArrayList<>();
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT relid::regclass FROM pg_partition_tree('%s')"
                  .formatted(quoted().replace("'", "''")))) {
        while (rows.next()) {
          parts.add(rows.getString(1));
        }
      }
      for (String part : parts) {
        statement.execute("ALTER TABLE " + part + " REPLICA IDENTITY FULL");
      }
    }
  }
}
