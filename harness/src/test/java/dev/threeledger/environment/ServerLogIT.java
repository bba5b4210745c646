package dev.threeledger.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.environment.ServerLog.Kind;
import dev.threeledger.environment.ServerLog.Message;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ServerLogIT {
  @Test
  void showsWhatWasSlowWaitedAndFailed() throws Exception {
    try (PostgresServer server = PostgresServer.start()) {
      Databases databases = new Databases(server);
      String run = databases.createTemplate("run");
      try (Connection one = DriverManager.getConnection(run);
          Connection two = DriverManager.getConnection(run)) {
        execute(one, "CREATE TABLE t (id int PRIMARY KEY, x int)");
        execute(one, "INSERT INTO t VALUES (1, 0), (2, 0)");
        execute(one, "SELECT pg_sleep(0.3)");
        assertThat(works(one, "INSERT INTO t VALUES (1, 0)")).isFalse();
        deadlock(one, two);
      }
      List<Message> messages = server.logFrom(0).of("run");
      assertThat(messages)
          .extracting(Message::kind)
          .contains(Kind.SLOW_STATEMENT, Kind.PLAN, Kind.LOCK_WAIT, Kind.DEADLOCK, Kind.ERROR);
      assertThat(first(messages, Kind.SLOW_STATEMENT).text()).isEqualTo("SELECT pg_sleep(0.3)");
      assertThat(first(messages, Kind.SLOW_STATEMENT).millis()).isGreaterThanOrEqualTo(300);
      assertThat(first(messages, Kind.PLAN).text()).startsWith("{").endsWith("}");
      assertThat(first(messages, Kind.ERROR).sqlState()).isEqualTo("23505");
      assertThat(first(messages, Kind.ERROR).statement()).isEqualTo("INSERT INTO t VALUES (1, 0)");
      assertThat(first(messages, Kind.LOCK_WAIT).detail()).contains("holding the lock");
      assertThat(server.logFrom(0).of("other")).isEmpty();
    }
  }

  /** Each holds the row that the other wants; PostgreSQL ends one of them. */
  private static void deadlock(Connection one, Connection two) throws Exception {
    one.setAutoCommit(false);
    two.setAutoCommit(false);
    execute(one, "UPDATE t SET x = 1 WHERE id = 1");
    execute(two, "UPDATE t SET x = 2 WHERE id = 2");
    CompletableFuture<Boolean> first =
        CompletableFuture.supplyAsync(() -> works(one, "UPDATE t SET x = 1 WHERE id = 2"));
    boolean second = works(two, "UPDATE t SET x = 2 WHERE id = 1");
    assertThat(first.get(10, TimeUnit.SECONDS)).isNotEqualTo(second);
    one.rollback();
    two.rollback();
  }

  private static boolean works(Connection connection, String sql) {
    try {
      execute(connection, sql);
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  private static Message first(List<Message> messages, Kind kind) {
    return messages.stream().filter(message -> message.kind() == kind).findFirst().orElseThrow();
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
