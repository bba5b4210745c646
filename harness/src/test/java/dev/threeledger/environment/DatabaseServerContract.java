package dev.threeledger.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.threeledger.environment.ServerLog.Kind;
import dev.threeledger.environment.ServerLog.Message;
import dev.threeledger.scenario.FaultAction.RestartDatabase.Mode;
import dev.threeledger.scenario.FaultAction.RestartDatabase.Port;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What every server of a lane does, wherever it runs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class DatabaseServerContract {
  private static final Duration SOON = Duration.ofSeconds(10);

  private Environment environment;
  private DatabaseServer server;

  /** Opens the environment, or skips all tests with the reason. */
  protected abstract Environment open() throws Exception;

  @BeforeAll
  void start() throws Exception {
    environment = open();
    server = environment.startDatabase();
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
      server.close();
    }
    if (environment != null) {
      environment.close();
      environment.close();
    }
  }

  @Test
  void hasTheSettingsThatRunsNeed() {
    assertThat(server.version()).matches("\\d+\\.\\d+.*");
    assertThat(server.settings())
        .containsEntry("wal_level", "logical")
        .containsEntry("synchronous_commit", "on")
        .containsEntry("client_connection_check_interval", "100ms")
        .containsEntry("track_commit_timestamp", "on")
        .containsEntry("session_preload_libraries", "auto_explain")
        .containsEntry("autovacuum", "off")
        .containsEntry("timezone", "UTC");
  }

  @Test
  void asksForAPassword() {
    String url = "jdbc:postgresql://" + server.host() + ":" + server.port() + "/postgres";
    assertThatThrownBy(() -> DriverManager.getConnection(url, server.user(), "guess"))
        .hasMessageContaining("password authentication failed");
  }

  @Test
  void ordersTextTheSameWayEverywhere() {
    String ordered =
        server.admin(
            statement -> {
              ResultSet row =
                  statement.executeQuery(
                      "SELECT string_agg(x, '' ORDER BY x) || upper('ä')"
                          + " FROM (VALUES ('b'), ('A'), ('a'), ('ä'), ('B')) AS t(x)");
              row.next();
              return row.getString(1);
            },
            "order");
    assertThat(ordered).isEqualTo("ABabäÄ");
  }

  /** Backends are known by their client's port: nothing on the way may change it. */
  @Test
  void seesTheClientsOwnPort() throws Exception {
    try (Connection connection = DriverManager.getConnection(server.adminJdbc());
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT inet_client_port(), inet_server_port(), host(inet_server_addr())")) {
      row.next();
      assertThat(localPorts(server.port())).contains(row.getInt(1));
      assertThat(row.getInt(2)).isEqualTo(server.port());
      assertThat(row.getString(3)).isEqualTo(server.host());
    }
  }

  /** Local ports of this machine's connections to a port, as the kernel lists them. */
  private static List<Integer> localPorts(int remote) throws Exception {
    List<String> lines =
        new java.util.ArrayList<>(
            java.nio.file.Files.readAllLines(java.nio.file.Path.of("/proc/net/tcp")));
    java.nio.file.Path six = java.nio.file.Path.of("/proc/net/tcp6");
    if (java.nio.file.Files.exists(six)) {
      lines.addAll(java.nio.file.Files.readAllLines(six));
    }
    return lines.stream()
        .map(line -> line.strip().split("\\s+"))
        .filter(fields -> fields.length > 3 && fields[2].endsWith(":" + "%04X".formatted(remote)))
        .map(fields -> Integer.parseInt(fields[1].substring(fields[1].indexOf(':') + 1), 16))
        .toList();
  }

  @Test
  void whatAStatementCausedIsInTheLogOnceItIsAnswered() throws Exception {
    Databases databases = new Databases(server);
    String url = databases.createTemplate("logged");
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      fails(statement, "SELECT 'before'::int");
      long mark = server.logMark();
      fails(statement, "SELECT 'after'::int");
      statement.execute("SELECT pg_sleep(0.3)");
      List<Message> messages = server.logFrom(mark).of("logged");
      assertThat(messages)
          .extracting(Message::kind)
          .containsSubsequence(Kind.ERROR, Kind.SLOW_STATEMENT);
      assertThat(messages)
          .extracting(Message::statement)
          .contains("SELECT 'after'::int")
          .doesNotContain("SELECT 'before'::int");
      assertThat(server.logFrom(mark).of("other")).isEmpty();
    } finally {
      databases.drop("logged");
    }
  }

  @ParameterizedTest
  @CsvSource({"IMMEDIATE, SAME", "FAST, SAME", "KILL, SAME", "FAST, ANOTHER", "KILL, ANOTHER"})
  void keepsWhatWasCommittedWhenItIsRestarted(Mode mode, Port port) throws Exception {
    Databases databases = new Databases(server);
    String name = ("restarted_" + mode + port).toLowerCase(java.util.Locale.ROOT);
    int portBefore = server.port();
    InetSocketAddress addressBefore = server.address();
    databases.createTemplate(name);
    String before = server.startedAt();
    long mark = server.logMark();
    try (Connection open = DriverManager.getConnection(server.jdbc(name));
        Statement statement = open.createStatement()) {
      statement.execute("CREATE TABLE t (id int)");
      statement.execute("INSERT INTO t VALUES (1)");
      open.setAutoCommit(false);
      statement.execute("INSERT INTO t VALUES (2)");
      DatabaseServer.End end = server.restart(mode, port);
      assertThat(end.by()).isEqualTo(mode == Mode.KILL ? "KILL" : "exit 0");
      assertThat(end.processes()).isNotEmpty();
      assertThat(end.left()).isEmpty();
      assertThatThrownBy(() -> statement.execute("SELECT 1")).isInstanceOf(SQLException.class);
    }
    assertThat(server.startedAt()).isNotEqualTo(before);
    if (port == Port.SAME) {
      assertThat(server.port()).isEqualTo(portBefore);
    } else {
      assertThat(server.port()).isNotEqualTo(portBefore);
      assertThatThrownBy(() -> new Socket(addressBefore.getAddress(), portBefore).close())
          .isInstanceOf(ConnectException.class);
    }
    try (Connection again = DriverManager.getConnection(server.jdbc(name));
        Statement statement = again.createStatement();
        ResultSet row = statement.executeQuery("SELECT count(*), max(id) FROM t")) {
      row.next();
      assertThat(row.getInt(1)).isEqualTo(1);
      assertThat(row.getInt(2)).isEqualTo(1);
    }
    assertThat(server.logFrom(mark).of("")).isNotEmpty();
    databases.drop(name);
  }

  @Test
  void standsStillWithAllItsProcessesAndGoesOnAsIfNothingHadBeen() throws Exception {
    try (Connection open = DriverManager.getConnection(server.adminJdbc());
        Statement statement = open.createStatement()) {
      statement.execute("CREATE TEMP TABLE still (id int)");
      assertThat(server.pause(SOON)).isNotEmpty();
      CompletableFuture<Integer> asked =
          CompletableFuture.supplyAsync(() -> inserted(statement, "INSERT INTO still VALUES (1)"));
      assertThatThrownBy(() -> asked.get(200, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      assertThat(server.pause(SOON).values()).allMatch(List.of("T", "frozen")::contains);
      server.resume();
      server.resume();
      assertThat(asked.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(1);
    }
    assertThat(server.startedAt()).isNotEmpty();
  }

  private static int inserted(Statement statement, String sql) {
    try {
      return statement.executeUpdate(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void oneThatStandsStillGoesOnWhenItIsRestarted() throws Exception {
    server.pause(SOON);
    assertThat(server.restart(Mode.FAST).by()).isEqualTo("exit 0");
    assertThat(server.startedAt()).isNotEmpty();
  }

  @Test
  void isRecordedWithItsKind() {
    assertThat(environment.record()).containsKey("kind");
    assertThat(environment.network().version()).isNotEmpty();
  }

  private static void fails(Statement statement, String sql) {
    assertThatThrownBy(() -> statement.execute(sql)).isInstanceOf(SQLException.class);
  }
}
