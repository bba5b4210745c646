package dev.threeledger.wire.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.threeledger.environment.PostgresServer;
import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.CommitObserver;
import dev.threeledger.wire.Gate;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

class PostgresTapIT {
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final String SIMPLE = "&preferQueryMode=simple";

  private static PostgresServer server;

  private final Timeline timeline = Timeline.inMemory();
  private final AtomicReference<Gate> gate = new AtomicReference<>(Gate.OPEN);
  private final ExecutorService worker = Executors.newSingleThreadExecutor();
  private Connection direct;
  private PostgresTap tap;

  @BeforeAll
  static void startServer() throws IOException {
    server = PostgresServer.start();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @BeforeEach
  void open() throws Exception {
    direct = DriverManager.getConnection(server.adminJdbc());
    try (Statement statement = direct.createStatement()) {
      statement.execute(
          "DROP TABLE IF EXISTS entry; CREATE TABLE entry (id int PRIMARY KEY, note text)");
    }
    tap = tap(new LockObserver());
  }

  @AfterEach
  void close() throws Exception {
    tap.close();
    direct.close();
    worker.shutdownNow();
    assertThat(worker.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    assertThat(tapThreads()).isEmpty();
  }

  private PostgresTap tap(CommitObserver observer) throws IOException {
    return PostgresTap.open(
        "1", server::address, timeline, moment -> gate.get().at(moment), observer);
  }

  private Connection connect(String more) throws SQLException {
    String url =
        server.adminJdbc().replace(":" + server.port() + "/", ":" + tap.port() + "/") + more;
    return DriverManager.getConnection(url);
  }

  // ── What is seen ───────────────────────────────────────────────────────────────────────────

  @ParameterizedTest
  @ValueSource(strings = {"", SIMPLE})
  void seesAnExplicitTransaction(String mode) throws Exception {
    try (Connection connection = connect(mode);
        PreparedStatement insert = connection.prepareStatement("INSERT INTO entry VALUES (?, ?)")) {
      connection.setAutoCommit(false);
      long start = timeline.lastSeq();
      insert.setInt(1, 7);
      insert.setString(2, "seven");
      insert.executeUpdate();
      connection.commit();

      List<Event> events = since(start);
      assertThat(events)
          .extracting(Event::name)
          .containsExactly(
              "StatementSent",
              "StatementAnswered",
              "CommitAsked",
              "CommitAcknowledged",
              "CommitForwarded");
      Event.CommitAsked asked = (Event.CommitAsked) events.get(2);
      assertThat(asked.implied()).isFalse();
      assertThat(asked.tables()).containsExactly("entry");
      assertThat(asked.xid()).isEqualTo(xidOf(7));
      assertThat(((Event.StatementAnswered) events.get(1)).rows()).isEqualTo(1);
    }
    assertThat(timeline.await(0, e -> e.event() instanceof Event.ConnectionClosed, SOON))
        .get()
        .extracting(e -> ((Event.ConnectionClosed) e.event()).by())
        .isEqualTo("worker");
    assertThat(tap.notUnderstood()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", SIMPLE})
  void seesAutocommitAsAnImpliedCommit(String mode) throws Exception {
    try (Connection connection = connect(mode);
        Statement statement = connection.createStatement()) {
      long start = timeline.lastSeq();
      statement.executeUpdate("INSERT INTO entry VALUES (1, 'one')");
      statement.executeQuery("SELECT * FROM entry").close();
      statement.executeUpdate("UPDATE entry SET note = 'x' WHERE id = 99");
      assertThat(namesSince(start))
          .isEqualTo(
              "StatementSent CommitAsked StatementAnswered CommitAcknowledged CommitForwarded"
                  + " StatementSent StatementAnswered"
                  + " StatementSent CommitAsked StatementAnswered CommitAcknowledged"
                  + " CommitForwarded");
    }
  }

  @Test
  void decodesParametersInBinaryAsInText() throws Exception {
    String sql = "SELECT ?::int, ?::bigint, ?::numeric, ?::uuid, ?::date, ?::timestamptz, ?::bytea";
    UUID id = UUID.fromString("0f8fad5b-d9cb-469f-a165-70867728950e");
    try (Connection connection = connect("&prepareThreshold=-1&binaryTransfer=true");
        PreparedStatement select = connection.prepareStatement(sql)) {
      long start = timeline.lastSeq();
      select.setInt(1, -5);
      select.setLong(2, 1L << 40);
      select.setBigDecimal(3, new BigDecimal("120.50"));
      select.setObject(4, id);
      select.setObject(5, java.time.LocalDate.of(2026, 1, 31));
      select.setObject(6, null);
      select.setBytes(7, new byte[] {1, (byte) 0xff});
      select.executeQuery().close();
      List<String> parameters =
          since(start).stream()
              .filter(Event.StatementSent.class::isInstance)
              .map(e -> ((Event.StatementSent) e).parameters())
              .findFirst()
              .orElseThrow();
      assertThat(parameters)
          .containsExactly(
              "-5", "1099511627776", "120.50", id.toString(), "2026-01-31", null, "\\x01ff");
    }
  }

  @Test
  void seesEveryStatementOfABatch() throws Exception {
    try (Connection connection = connect("");
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO entry VALUES (?, 'batch')")) {
      connection.setAutoCommit(false);
      for (int i = 0; i < 1000; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      insert.executeBatch();
      connection.commit();
    }
    assertThat(named("StatementSent", "INSERT INTO entry VALUES ($1, 'batch')")).hasSize(1000);
    assertThat(all("StatementAnswered").size()).isGreaterThanOrEqualTo(1000);
    assertThat(all("CommitAcknowledged")).hasSize(1);
    assertThat(rows()).isEqualTo(1000);
  }

  @Test
  void passesCopyInBothDirections() throws Exception {
    String data =
        java.util.stream.IntStream.range(0, 50_000)
            .mapToObj(i -> i + "\tnote number " + i + "\n")
            .collect(Collectors.joining());
    try (Connection connection = connect("")) {
      var copy = connection.unwrap(PGConnection.class).getCopyAPI();
      assertThat(copy.copyIn("COPY entry FROM STDIN", new StringReader(data))).isEqualTo(50_000);
      StringWriter out = new StringWriter();
      copy.copyOut("COPY (SELECT * FROM entry ORDER BY id) TO STDOUT", out);
      assertThat(out.toString()).isEqualTo(data);
      assertThatThrownBy(() -> copy.copyIn("COPY entry FROM STDIN", new StringReader("1\tdup\n")))
          .hasMessageContaining("duplicate key");
      assertThat(connection.isValid(5)).isTrue();
    }
    assertThat(all("CommitAcknowledged")).hasSize(1);
    assertThat(all("RolledBack")).hasSize(1);
    assertThat(tap.notUnderstood()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", SIMPLE})
  void aFailedTransactionRollsBackAlthoughItAsksToCommit(String mode) throws Exception {
    try (Connection connection = connect(mode + "&raiseExceptionOnSilentRollback=false");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.executeUpdate("INSERT INTO entry VALUES (1, 'one')");
      assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO entry VALUES (1, 'again')"))
          .isInstanceOf(SQLException.class);
      connection.commit();
    }
    assertThat(all("CommitAsked")).isEmpty();
    assertThat(all("RolledBack"))
        .singleElement()
        .extracting(e -> ((Event.RolledBack) e).sqlState())
        .isEqualTo("23505");
    assertThat(rows()).isZero();
  }

  @Test
  void aDeferredConstraintThatFailsAtCommitIsARollback() throws Exception {
    try (Statement statement = direct.createStatement()) {
      statement.execute(
          "ALTER TABLE entry ADD CONSTRAINT once UNIQUE (note) DEFERRABLE INITIALLY DEFERRED");
    }
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.executeUpdate("INSERT INTO entry VALUES (1, 'same'), (2, 'same')");
      assertThatThrownBy(connection::commit).hasMessageContaining("once");
      connection.rollback();
      connection.setAutoCommit(true);
      assertThatThrownBy(
              () -> statement.executeUpdate("INSERT INTO entry VALUES (1, 'same'), (2, 'same')"))
          .hasMessageContaining("once");
    }
    assertThat(all("CommitAsked")).hasSize(2);
    assertThat(all("CommitAcknowledged")).isEmpty();
    assertThat(all("RolledBack"))
        .extracting(e -> ((Event.RolledBack) e).sqlState())
        .containsExactly("23505", "23505");
  }

  @Test
  void whatWasRolledBackToASavepointWasNotWritten() throws Exception {
    AtomicReference<Moment.Commit> commit = new AtomicReference<>();
    gate.set(
        moment -> {
          if (moment instanceof Moment.Commit c && c.side() == Side.AFTER) {
            commit.set(c);
          }
          return Passage.FORWARD;
        });
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.executeQuery("SELECT 1").close();
      Savepoint savepoint = connection.setSavepoint();
      statement.executeUpdate("INSERT INTO entry VALUES (1, 'gone')");
      connection.rollback(savepoint);
      connection.commit();
    }
    assertThat(commit.get().tables()).isEmpty();
    assertThat(commit.get().statements()).hasSize(2);
    assertThat(rows()).isZero();
  }

  @Test
  void passesCancelRequestsOn() throws Exception {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertThatThrownBy(() -> statement.executeQuery("SELECT pg_sleep(30)"))
          .hasMessageContaining("canceling statement");
      statement.setQueryTimeout(0);
      long start = timeline.lastSeq();
      Future<?> sleeping = worker.submit(() -> statement.executeQuery("SELECT pg_sleep(30)"));
      await(start, e -> e instanceof Event.StatementSent);
      awaitActive("SELECT pg_sleep(30)");
      statement.cancel();
      assertThatThrownBy(() -> sleeping.get(10, TimeUnit.SECONDS))
          .hasMessageContaining("canceling statement");
    }
    assertThat(all("CancelPassed")).hasSize(2);
  }

  @Test
  void passesLargeMessagesUnharmed() throws Exception {
    String large = "0123456789".repeat(1_200_000);
    try (Connection connection = connect("");
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO entry VALUES (1, ?) RETURNING note")) {
      insert.setString(1, large);
      try (ResultSet rows = insert.executeQuery()) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(1)).isEqualTo(large);
      }
    }
    assertThat(all("CommitAcknowledged")).hasSize(1);
    assertThat(tap.notUnderstood()).isEqualTo(1);
  }

  @Test
  void readsLargeResultsThroughACursor() throws Exception {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.setFetchSize(100);
      try (ResultSet rows = statement.executeQuery("SELECT * FROM generate_series(1, 1000)")) {
        int count = 0;
        while (rows.next()) {
          count++;
        }
        assertThat(count).isEqualTo(1000);
      }
      connection.commit();
    }
    assertThat(named("StatementSent", "SELECT * FROM generate_series(1, 1000)")).hasSize(1);
    assertThat(tap.notUnderstood()).isZero();
  }

  @Test
  void theServersLastWordsReachTheWorker() throws Exception {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      try (Statement killer = direct.createStatement()) {
        killer.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE client_port = "
                + tap.serverPorts().iterator().next());
      }
      assertThat(await(0, e -> e instanceof Event.ConnectionClosed))
          .extracting(e -> ((Event.ConnectionClosed) e).by())
          .isEqualTo("server");
      assertThatThrownBy(() -> statement.executeQuery("SELECT 1"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("terminating connection");
    }
  }

  // ── What is held ───────────────────────────────────────────────────────────────────────────

  @ParameterizedTest
  @ValueSource(strings = {"explicit", "autocommit", "explicit" + SIMPLE, "autocommit" + SIMPLE})
  void cutBeforeTheCommitLeavesNoRow(String how) throws Exception {
    assertThat(cutAt(Side.BEFORE, how)).isInstanceOf(SQLException.class);
    awaitNoBackends();
    assertThat(rows()).isZero();
    assertThat(all("CommitAsked")).hasSize(1);
    assertThat(all("RolledBack")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"explicit", "autocommit", "explicit" + SIMPLE, "autocommit" + SIMPLE})
  void cutBeforeTheAcknowledgementLeavesTheRowUnknownToTheWorker(String how) throws Exception {
    assertThat(cutAt(Side.AFTER, how)).isInstanceOf(SQLException.class);
    awaitNoBackends();
    assertThat(rows()).isOne();
    assertThat(all("CommitAcknowledged")).hasSize(1);
    assertThat(all("CommitForwarded")).isEmpty();
    assertThat(all("RolledBack")).isEmpty();
    assertThat(all("ConnectionClosed"))
        .containsExactly(new Event.ConnectionClosed("1", connection(), "harness"));
  }

  /** The gate cuts the tap from inside, as an injector of a crash does. */
  private Throwable cutAt(Side side, String how) throws Exception {
    gate.set(
        moment -> {
          if (moment instanceof Moment.Commit commit && commit.side() == side) {
            tap.cut();
            return Passage.DISCARD;
          }
          return Passage.FORWARD;
        });
    Throwable seen = null;
    try (Connection connection = connect(how.contains(SIMPLE) ? SIMPLE : "");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(how.startsWith("autocommit"));
      statement.executeUpdate("INSERT INTO entry VALUES (1, 'one')");
      if (how.startsWith("explicit")) {
        connection.commit();
      }
    } catch (SQLException e) {
      seen = e;
    }
    return seen;
  }

  @Test
  void aHeldCommitIsVisibleToNobodyUntilItIsReleased() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    gate.set(
        moment -> {
          if (moment instanceof Moment.Commit commit && commit.side() == Side.BEFORE) {
            held.countDown();
            release.await();
          }
          return Passage.FORWARD;
        });
    Future<?> work =
        worker.submit(
            () -> {
              try (Connection connection = connect("");
                  Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                statement.executeUpdate("INSERT INTO entry VALUES (1, 'one')");
                connection.commit();
              }
              return null;
            });
    assertThat(held.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(rows()).isZero();
    release.countDown();
    work.get(10, TimeUnit.SECONDS);
    assertThat(rows()).isOne();
    assertThat(all("CommitForwarded")).hasSize(1);
  }

  @Test
  void aWithheldAnswerLeavesTheWorkerWaitingUntilItGivesUp() throws Exception {
    gate.set(
        moment ->
            moment instanceof Moment.Commit commit && commit.side() == Side.AFTER
                ? Passage.WITHHOLD
                : Passage.FORWARD);
    try (Connection connection = connect("&socketTimeout=1");
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO entry VALUES (1, 'one')"))
          .rootCause()
          .isInstanceOf(java.net.SocketTimeoutException.class);
    }
    assertThat(await(0, e -> e instanceof Event.ConnectionClosed))
        .isEqualTo(new Event.ConnectionClosed("1", connection(), "worker"));
    awaitNoBackends();
    assertThat(rows()).isOne();
    assertThat(all("CommitForwarded")).isEmpty();
  }

  @Test
  void aStatementIsHeldBeforeTheServerHasSeenIt() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    gate.set(
        moment -> {
          if (moment instanceof Moment.Statement s
              && s.side() == Side.BEFORE
              && "entry".equals(s.table())) {
            held.countDown();
            release.await();
          }
          return Passage.FORWARD;
        });
    Future<Integer> work =
        worker.submit(
            () -> {
              try (Connection connection = connect("");
                  Statement statement = connection.createStatement()) {
                return statement.executeUpdate("INSERT INTO entry VALUES (1, 'late')");
              }
            });
    assertThat(held.await(10, TimeUnit.SECONDS)).isTrue();
    try (Statement statement = direct.createStatement()) {
      statement.execute("INSERT INTO entry VALUES (1, 'first')"); // it would wait for a lock
    }
    release.countDown();
    assertThatThrownBy(() -> work.get(10, TimeUnit.SECONDS)).hasMessageContaining("duplicate key");
  }

  @Test
  void closingTheTapEndsAHeldConnection() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    gate.set(
        moment -> {
          if (moment instanceof Moment.Commit) {
            held.countDown();
            new CountDownLatch(1).await();
          }
          return Passage.FORWARD;
        });
    Future<?> work =
        worker.submit(
            () -> {
              try (Connection connection = connect("");
                  Statement statement = connection.createStatement()) {
                return statement.executeUpdate("INSERT INTO entry VALUES (1, 'never')");
              }
            });
    assertThat(held.await(10, TimeUnit.SECONDS)).isTrue();
    tap.close();
    assertThatThrownBy(() -> work.get(10, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(Exception.class);
    assertThat(tapThreads()).isEmpty();
    assertThat(rows()).isZero();
  }

  @Test
  void aProbeAsksTheServerAndLeavesNoTrace() throws Exception {
    try (Socket socket = new Socket("127.0.0.1", tap.port())) {
      socket.setSoTimeout((int) SOON.toMillis());
      socket.getOutputStream().write(Startup.request(PostgresTap.PROBE));
      assertThat(socket.getInputStream().readAllBytes()).containsExactly('N');
    }
    server.pause(SOON);
    try (Socket socket = new Socket("127.0.0.1", tap.port())) {
      socket.setSoTimeout(100);
      socket.getOutputStream().write(Startup.request(PostgresTap.PROBE));
      assertThatThrownBy(() -> socket.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
    } finally {
      server.resume();
    }
    assertThat(timeline.entries()).isEmpty();
  }

  @Test
  void aConnectionTellsTheServersAddress() throws Exception {
    connect("").close();
    assertThat(((Event.ConnectionOpened) all("ConnectionOpened").get(0)).server())
        .isEqualTo("127.0.0.1:" + server.port());
  }

  @Test
  void onlyAHeldConnectionEndsBeforeItHearsOfTheServersEnd() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    gate.set(
        moment -> {
          if (moment instanceof Moment.Commit) {
            held.countDown();
            release.await();
            return Passage.DISCARD;
          }
          return Passage.FORWARD;
        });
    try (Connection other = connect("")) {
      Future<?> work =
          worker.submit(
              () -> {
                try (Connection connection = connect("");
                    Statement statement = connection.createStatement()) {
                  return statement.executeUpdate("INSERT INTO entry VALUES (1, 'never')");
                }
              });
      assertThat(held.await(10, TimeUnit.SECONDS)).isTrue();
      tap.open().heldEnded();
      assertThatThrownBy(() -> work.get(10, TimeUnit.SECONDS)).isNotNull();
      release.countDown();
      assertThat(all("ConnectionClosed"))
          .extracting(event -> ((Event.ConnectionClosed) event).by())
          .containsExactly("server");
      assertThat(other.isValid(5)).isTrue();
    }
  }

  @Test
  void newConnectionsAreServedAfterACut() throws Exception {
    try (Connection first = connect("")) {
      assertThat(tap.serverPorts()).hasSize(1);
      tap.cut();
      assertThat(tap.serverPorts()).isEmpty();
      assertThat(first.isValid(5)).isFalse();
    }
    try (Connection second = connect("")) {
      assertThat(second.isValid(5)).isTrue();
    }
  }

  // ── Helpers ────────────────────────────────────────────────────────────────────────────────

  private List<Event> since(long seq) {
    return timeline.entriesAfter(seq).stream().map(e -> e.event()).toList();
  }

  private String namesSince(long seq) {
    return since(seq).stream().map(Event::name).collect(Collectors.joining(" "));
  }

  private List<Event> all(String name) {
    return since(0).stream().filter(event -> event.name().equals(name)).toList();
  }

  private List<Event> named(String name, String sql) {
    return all(name).stream()
        .filter(event -> ((Event.StatementSent) event).sql().equals(sql))
        .toList();
  }

  private long connection() {
    return ((Event.ConnectionOpened) all("ConnectionOpened").get(0)).connection();
  }

  private Event await(long seq, Predicate<Event> condition) throws InterruptedException {
    return timeline.await(seq, e -> condition.test(e.event()), SOON).orElseThrow().event();
  }

  private long rows() throws SQLException {
    return number("SELECT count(*) FROM entry");
  }

  private long xidOf(int id) throws SQLException {
    return number("SELECT xmin::text::bigint FROM entry WHERE id = " + id);
  }

  private long number(String sql) throws SQLException {
    try (Statement statement = direct.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private void awaitNoBackends() throws SQLException {
    long deadline = System.nanoTime() + SOON.toNanos();
    while (number(
            "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
                + " AND pid <> pg_backend_pid()")
        > 0) {
      assertThat(System.nanoTime()).as("backends are gone").isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  private void awaitActive(String query) throws SQLException {
    long deadline = System.nanoTime() + SOON.toNanos();
    while (number(
            "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query = '"
                + query
                + "'")
        == 0) {
      assertThat(System.nanoTime()).as("the query is active").isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  private static Set<String> tapThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(Thread::isAlive)
        .map(Thread::getName)
        .filter(name -> name.startsWith("postgres-tap"))
        .collect(Collectors.toSet());
  }

  /** Looks up the open transaction as the row history does; knows no rows. */
  private final class LockObserver implements CommitObserver {
    @Override
    public OpenTransaction openTransaction(int port) {
      try (Connection connection = DriverManager.getConnection(server.adminJdbc());
          Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery(
                  "SELECT a.backend_xid::text::bigint, array(SELECT c.relname::text FROM pg_locks l"
                      + " JOIN pg_class c ON c.oid = l.relation WHERE l.pid = a.pid"
                      + " AND l.mode = 'RowExclusiveLock' AND c.relkind = 'r')"
                      + " FROM pg_stat_activity a WHERE client_port = "
                      + port)) {
        rows.next();
        long xid = rows.getLong(1);
        boolean none = rows.wasNull();
        return new OpenTransaction(
            none ? null : xid, List.of((String[]) rows.getArray(2).getArray()));
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public List<Event.RowChanged> committed(Long xid, long sinceSeq, List<String> tables) {
      return List.of();
    }
  }
}
