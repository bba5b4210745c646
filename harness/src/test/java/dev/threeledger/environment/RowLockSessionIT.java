package dev.threeledger.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.threeledger.timeline.Timeline;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RowLockSessionIT {
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final Map<String, List<String>> KEYS =
      Map.of("run", List.of("key"), "statement", List.of("tenant", "day"));
  private static final String KEY = "1/2026-01-31";

  private static PostgresServer server;
  private static Databases databases;

  private RowHistory history;
  private Connection worker;
  private int port;

  @BeforeAll
  static void startServer() throws Exception {
    server = PostgresServer.start();
    databases = new Databases(server);
    try (Connection template = DriverManager.getConnection(databases.createTemplate("template"));
        Statement statement = template.createStatement()) {
      statement.execute(
          "CREATE TABLE run (key text PRIMARY KEY, state text);"
              + "CREATE TABLE statement (tenant int, day date, amount int, PRIMARY KEY (tenant, day));"
              + "CREATE TABLE tenant (tenant int PRIMARY KEY); CREATE TABLE keyless (id int);"
              + "INSERT INTO run VALUES ('1/2026-01-31'), ('2/2026-01-31');"
              + "INSERT INTO statement VALUES (1, '2026-01-31'), (2, '2026-01-31');"
              + "INSERT INTO tenant VALUES (1), (2)");
    }
    databases.sealTemplate("template", KEYS);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @BeforeEach
  void open() throws Exception {
    databases.fresh("template", "run");
    history = RowHistory.open(server, "run", KEYS, Timeline.inMemory());
    worker = DriverManager.getConnection(databases.jdbc("run"));
    worker.setAutoCommit(false);
    try (Statement statement = worker.createStatement();
        ResultSet row = statement.executeQuery("SELECT inet_client_port()")) {
      row.next();
      port = row.getInt(1);
    }
  }

  @AfterEach
  void close() throws Exception {
    worker.close();
    history.close();
    databases.drop("run");
  }

  private RowLockSession session() {
    Map<String, Map<String, String>> parts =
        Map.of(KEY, Map.of("tenant", "1", "day", "2026-01-31"));
    return new RowLockSession(databases.jdbc("run"), history, new KeyColumns(KEYS, parts), port);
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = worker.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void theWorkerIsTheVictimAndTheSessionGetsItsRow() throws Exception {
    execute("UPDATE run SET state = 'DONE' WHERE key = '1/2026-01-31'");
    try (RowLockSession session = session()) {
      assertThat(session.lock("statement", KEY, SOON)).isEqualTo(1);
      session.want("run", KEY);
      assertThat(session.awaitBehindWorker(SOON).orElseThrow())
          .contains("waits for ShareLock on transactionid", "client port " + port);
      assertThatThrownBy(() -> execute("UPDATE statement SET amount = 1 WHERE tenant = 1"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40P01"));
      assertThat(session.awaitWanted(SOON)).contains(true);
    }
    worker.rollback();
    execute("UPDATE statement SET amount = 1 WHERE tenant = 1");
    execute("UPDATE run SET state = 'DONE' WHERE key = '1/2026-01-31'");
    worker.commit();
  }

  @Test
  void aTableOutsideTheHistoryIsLockedByThePartsOfTheKeyInItsPrimaryKey() throws Exception {
    try (RowLockSession session = session()) {
      assertThat(session.lock("tenant", KEY, SOON)).isEqualTo(1);
      execute("SET LOCAL lock_timeout = '1ms'");
      execute("SELECT 1 FROM tenant WHERE tenant = 2 FOR UPDATE");
      assertThatThrownBy(() -> execute("SELECT 1 FROM tenant WHERE tenant = 1 FOR UPDATE"))
          .hasMessageContaining("lock timeout");
    }
  }

  @Test
  void aKeyWithoutARowLocksNone() {
    try (RowLockSession session = session()) {
      assertThat(session.lock("statement", "7/2026-01-31", SOON)).isZero();
    }
  }

  @Test
  void aTableWhoseRowsTheKeyDoesNotTellIsNamed() {
    try (RowLockSession session = session()) {
      assertThatThrownBy(() -> session.lock("keyless", KEY, SOON))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("the rows of keyless cannot be told by the key " + KEY);
    }
  }

  @Test
  void aRowThatNobodyHoldsIsNotWaitedFor() throws Exception {
    try (RowLockSession session = session()) {
      session.want("run", KEY);
      assertThat(session.awaitBehindWorker(SOON)).isEmpty();
    }
  }

  @Test
  void aSessionThatStillWaitsLetsGoWhenItIsClosed() throws Exception {
    execute("UPDATE run SET state = 'DONE' WHERE key = '1/2026-01-31'");
    RowLockSession session = session();
    session.lock("statement", KEY, SOON);
    session.want("run", KEY);
    assertThat(session.awaitBehindWorker(SOON)).isPresent();
    session.close();
    execute("UPDATE statement SET amount = 1 WHERE tenant = 1");
  }
}
