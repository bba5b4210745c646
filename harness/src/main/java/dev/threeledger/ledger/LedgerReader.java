package dev.threeledger.ledger;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads ledgers from the subject's database by the subject's own SQL.
 *
 * <p>The columns {@code key} and {@code kind} must be there, {@code amount} and {@code state} may
 * be; all columns are kept as text, times in UTC.
 */
public final class LedgerReader {
  private LedgerReader() {}

  /** Both ledgers as of one moment. */
  public record Snapshot(List<LedgerRow> business, List<LedgerRow> execution) {
    public Snapshot {
      business = List.copyOf(business);
      execution = List.copyOf(execution);
    }
  }

  /**
   * Reads both ledgers in one REPEATABLE READ, READ ONLY transaction: what is committed in between
   * appears in neither.
   *
   * @param connection in autocommit, as which it is left
   * @throws SQLException beginning with the ledger's name: the SQL does not run, or lacks a column
   */
  public static Snapshot read(Connection connection, String businessSql, String executionSql)
      throws SQLException {
    return inSnapshot(
        connection,
        statement ->
            new Snapshot(
                rows(statement, "business", businessSql),
                rows(statement, "execution", executionSql)));
  }

  /**
   * Reads the list of what must come to an end.
   *
   * @throws SQLException as with {@link #read}
   */
  public static List<LedgerRow> due(Connection connection, String sql) throws SQLException {
    return inSnapshot(connection, statement -> rows(statement, "due", sql));
  }

  private interface Reading<T> {
    T with(Statement statement) throws SQLException;
  }

  private static <T> T inSnapshot(Connection connection, Reading<T> reading) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
      try {
        statement.execute("SET LOCAL TimeZone = 'UTC'");
        return reading.with(statement);
      } finally {
        statement.execute("ROLLBACK");
      }
    }
  }

  private static List<LedgerRow> rows(Statement statement, String ledger, String sql)
      throws SQLException {
    try (ResultSet result = statement.executeQuery(sql)) {
      List<String> columns = columns(result.getMetaData());
      demand(columns, "key", ledger);
      demand(columns, "kind", ledger);
      List<LedgerRow> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(row(result, columns, ledger, rows.size() + 1));
      }
      return rows;
    } catch (SQLException e) {
      if (e instanceof Unfit) {
        throw e;
      }
      throw new SQLException(ledger + " ledger: " + e.getMessage(), e.getSQLState(), e);
    }
  }

  private static List<String> columns(ResultSetMetaData metaData) throws SQLException {
    List<String> columns = new ArrayList<>();
    for (int i = 1; i <= metaData.getColumnCount(); i++) {
      columns.add(metaData.getColumnLabel(i));
    }
    return columns;
  }

  private static void demand(List<String> columns, String column, String ledger) throws Unfit {
    if (!columns.contains(column)) {
      throw new Unfit(
          "%s ledger: the SQL gives no column '%s', only %s; write SELECT … AS key, … AS kind"
              .formatted(ledger, column, columns));
    }
  }

  private static LedgerRow row(ResultSet result, List<String> columns, String ledger, int number)
      throws SQLException {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      String value = result.getString(i + 1);
      if (value != null) {
        values.putIfAbsent(columns.get(i), value);
      }
    }
    for (String column : List.of("key", "kind")) {
      if (!values.containsKey(column)) {
        throw new Unfit("%s ledger: row %d has a NULL %s".formatted(ledger, number, column));
      }
    }
    BigDecimal amount = amount(values.get("amount"), ledger, number);
    return new LedgerRow(
        values.get("key"), values.get("kind"), amount, values.get("state"), values);
  }

  private static BigDecimal amount(String text, String ledger, int number) throws Unfit {
    try {
      return text == null ? null : new BigDecimal(text.strip());
    } catch (NumberFormatException e) {
      throw new Unfit(
          "%s ledger: row %d: amount '%s' is not a number".formatted(ledger, number, text));
    }
  }

  /** The SQL runs and does not give a ledger. */
  private static final class Unfit extends SQLException {
    private static final long serialVersionUID = 1L;

    Unfit(String message) {
      super(message);
    }
  }
}
