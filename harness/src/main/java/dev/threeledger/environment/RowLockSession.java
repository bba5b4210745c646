package dev.threeledger.environment;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * A session of the harness's own that locks rows by their business key and waits for others behind
 * a worker, in one transaction. PostgreSQL ends the session that looks for a deadlock first, and
 * each looks after its own {@code deadlock_timeout}: this one's is an hour, so it is the worker's
 * that is ended.
 *
 * <p>Used by one thread at a time; {@link #close} by any.
 */
final class RowLockSession implements RowLocks {
  private static final String DEADLOCK_DETECTED = "40P01";
  private static final long POLL_NANOS = 1_000_000;

  private final Connection connection;
  private final RowHistory history;
  private final KeyColumns columns;
  private final int workerPort;
  private final int pid;
  private volatile CompletableFuture<Boolean> wanted;

  RowLockSession(String jdbc, RowHistory history, KeyColumns columns, int workerPort) {
    this.history = history;
    this.columns = columns;
    this.workerPort = workerPort;
    try {
      connection = DriverManager.getConnection(jdbc);
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET deadlock_timeout = '1h'");
        ResultSet row = statement.executeQuery("SELECT pg_backend_pid()");
        row.next();
        pid = row.getInt(1);
      }
      connection.setAutoCommit(false);
    } catch (SQLException e) {
      throw Databases.failed("open a session that locks rows", e);
    }
  }

  @Override
  public int pid() {
    return pid;
  }

  @Override
  public int lock(String table, String key, Duration within) {
    try (Statement limit = connection.createStatement()) {
      limit.execute("SET LOCAL lock_timeout = " + Math.max(1, within.toMillis()));
      int rows = select(table, key);
      limit.execute("SET LOCAL lock_timeout = 0");
      return rows;
    } catch (SQLException e) {
      throw Databases.failed("lock the row of " + table + " for " + key, e);
    }
  }

  /** On a thread of its own. */
  @Override
  public void want(String table, String key) {
    CompletableFuture<Boolean> result = new CompletableFuture<>();
    wanted = result;
    Thread thread =
        new Thread(
            () -> {
              try {
                select(table, key);
                result.complete(true);
              } catch (SQLException e) {
                if (DEADLOCK_DETECTED.equals(e.getSQLState())) {
                  result.complete(false);
                } else {
                  result.completeExceptionally(e);
                }
              } catch (RuntimeException e) {
                result.completeExceptionally(e);
              }
            },
            "row lock " + table);
    thread.setDaemon(true);
    thread.start();
  }

  private int select(String table, String key) throws SQLException {
    KeyColumns.Condition condition = columns.of(connection, table, key);
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT 1 FROM %s WHERE %s FOR UPDATE".formatted(condition.table(), condition.sql()))) {
      for (int i = 0; i < condition.values().size(); i++) {
        statement.setString(i + 1, condition.values().get(i));
      }
      int rows = 0;
      try (ResultSet found = statement.executeQuery()) {
        while (found.next()) {
          rows++;
        }
      }
      return rows;
    }
  }

  /** The database offers no event for it, so it is asked every millisecond. */
  @Override
  public Optional<String> awaitBehindWorker(Duration within) throws InterruptedException {
    long deadline = System.nanoTime() + within.toNanos();
    while (!wanted.isDone() && System.nanoTime() - deadline < 0) {
      Optional<String> wait = history.waitBehind(pid, workerPort);
      if (wait.isPresent()) {
        return wait;
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    return Optional.empty();
  }

  @Override
  public Optional<Boolean> awaitWanted(Duration within) throws InterruptedException {
    try {
      return Optional.of(wanted.get(within.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException | ExecutionException e) {
      return Optional.empty();
    }
  }

  /** Rolls back: every lock is let go. Idempotent. */
  @Override
  public void close() {
    try {
      CompletableFuture<Boolean> waiting = wanted;
      if (waiting != null && !waiting.isDone()) {
        connection.abort(Runnable::run);
      } else {
        connection.close();
      }
    } catch (SQLException e) {
      throw Databases.failed("end the session that locks rows", e);
    }
  }
}
