package dev.threeledger.reference;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/**
 * A small pool with time-outs on every wait.
 *
 * <p>An {@link SQLException} from here never tells whether a commit happened: the answer to it may
 * be what was lost. Callers read the durable state again.
 */
final class Database implements AutoCloseable {

  /** Something done with a connection. */
  interface Work<T> {
    T in(Connection connection) throws SQLException;
  }

  /** Reads one row. */
  interface Row<T> {
    T of(ResultSet row) throws SQLException;
  }

  private final HikariDataSource pool;
  private final int timeoutMillis;

  Database(Settings settings) {
    timeoutMillis = (int) settings.databaseTimeout().toMillis();
    pool = new HikariDataSource(poolOf(settings));
  }

  private static HikariConfig poolOf(Settings settings) {
    long millis = settings.databaseTimeout().toMillis();
    long wholeSeconds = settings.databaseTimeout().plusMillis(999).toSeconds();
    HikariConfig config = new HikariConfig();
    config.setPoolName("executor");
    config.setJdbcUrl(settings.databaseUrl());
    config.setUsername(settings.databaseUser());
    config.setPassword(settings.databasePassword());
    // each execution, the heartbeat, the look, and some requests
    config.setMaximumPoolSize(Math.min(settings.jobLimit(), 16) + 4);
    config.setMinimumIdle(2);
    config.setConnectionTimeout(Math.max(millis, 250));
    config.setValidationTimeout(Math.max(millis, 250));
    config.setInitializationFailTimeout(-1); // the database may come later than we do
    config.addDataSourceProperty("ApplicationName", "worker-" + settings.worker());
    config.addDataSourceProperty("assumeMinServerVersion", "12");
    config.addDataSourceProperty("tcpKeepAlive", "true");
    config.addDataSourceProperty("connectTimeout", Long.toString(wholeSeconds));
    config.addDataSourceProperty("socketTimeout", Long.toString(wholeSeconds));
    config.addDataSourceProperty("options", serverSideLimits(settings.databaseTimeout()));
    return config;
  }

  /**
   * The server gives up a little earlier than we do, so that a statement that waited for a lock is
   * cancelled rather than carried out for nobody; and it ends the transaction of a worker that has
   * fallen silent, whose row locks would otherwise keep everybody from taking over.
   */
  private static String serverSideLimits(Duration timeout) {
    long millis = timeout.toMillis();
    return "-c statement_timeout="
        + Math.max(1, millis * 4 / 5)
        + " -c idle_in_transaction_session_timeout="
        + millis;
  }

  /** Runs statements that commit one by one. */
  <T> T direct(Work<T> work) throws SQLException {
    try (Connection connection = borrow()) {
      return work.in(connection);
    }
  }

  /** Runs statements that commit together, or not at all when {@code work} throws. */
  <T> T transaction(Work<T> work) throws SQLException {
    try (Connection connection = borrow()) {
      connection.setAutoCommit(false);
      try {
        T result = work.in(connection);
        connection.commit();
        return result;
      } catch (SQLException | RuntimeException e) {
        rollBack(connection, e);
        throw e;
      }
    }
  }

  private Connection borrow() throws SQLException {
    Connection connection = pool.getConnection();
    // in milliseconds, unlike the driver's own socketTimeout; the pool resets it
    connection.setNetworkTimeout(Runnable::run, timeoutMillis);
    return connection;
  }

  private static void rollBack(Connection connection, Exception cause) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  /** Number of rows changed. */
  static int update(Connection connection, String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, values)) {
      return statement.executeUpdate();
    }
  }

  static <T> List<T> rows(Connection connection, String sql, Row<T> row, Object... values)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, values);
        ResultSet result = statement.executeQuery()) {
      List<T> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(row.of(result));
      }
      return rows;
    }
  }

  private static PreparedStatement prepare(Connection connection, String sql, Object... values)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < values.length; i++) {
      bind(statement, i + 1, values[i]);
    }
    return statement;
  }

  private static void bind(PreparedStatement statement, int index, Object value)
      throws SQLException {
    if (value instanceof Long number) {
      statement.setLong(index, number);
    } else if (value instanceof Integer number) {
      statement.setInt(index, number);
    } else if (value instanceof Double number) {
      statement.setDouble(index, number);
    } else if (value instanceof BigDecimal number) {
      statement.setBigDecimal(index, number);
    } else if (value instanceof LocalDate date) {
      statement.setObject(index, date);
    } else {
      statement.setString(index, (String) value);
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
