package dev.threeledger.environment;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** One connection to the maintenance database, opened at first use and kept; for one at a time. */
final class AdminConnection implements AutoCloseable {
  private final String jdbc;
  private Connection connection;

  AdminConnection(String jdbc) {
    this.jdbc = jdbc;
  }

  /** Work with a statement. */
  interface Work<T> {
    T with(Statement statement) throws SQLException;
  }

  /**
   * Does the work.
   *
   * @param what for the message: cannot …
   */
  synchronized <T> T run(Work<T> work, String what) {
    try {
      if (connection == null || connection.isClosed()) {
        connection = DriverManager.getConnection(jdbc);
      }
      try (Statement statement = connection.createStatement()) {
        return work.with(statement);
      }
    } catch (SQLException e) {
      throw Databases.failed(what, e);
    }
  }

  /** The server ends: the connection is dropped, and the next work opens another. */
  synchronized void forget() {
    try {
      if (connection != null) {
        connection.abort(Runnable::run);
      }
    } catch (SQLException gone) {
      // nothing is left to be dropped
    } finally {
      connection = null;
    }
  }

  @Override
  public synchronized void close() {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException e) {
      throw Databases.failed("close the connection to the maintenance database", e);
    }
  }
}
