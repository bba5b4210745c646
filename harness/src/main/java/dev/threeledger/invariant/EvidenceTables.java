package dev.threeledger.invariant;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.h2.api.ErrorCode;

/**
 * The evidence as tables in memory (H2, in the manner of PostgreSQL), and queries over them.
 *
 * <p>Queries run as a user that may select and nothing else: what reads files, opens connections or
 * loads classes needs more rights in H2 (org.h2.engine.Session: checkAdmin). Not thread-safe;
 * closing it ends the database.
 */
public final class EvidenceTables implements AutoCloseable {
  private static final AtomicLong NUMBERS = new AtomicLong();

  /** Names of columns here that H2 takes for key words. */
  private static final String SESSION = ";NON_KEYWORDS=KEY,VALUE,USER,DAY,MONTH,YEAR,HOUR,MINUTE";

  private static final String SETTINGS =
      ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH"
          + ";DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0;TRACE_LEVEL_SYSTEM_OUT=0";

  private record Asked(String sql, EvidenceColumns columns) {}

  /** Each variation of a scenario brings the same query again, and a database costs 20 ms. */
  private static final Map<Asked, Optional<String>> PROBLEMS = new ConcurrentHashMap<>();

  private final EvidenceColumns columns;
  private final Connection owner;
  private final Connection reader;

  /**
   * The tables, empty.
   *
   * @throws IllegalStateException when the database in memory cannot be made
   */
  public EvidenceTables(EvidenceColumns columns) {
    this.columns = columns;
    String url = "jdbc:h2:mem:evidence-" + NUMBERS.incrementAndGet();
    Connection opened = null;
    try {
      opened = DriverManager.getConnection(url + SESSION + SETTINGS, "owner", "owner");
      create(opened);
      reader = DriverManager.getConnection(url + SESSION, "reader", "reader");
      owner = opened;
    } catch (SQLException e) {
      closeQuietly(opened);
      throw new IllegalStateException("no database in memory: " + e.getMessage(), e);
    }
  }

  private void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (Map.Entry<String, Map<String, String>> table : columns.tables().entrySet()) {
        String list =
            table.getValue().entrySet().stream()
                .map(column -> quoted(column.getKey()) + " " + column.getValue())
                .collect(Collectors.joining(", "));
        statement.execute("CREATE TABLE " + quoted(table.getKey()) + " (" + list + ")");
      }
      statement.execute("CREATE USER reader PASSWORD 'reader'");
      statement.execute("GRANT SELECT ON SCHEMA public TO reader");
    }
  }

  /**
   * Adds rows to a table.
   *
   * @param rows values by column: text, Long or BigDecimal; an absent column is NULL
   * @throws IllegalStateException when a row does not fit the table
   */
  public void add(String table, List<Map<String, Object>> rows) {
    List<String> names = List.copyOf(columns.tables().get(table).keySet());
    String sql =
        "INSERT INTO %s (%s) VALUES (%s)"
            .formatted(
                quoted(table),
                names.stream().map(EvidenceTables::quoted).collect(Collectors.joining(", ")),
                names.stream().map(name -> "?").collect(Collectors.joining(", ")));
    try (PreparedStatement insert = owner.prepareStatement(sql)) {
      for (Map<String, Object> row : rows) {
        for (int i = 0; i < names.size(); i++) {
          set(insert, i + 1, row.get(names.get(i)));
        }
        insert.addBatch();
      }
      insert.executeBatch();
    } catch (SQLException e) {
      throw new IllegalStateException(table + " does not take a row: " + e.getMessage(), e);
    }
  }

  private static void set(PreparedStatement insert, int index, Object value) throws SQLException {
    if (value instanceof Long number) {
      insert.setLong(index, number);
    } else if (value instanceof BigDecimal number) {
      insert.setBigDecimal(index, number);
    } else {
      insert.setString(index, (String) value);
    }
  }

  /**
   * The rows of a query, values as text by column in order; a NULL is absent.
   *
   * @param within how long it may take; at least 1 s, whole seconds
   * @param most how many rows are given at most
   * @throws QueryFailedException when it gives none, and why
   */
  public List<Map<String, String>> ask(String sql, Duration within, int most)
      throws QueryFailedException {
    refuse(sql);
    try (PreparedStatement query = reader.prepareStatement(sql)) {
      demandQuery(query);
      query.setQueryTimeout((int) Math.max(1, within.toSeconds()));
      query.setMaxRows(most);
      try (ResultSet result = query.executeQuery()) {
        return rows(result);
      }
    } catch (SQLException e) {
      throw e.getErrorCode() == ErrorCode.STATEMENT_WAS_CANCELED
          ? new QueryFailedException("the query was ended after " + within.toSeconds() + " s", e)
          : new QueryFailedException(words(e), e);
    }
  }

  /** What is wrong with a query, as far as that shows without any evidence. */
  public static Optional<String> problem(String sql, EvidenceColumns columns) {
    return PROBLEMS.computeIfAbsent(
        new Asked(sql, columns),
        asked -> {
          try (EvidenceTables tables = new EvidenceTables(columns)) {
            return tables.problem(sql);
          }
        });
  }

  private Optional<String> problem(String sql) {
    try {
      refuse(sql);
      try (PreparedStatement query = reader.prepareStatement(sql)) {
        demandQuery(query);
        return Optional.empty();
      }
    } catch (QueryFailedException e) {
      return Optional.of(e.getMessage());
    } catch (SQLException e) {
      boolean maybeThere =
          e.getErrorCode() == ErrorCode.COLUMN_NOT_FOUND_1
              && columns.mentionedBy(sql).stream().anyMatch(columns.open()::contains);
      return maybeThere ? Optional.empty() : Optional.of(words(e));
    }
  }

  private static void refuse(String sql) throws QueryFailedException {
    Optional<String> refusal = new SqlText(sql).refusal();
    if (refusal.isPresent()) {
      throw new QueryFailedException(refusal.get());
    }
  }

  private static void demandQuery(PreparedStatement query)
      throws SQLException, QueryFailedException {
    if (query.getMetaData() == null) {
      throw new QueryFailedException("is no query; write a SELECT");
    }
  }

  private static List<Map<String, String>> rows(ResultSet result) throws SQLException {
    ResultSetMetaData about = result.getMetaData();
    List<Map<String, String>> rows = new ArrayList<>();
    while (result.next()) {
      Map<String, String> row = new LinkedHashMap<>();
      for (int i = 1; i <= about.getColumnCount(); i++) {
        String value = result.getString(i);
        if (value != null) {
          row.putIfAbsent(about.getColumnLabel(i), value);
        }
      }
      rows.add(row);
    }
    return rows;
  }

  /** H2's own words without the statement and the number that it appends. */
  private String words(SQLException e) {
    String message = e.getMessage().replaceFirst("(?s); (SQL statement:|expected \").*", "");
    String said = message.replaceFirst(" \\[\\d+-\\d+]$", "").replaceAll("\\s+", " ");
    return e.getErrorCode() == ErrorCode.TABLE_OR_VIEW_NOT_FOUND_1
        ? said + "; known: " + String.join(", ", columns.tables().keySet())
        : said;
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  @Override
  public void close() {
    closeQuietly(reader);
    closeQuietly(owner);
  }

  private static void closeQuietly(Connection connection) {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException e) {
      // the database is in memory and goes with its last connection; nothing is left to save
    }
  }
}
