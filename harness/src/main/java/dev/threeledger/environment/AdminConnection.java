package dev.threeledger.environment;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Supplier;

/** One connection to the maintenance database, opened at first use and kept; for one at a time. */
public final class AdminConnection implements AutoCloseable {
  private final Supplier<String> jdbc;
  private Connection connection;

  /** To a server whose address is asked for at each new connection. */
  public AdminConnection(Supplier<String> jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Does the work.
   *
   * @param what for the message: cannot …
   * @throws EnvironmentException when it fails
   */
  public synchronized <T> T run(DatabaseServer.Work<T> work, String what) {
    try {
      if (connection == null || connection.isClosed()) {
        connection = DriverManager.getConnection(jdbc.get());
      }
      try (Statement statement = connection.createStatement()) {
        return work.with(statement);
      }
    } catch (SQLException e) {
      throw Databases.failed(what, e);
    }
  }

  /** The server ends: the connection is dropped, and the next work opens another. */
  public synchronized void forget() {
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
