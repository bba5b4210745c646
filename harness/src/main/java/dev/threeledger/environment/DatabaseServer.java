package dev.threeledger.environment;

import dev.threeledger.scenario.FaultAction.RestartDatabase.Mode;
import dev.threeledger.scenario.FaultAction.RestartDatabase.Port;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A PostgreSQL server of a lane's own, whatever it runs in, set up as {@link PostgresSettings}
 * says.
 *
 * <p>Its address may be another one after {@link #restart}: ask for it at each new connection. Safe
 * for use by several threads.
 */
public interface DatabaseServer extends AutoCloseable {

  /** Work with a statement on the maintenance database. */
  interface Work<T> {
    /** Does it. */
    T with(Statement statement) throws SQLException;
  }

  /** Where it listens now: an address that this machine reaches. */
  String host();

  /** Where it listens now. */
  int port();

  /** A superuser. */
  String user();

  /** That user's password, never empty. */
  String password();

  /** Runs a statement on the kept connection to the maintenance database. */
  <T> T admin(Work<T> work, String what);

  /**
   * How a server's life ended, as the kernel or the container engine tells.
   *
   * @param by the signal that ended its first process, such as {@code KILL}, or {@code exit} and
   *     the code with which it exited by itself, such as {@code exit 0}
   * @param processes what lived of it before, by process id; of a container its first process
   * @param left which of them lived still when the next life began
   */
  record End(String by, List<String> processes, List<String> left) {
    public End {
      processes = List.copyOf(processes);
      left = List.copyOf(left);
    }
  }

  /**
   * Stops the server and starts it again on the same data directory. Returns when it accepts
   * connections. All connections end; what was committed stays. One that stands still goes on
   * first.
   *
   * @param mode immediate: as after a crash, nothing is written down in order and recovery follows;
   *     fast: sessions are ended, then the server stops in order; kill: SIGKILL to all of its
   *     processes
   * @param port where it comes back; at another one, nobody listens at the port that it had
   * @param whenDown is run between the two lives
   * @throws EnvironmentException when it does not start again
   */
  End restart(Mode mode, Port port, WhenDown whenDown) throws IOException, InterruptedException;

  /** What is done while a server is down. */
  interface WhenDown {
    /** Does it. */
    void run() throws InterruptedException;
  }

  /** As above; nothing is done while it is down. */
  default End restart(Mode mode, Port port) throws IOException, InterruptedException {
    return restart(mode, port, () -> {});
  }

  /** As above, on the port that it has. */
  default End restart(Mode mode) throws IOException, InterruptedException {
    return restart(mode, Port.SAME);
  }

  /**
   * Lets every process of the server stand still, until {@link #resume}, {@link #restart} or the
   * end of this JVM. Connections stay open, new ones are accepted by the kernel alone.
   *
   * @param within deadline for all to stand still
   * @return the processes by id and how each stands: {@code T}, stopped by a signal, or {@code
   *     frozen} by the container engine; others when the deadline passed
   */
  Map<String, String> pause(Duration within) throws IOException, InterruptedException;

  /** Lets it go on. No effect when it does not stand still. */
  void resume();

  /**
   * How much the server has logged: everything that is logged later stands after it.
   *
   * @throws IOException when the log cannot be read
   */
  long logMark() throws IOException;

  /**
   * What the server has logged after a mark. What concerns a statement whose answer has arrived is
   * among it.
   *
   * @param mark from {@link #logMark}
   * @throws IOException when the log cannot be read
   */
  ServerLog logFrom(long mark) throws IOException;

  /** Stops the server and removes everything of it. Idempotent. */
  @Override
  void close();

  /** Where it listens now. */
  default InetSocketAddress address() {
    return new InetSocketAddress(host(), port());
  }

  /** JDBC URL of a database at its present address, credentials included. */
  default String jdbc(String database) {
    return "jdbc:postgresql://%s:%d/%s?user=%s&password=%s"
        .formatted(host(), port(), database, user(), password());
  }

  /** JDBC URL of the maintenance database, credentials included. */
  default String adminJdbc() {
    return jdbc("postgres");
  }

  /** All settings that differ from PostgreSQL's defaults, and its version, by name. */
  default Map<String, String> settings() {
    return admin(
        statement -> {
          Map<String, String> settings = new TreeMap<>();
          ResultSet rows =
              statement.executeQuery(
                  "SELECT name, current_setting(name) FROM pg_settings"
                      + " WHERE source NOT IN ('default', 'client', 'override')"
                      + " OR name = 'server_version'");
          while (rows.next()) {
            settings.put(rows.getString(1), rows.getString(2));
          }
          return settings;
        },
        "ask the PostgreSQL server for its settings");
  }

  /** Version as the server tells it, such as {@code 18.6}. */
  default String version() {
    return settings().get("server_version");
  }

  /**
   * When the server's first process was started, by its own clock, as it writes timestamps: another
   * value means another life.
   */
  default String startedAt() {
    return admin(
        statement -> {
          ResultSet row = statement.executeQuery("SELECT pg_postmaster_start_time()::text");
          row.next();
          return row.getString(1);
        },
        "ask the PostgreSQL server since when it runs");
  }
}
