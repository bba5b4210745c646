package dev.threeledger.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.threeledger.environment.PostgresServer;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LedgerReaderIT {
  private static final String NONE = "SELECT '' AS key, '' AS kind WHERE false";

  private static PostgresServer server;
  private static Connection connection;

  @BeforeAll
  static void start() throws Exception {
    server = PostgresServer.start();
    connection = DriverManager.getConnection(server.adminJdbc());
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE t (tenant int, amount numeric(9,2), state text, at timestamptz)");
      statement.execute(
          "INSERT INTO t VALUES (1, 120.50, 'DONE', '2026-01-31T12:00:00+02:00'), (2, NULL, NULL, NULL)");
    }
  }

  @AfterAll
  static void stop() throws Exception {
    connection.close();
    server.close();
  }

  @Test
  void rowsKeepTheirOrderAllColumnsAsTextAndExactAmounts() throws Exception {
    LedgerReader.Snapshot snapshot =
        LedgerReader.read(
            connection,
            NONE,
            "SELECT tenant AS key, 'job' AS kind, amount, state, at FROM t ORDER BY 1");
    assertThat(snapshot.business()).isEmpty();
    assertThat(snapshot.execution())
        .containsExactly(
            new LedgerRow(
                "1",
                "job",
                new BigDecimal("120.50"),
                "DONE",
                Map.of(
                    "key",
                    "1",
                    "kind",
                    "job",
                    "amount",
                    "120.50",
                    "state",
                    "DONE",
                    "at",
                    "2026-01-31 10:00:00+00")),
            new LedgerRow("2", "job", null, null, Map.of("key", "2", "kind", "job")));
    assertThat(snapshot.execution().get(0).columns().keySet())
        .containsExactly("key", "kind", "amount", "state", "at");
  }

  /** Reading the first ledger takes until another connection has committed a change. */
  @Test
  void whatIsCommittedBetweenTheTwoAppearsInNeither() throws Exception {
    String count = "SELECT count(*) AS key, 'job' AS kind FROM t";
    String waits = count + ", (SELECT pg_advisory_xact_lock_shared(1)) AS waited";
    try (Connection writer = DriverManager.getConnection(server.adminJdbc());
        Statement statement = writer.createStatement()) {
      statement.execute("SELECT pg_advisory_lock(1)");
      CompletableFuture<LedgerReader.Snapshot> reading =
          CompletableFuture.supplyAsync(() -> read(waits, count));
      awaitLockWait(statement);
      statement.execute("INSERT INTO t VALUES (3)");
      statement.execute("SELECT pg_advisory_unlock(1)");
      LedgerReader.Snapshot snapshot = reading.get(10, TimeUnit.SECONDS);
      assertThat(snapshot.business().get(0).key()).isEqualTo("2");
      assertThat(snapshot.execution().get(0).key()).isEqualTo("2");
      statement.execute("DELETE FROM t WHERE tenant = 3");
    }
  }

  private static LedgerReader.Snapshot read(String business, String execution) {
    try {
      return LedgerReader.read(connection, business, execution);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitLockWait(Statement statement) throws SQLException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    boolean waits = false;
    while (!waits) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      try (ResultSet rows = statement.executeQuery("SELECT FROM pg_locks WHERE NOT granted")) {
        waits = rows.next();
      }
    }
  }

  @Test
  void theConnectionIsLeftAsItWas() throws Exception {
    assertThatThrownBy(() -> rows("SELECT nothing")).isInstanceOf(SQLException.class);
    assertThat(connection.getAutoCommit()).isTrue();
    assertThat(rows("SELECT 1 AS key, 'job' AS kind")).hasSize(1);
  }

  @Test
  void aMissingColumnIsNamedWithThoseThatAreThere() {
    assertThatThrownBy(() -> rows("SELECT tenant, 'job' AS kind FROM t"))
        .hasMessage(
            "due ledger: the SQL gives no column 'key', only [tenant, kind];"
                + " write SELECT … AS key, … AS kind");
    assertThatThrownBy(() -> LedgerReader.read(connection, NONE, "SELECT 1 AS key"))
        .hasMessageStartingWith("execution ledger: the SQL gives no column 'kind', only [key]");
  }

  @Test
  void valuesThatDoNotFitAreNamedWithTheirRow() {
    assertThatThrownBy(() -> rows("SELECT state AS key, 'job' AS kind FROM t ORDER BY tenant"))
        .hasMessage("due ledger: row 2 has a NULL key");
    assertThatThrownBy(() -> rows("SELECT 1 AS key, 'job' AS kind, 'much' AS amount"))
        .hasMessage("due ledger: row 1: amount 'much' is not a number");
  }

  @Test
  void aWrongSqlIsToldWithTheLedgersName() {
    assertThatThrownBy(() -> LedgerReader.read(connection, "SELECT * FROM nowhere", NONE))
        .isInstanceOf(SQLException.class)
        .hasMessageStartingWith("business ledger: ERROR: relation \"nowhere\" does not exist");
  }

  @Test
  void readingChangesNothing() {
    assertThatThrownBy(() -> rows("DELETE FROM t RETURNING tenant AS key, 'job' AS kind"))
        .hasMessageContaining("read-only transaction");
  }

  private static List<LedgerRow> rows(String sql) throws SQLException {
    return LedgerReader.due(connection, sql);
  }
}
