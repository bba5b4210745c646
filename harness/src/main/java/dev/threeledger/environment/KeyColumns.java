package dev.threeledger.environment;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Which rows of a table belong to a business key.
 *
 * @param history key columns by table, as the subject declares them
 * @param parts each known business key's parts by name
 */
record KeyColumns(Map<String, List<String>> history, Map<String, Map<String, String>> parts) {
  private static final String PRIMARY_KEY =
      """
      SELECT a.attname
      FROM pg_index i
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
      WHERE i.indrelid = to_regclass(?) AND i.indisprimary
      """;

  /** A condition on rows, with values for its question marks. */
  record Condition(String table, String sql, List<String> values) {}

  /**
   * The condition for a key's rows.
   *
   * @throws EnvironmentException when the table's rows cannot be told by the key
   */
  Condition of(Connection connection, String table, String key) throws SQLException {
    List<String> declared = history.get(table);
    List<String> columns = declared == null ? primaryKey(connection, table) : declared;
    List<String> values = declared == null ? byName(table, columns, key) : byPlace(columns, key);
    String sql =
        columns.stream()
            .map(column -> Databases.quote(column) + "::text = ?")
            .collect(Collectors.joining(" AND "));
    return new Condition(quoted(table), sql, values);
  }

  private static List<String> byPlace(List<String> columns, String key) {
    List<String> values =
        columns.size() == 1 ? List.of(key) : Arrays.asList(key.split("/", columns.size()));
    if (values.size() != columns.size()) {
      throw new EnvironmentException(
          "the key '%s' does not have the parts %s".formatted(key, columns));
    }
    return values;
  }

  private List<String> byName(String table, List<String> columns, String key) {
    Map<String, String> named = parts.getOrDefault(key, Map.of());
    if (columns.isEmpty() || !named.keySet().containsAll(columns)) {
      throw new EnvironmentException(
          "the rows of %s cannot be told by the key %s: it is not in the subject's history, and its primary key %s is not among the key's parts %s"
              .formatted(table, key, columns, named.keySet()));
    }
    return columns.stream().map(named::get).toList();
  }

  private static List<String> primaryKey(Connection connection, String table) throws SQLException {
    List<String> columns = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(PRIMARY_KEY)) {
      statement.setString(1, quoted(table));
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          columns.add(rows.getString(1));
        }
      }
    }
    return columns;
  }

  private static String quoted(String table) {
    return Arrays.stream(table.split("\\.")).map(Databases::quote).collect(Collectors.joining("."));
  }
}
