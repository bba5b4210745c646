package dev.threeledger.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.threeledger.scenario.FaultAction.RestartDatabase.Mode;
import dev.threeledger.scenario.FaultAction.RestartDatabase.Port;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Event.RowOperation;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.CommitObserver.OpenTransaction;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowHistoryIT {
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final Map<String, List<String>> KEYS =
      Map.of("run", List.of("tenant", "day"), "audit.note", List.of("id"));

  private static PostgresServer server;
  private static Databases databases;

  private final Timeline timeline = Timeline.inMemory();
  private RowHistory history;
  private Connection worker;

  @BeforeAll
  static void startServer() throws Exception {
    server = PostgresServer.start();
    databases = new Databases(server);
    try (Connection template = DriverManager.getConnection(databases.createTemplate("template"))) {
      execute(
          template,
          "CREATE TABLE run (tenant int, day date, state text, large text, PRIMARY KEY (tenant, day));"
              + "CREATE SCHEMA audit; CREATE TABLE audit.note (id int, at timestamptz);"
              + "CREATE TABLE unwatched (id int)");
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
    history = RowHistory.open(server, "run", KEYS, timeline);
    worker = connect();
  }

  @AfterEach
  void close() throws Exception {
    worker.close();
    history.close();
    databases.drop("run");
  }

  @Test
  void eachCommittedChangeShowsItsKeyAndOldAndNewRow() throws Exception {
    execute(worker, "INSERT INTO run VALUES (1, '2026-01-31', 'READY')");
    execute(worker, "UPDATE run SET state = 'RUNNING'");
    execute(worker, "DELETE FROM run");
    history.barrier(SOON);
    assertThat(rows())
        .extracting(RowChanged::table, RowChanged::operation, RowChanged::key)
        .containsExactly(
            tuple("run", RowOperation.INSERT, "1/2026-01-31"),
            tuple("run", RowOperation.UPDATE, "1/2026-01-31"),
            tuple("run", RowOperation.DELETE, "1/2026-01-31"));
    RowChanged update = rows().get(1);
    assertThat(update.before()).isEqualTo(row("READY"));
    assertThat(update.after()).isEqualTo(row("RUNNING"));
    assertThat(rows().get(0).before()).isNull();
    assertThat(rows().get(2).after()).isNull();
    assertThat(Instant.parse(update.committedAt()))
        .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(1));
  }

  private static Map<String, String> row(String state) {
    return Map.of("tenant", "1", "day", "2026-01-31", "state", state);
  }

  @ParameterizedTest
  @CsvSource({"IMMEDIATE, SAME", "FAST, SAME", "KILL, SAME", "KILL, ANOTHER"})
  void goesOnAfterARestartOfTheServerWithoutMissingOrRepeatingAChange(Mode mode, Port port)
      throws Exception {
    execute(worker, "INSERT INTO run VALUES (1, '2026-01-31')");
    history.barrier(SOON);
    execute(worker, "INSERT INTO run VALUES (2, '2026-01-31')");
    worker.setAutoCommit(false);
    execute(worker, "INSERT INTO run VALUES (3, '2026-01-31')");
    String before = server.startedAt();
    CompletableFuture<Void> meanwhile = new CompletableFuture<>();
    Thread asking = new Thread(() -> askWhileDown(meanwhile));
    history.whileDown(
        () -> {
          asking.start();
          return server.restart(mode, port);
        });
    assertThat(server.startedAt()).isNotEqualTo(before);
    meanwhile.get(SOON.toSeconds(), TimeUnit.SECONDS);
    try (Connection later = connect()) {
      execute(later, "INSERT INTO run VALUES (4, '2026-01-31')");
    }
    history.barrier(SOON);
    assertThat(rows())
        .extracting(RowChanged::key)
        .containsExactly("1/2026-01-31", "2/2026-01-31", "4/2026-01-31");
    assertThat(history.positions().lagBytes()).isGreaterThanOrEqualTo(0);
    databases.fresh("template", "another");
    databases.drop("another");
  }

  @Test
  void goesOnAfterAStandstillOfTheServer() throws Exception {
    execute(worker, "INSERT INTO run VALUES (1, '2026-01-31')");
    CompletableFuture<Void> meanwhile = new CompletableFuture<>();
    history.pausing();
    server.pause(SOON);
    new Thread(() -> askWhileDown(meanwhile)).start();
    assertThatThrownBy(() -> meanwhile.get(300, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    server.resume();
    history.resumed();
    meanwhile.get(SOON.toSeconds(), TimeUnit.SECONDS);
    execute(worker, "INSERT INTO run VALUES (2, '2026-01-31')");
    history.barrier(SOON);
    assertThat(rows()).extracting(RowChanged::key).containsExactly("1/2026-01-31", "2/2026-01-31");
  }

  /** A tap's question and a barrier that come while the server is down wait for its end. */
  private void askWhileDown(CompletableFuture<Void> done) {
    try {
      assertThat(history.openTransaction(1).xid()).isNull();
      history.barrier(SOON);
      done.complete(null);
    } catch (Throwable e) {
      done.completeExceptionally(e);
    }
  }

  @Test
  void transactionsStandInCommitOrderAndRolledBackWorkIsAbsent() throws Exception {
    try (Connection other = connect()) {
      worker.setAutoCommit(false);
      other.setAutoCommit(false);
      execute(worker, "INSERT INTO run VALUES (1, '2026-01-31')");
      execute(other, "INSERT INTO run VALUES (2, '2026-01-31')");
      execute(worker, "INSERT INTO run VALUES (3, '2026-01-31')");
      other.commit();
      worker.commit();
      execute(worker, "INSERT INTO run VALUES (4, '2026-01-31')");
      worker.rollback();
      worker.setAutoCommit(true);
    }
    history.barrier(SOON);
    assertThat(rows())
        .extracting(RowChanged::key)
        .containsExactly("2/2026-01-31", "1/2026-01-31", "3/2026-01-31");
    assertThat(rows().get(0).commitLsn()).isLessThan(rows().get(1).commitLsn());
    assertThat(rows().get(1).commitLsn()).isEqualTo(rows().get(2).commitLsn());
    assertThat(rows().get(1).lsn()).isLessThan(rows().get(2).lsn());
    assertThat(rows().get(1).xid()).isEqualTo(rows().get(2).xid()).isLessThan(rows().get(0).xid());
  }

  @Test
  void aLargeValueThatDidNotChangeIsStillInTheNewRow() throws Exception {
    execute(
        worker,
        "INSERT INTO run SELECT 1, '2026-01-31', 'READY', string_agg(md5(i::text), '')"
            + " FROM generate_series(1, 500) i");
    execute(worker, "UPDATE run SET state = 'RUNNING'");
    history.barrier(SOON);
    RowChanged update = rows().get(1);
    assertThat(update.after().get("large")).hasSize(16_000).isEqualTo(update.before().get("large"));
  }

  @Test
  void tablesOfOtherSchemasKeepTheirDeclaredNameAndTimesAreInUtc() throws Exception {
    execute(worker, "INSERT INTO audit.note VALUES (9, '2026-01-31T12:00:00+02:00')");
    execute(worker, "INSERT INTO unwatched VALUES (1)");
    execute(worker, "TRUNCATE audit.note");
    history.barrier(SOON);
    assertThat(rows()).extracting(RowChanged::table).containsExactly("audit.note", "audit.note");
    assertThat(rows().get(0).key()).isEqualTo("9");
    assertThat(rows().get(0).after()).containsEntry("at", "2026-01-31 10:00:00+00");
    assertThat(rows().get(1).operation()).isEqualTo(RowOperation.TRUNCATE);
  }

  @Test
  void everyCommitIsThereAfterTheBarrierAlsoWithWriters() throws Exception {
    CompletableFuture<Void> noise = CompletableFuture.runAsync(this::writeALot);
    for (int i = 0; i < 300; i++) {
      execute(worker, "INSERT INTO run VALUES (" + i + ", '2026-01-31')");
      history.barrier(SOON);
      String key = i + "/2026-01-31";
      assertThat(rows()).extracting(RowChanged::key).contains(key);
    }
    noise.get(60, TimeUnit.SECONDS);
  }

  private void writeALot() {
    try (Connection connection = connect()) {
      for (int i = 0; i < 20; i++) {
        execute(connection, "INSERT INTO unwatched SELECT generate_series(1, 5000)");
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anOpenTransactionIsKnownByItsClientPort() throws Exception {
    int port = port(worker);
    assertThat(history.openTransaction(port)).isEqualTo(new OpenTransaction(null, List.of()));
    worker.setAutoCommit(false);
    execute(worker, "SELECT count(*) FROM unwatched");
    assertThat(history.openTransaction(port)).isEqualTo(new OpenTransaction(null, List.of()));
    execute(worker, "INSERT INTO run VALUES (1, '2026-01-31')");
    execute(worker, "UPDATE audit.note SET id = 3");
    long xid = number(worker, "SELECT pg_current_xact_id()::text::bigint");
    assertThat(history.openTransaction(port))
        .isEqualTo(new OpenTransaction(xid, List.of("note", "run")));
    worker.commit();
    assertThat(history.committed(xid, 0, List.of()))
        .extracting(RowChanged::key)
        .containsExactly("1/2026-01-31");
    assertThat(history.openTransaction(1)).isEqualTo(new OpenTransaction(null, List.of()));
    worker.setAutoCommit(true);
  }

  @Test
  void anAutocommitIsClaimedOnceByWhatItTouchedAndWhenItAppeared() throws Exception {
    execute(worker, "INSERT INTO run VALUES (1, '2026-01-31')");
    history.barrier(SOON);
    long since = timeline.lastSeq();
    execute(worker, "INSERT INTO audit.note VALUES (1)");
    execute(worker, "INSERT INTO run VALUES (2, '2026-01-31'), (3, '2026-01-31')");
    assertThat(history.committed(null, since, List.of("unwatched"))).isEmpty();
    assertThat(history.committed(null, since, List.of("run")))
        .extracting(RowChanged::key)
        .containsExactly("2/2026-01-31", "3/2026-01-31");
    assertThat(history.committed(null, since, List.of("run"))).isEmpty();
    assertThat(history.committed(null, since, List.of("note")))
        .extracting(RowChanged::table)
        .containsExactly("audit.note");
  }

  @Test
  void aLockWaitNamesTheHolder() throws Exception {
    execute(worker, "INSERT INTO run VALUES (1, '2026-01-31', 'READY')");
    try (Connection other = connect()) {
      assertThat(history.lockWait(port(other))).isNull();
      worker.setAutoCommit(false);
      execute(worker, "UPDATE run SET state = 'A'");
      int port = port(other);
      CompletableFuture<Void> blocked =
          CompletableFuture.runAsync(() -> executeUnchecked(other, "UPDATE run SET state = 'B'"));
      String wait = awaitLockWait(port);
      assertThat(wait)
          .startsWith("waits for ShareLock on transactionid ")
          .contains(", held by pid ")
          .endsWith("idle in transaction, last: UPDATE run SET state = 'A')");
      worker.commit();
      blocked.get(10, TimeUnit.SECONDS);
      worker.setAutoCommit(true);
      assertThat(history.lockWait(port)).isNull();
    }
  }

  private String awaitLockWait(int port) {
    long deadline = System.nanoTime() + SOON.toNanos();
    String wait = history.lockWait(port);
    while (wait == null) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      LockSupport.parkNanos(1_000_000);
      wait = history.lockWait(port);
    }
    return wait;
  }

  @Test
  void aDeadClientsWaitingStatementIsGoneAndNeverCommits() throws Exception {
    execute(worker, "INSERT INTO run VALUES (1, '2026-01-31', 'READY')");
    worker.setAutoCommit(false);
    execute(worker, "UPDATE run SET state = 'A'");
    Connection victim = connect();
    int port = port(victim);
    assertThat(history.backends(Set.of(port, 1))).isEqualTo(1);
    assertThat(history.awaitBackendsGone(Set.of(port), Duration.ofMillis(5))).isFalse();
    CompletableFuture<Void> blocked =
        CompletableFuture.runAsync(() -> executeUnchecked(victim, "UPDATE run SET state = 'B'"));
    awaitLockWait(port);
    victim.abort(Runnable::run);
    assertThat(history.awaitBackendsGone(Set.of(port), SOON)).isTrue();
    assertThat(blocked.handle((done, failed) -> failed).get(10, TimeUnit.SECONDS)).isNotNull();
    worker.commit();
    worker.setAutoCommit(true);
    history.barrier(SOON);
    assertThat(rows()).extracting(row -> row.after().get("state")).containsExactly("READY", "A");
  }

  @Test
  void positionsShowHowFarTheHistoryIs() throws Exception {
    execute(worker, "INSERT INTO run VALUES (1, '2026-01-31')");
    history.barrier(SOON);
    ReplicationPositions positions = history.positions();
    assertThat(positions.current()).matches("[0-9A-F]+/[0-9A-F]+");
    assertThat(positions.flushed()).isEqualTo(positions.current());
    assertThat(positions.lagBytes()).isBetween(0L, 1_000_000L);
  }

  @Test
  void aLostStreamIsToldByTheNextBarrier() throws Exception {
    execute(
        worker,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'walsender'");
    assertThatThrownBy(() -> history.barrier(SOON))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageStartingWith("the row history ended: ");
  }

  @Test
  void aLostServerIsToldByTheNextBarrier() throws Exception {
    try (PostgresServer second = PostgresServer.start()) {
      Databases itsDatabases = new Databases(second);
      itsDatabases.createTemplate("empty");
      itsDatabases.sealTemplate("empty", Map.of());
      itsDatabases.fresh("empty", "run");
      try (RowHistory lost = RowHistory.open(second, "run", Map.of(), timeline)) {
        second.close();
        assertThatThrownBy(() -> lost.barrier(SOON)).isInstanceOf(EnvironmentException.class);
      }
    }
  }

  @Test
  void anOpenWriteTransactionThatKeepsTheSlotWaitingIsNamed() throws Exception {
    worker.setAutoCommit(false);
    execute(worker, "INSERT INTO run VALUES (1, '2026-01-31')");
    assertThatThrownBy(
            () -> RowHistory.open(server, "run", KEYS, timeline, Duration.ofSeconds(1)).close())
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("open write transactions")
        .hasMessageContaining("INSERT INTO run VALUES (1, '2026-01-31')");
    worker.rollback();
    worker.setAutoCommit(true);
  }

  @Test
  void closeLeavesNeitherSlotNorThread() throws Exception {
    history.close();
    history.close();
    assertThat(number(worker, "SELECT count(*) FROM pg_replication_slots")).isZero();
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("row history"));
  }

  @Test
  void aBarrierIsPassedInMilliseconds() throws Exception {
    long[] micros = new long[500];
    for (int i = 0; i < micros.length; i++) {
      long start = System.nanoTime();
      history.barrier(SOON);
      micros[i] = (System.nanoTime() - start) / 1_000;
    }
    Arrays.sort(micros);
    // Measured 0.5 ms; the bound leaves room for a machine that is busy with other things.
    assertThat(micros[micros.length / 2]).as("median in µs").isLessThan(20_000);
  }

  private List<RowChanged> rows() {
    return timeline.entries().stream()
        .filter(entry -> entry.event() instanceof RowChanged)
        .map(entry -> (RowChanged) entry.event())
        .toList();
  }

  private static Connection connect() throws SQLException {
    return DriverManager.getConnection(databases.jdbc("run"));
  }

  /** Clients know their port, but JDBC does not tell it. */
  private static int port(Connection connection) throws SQLException {
    return (int) number(connection, "SELECT inet_client_port()");
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void executeUnchecked(Connection connection, String sql) {
    try {
      execute(connection, sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
