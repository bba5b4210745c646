package dev.threeledger.reference;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** A PostgreSQL server of the tests' own, and a fresh database with the schema for each test. */
final class TestDatabase implements AutoCloseable {
  private static int number;

  private final EmbeddedPostgres server;
  private String url;

  TestDatabase() throws IOException {
    server = EmbeddedPostgres.builder().setServerConfig("fsync", "off").start();
  }

  /** Makes the database for one test. */
  void renew(Map<String, String> further) throws SQLException {
    String name = "t" + ++number;
    url = server.getJdbcUrl("postgres", "postgres");
    execute("CREATE DATABASE " + name);
    url = server.getJdbcUrl("postgres", name);
    Map<String, String> environment = environment(1, further);
    Schema.migrate(Settings.read(environment, true));
  }

  /** The environment of a worker, partner and further settings first. */
  Map<String, String> environment(int partnerPort, Map<String, String> further) {
    Map<String, String> environment =
        new HashMap<>(
            Map.of(
                "DATABASE_URL", url,
                "DATABASE_USER", "postgres",
                "PAYMENTS_URL", "http://127.0.0.1:" + partnerPort,
                "INVENTORY_URL", "http://127.0.0.1:" + partnerPort,
                "SHIPPING_URL", "http://127.0.0.1:" + partnerPort,
                "HTTP_PORT", "0",
                "LEASE", "2s",
                "TICK", "2s",
                "CALL_TIMEOUT", "20s",
                "BACKOFF", "20ms"));
    environment.putAll(further);
    return environment;
  }

  void execute(String... statements) throws SQLException {
    try (Connection c = DriverManager.getConnection(url, "postgres", "");
        Statement statement = c.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Rows as texts, columns joined by a blank. */
  List<String> rows(String sql) throws SQLException {
    try (Connection c = DriverManager.getConnection(url, "postgres", "");
        Statement statement = c.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        List<String> columns = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          columns.add(result.getString(i));
        }
        rows.add(String.join(" ", columns));
      }
      return rows;
    }
  }

  /** Waits until the query says this, and fails with what it says instead. */
  void await(String sql, String... rows) throws SQLException {
    await(() -> rows(sql).equals(List.of(rows)), () -> sql + " gives " + rows(sql));
  }

  /** Waits for something to become true, ten seconds at most. */
  static void await(Callable<Boolean> condition, Callable<String> otherwise) {
    Instant deadline = Instant.now().plus(Duration.ofSeconds(10));
    try {
      while (!condition.call()) {
        if (Instant.now().isAfter(deadline)) {
          throw new AssertionError("not in ten seconds: " + otherwise.call());
        }
        LockSupport.parkNanos(5_000_000);
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
