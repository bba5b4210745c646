package dev.threeledger.environment;

import dev.threeledger.process.LeashedProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A PostgreSQL server of our own, from the binaries on the class path, on a free port of 127.0.0.1.
 * It ends with this JVM, however that ends.
 *
 * <p>The first start on a machine unpacks the binaries and initialises a data directory in the
 * cache (seconds); every start then takes a copy of it to a temp directory.
 */
public final class PostgresServer implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final int PORTS_TRIED = 5;
  private static final Duration READY_WITHIN = Duration.ofSeconds(60);
  private static final Duration STOPPED_WITHIN = Duration.ofSeconds(5);
  private static final long POLL_NANOS = 2_000_000;

  /** Number of the line of {@code postmaster.pid} that tells the server's status, from 0. */
  private static final int STATUS_LINE = 7;

  private final ServerDirectory directory;
  private final LeashedProcess process;
  private final int port;
  private final String password;
  private final AdminConnection admin;

  private PostgresServer(
      ServerDirectory directory, LeashedProcess process, int port, String password) {
    this.directory = directory;
    this.process = process;
    this.port = port;
    this.password = password;
    this.admin = new AdminConnection(adminJdbc());
  }

  /** Starts a server with the cache in its usual place. */
  public static PostgresServer start() throws IOException {
    return start(defaultCacheDirectory());
  }

  /**
   * Starts a server and returns when it accepts connections.
   *
   * @param cacheDirectory where unpacked binaries and the initialised data directory are kept;
   *     several JVMs may share it
   * @throws EnvironmentException when the machine does not allow it: no binaries for it, no space,
   *     binaries that do not run
   * @throws IOException when the thread is interrupted
   */
  public static PostgresServer start(Path cacheDirectory) throws IOException {
    try {
      return start(ClusterTemplate.in(cacheDirectory));
    } catch (IOException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      throw StartFailure.of(cacheDirectory, e);
    }
  }

  private static PostgresServer start(ClusterTemplate template) throws IOException {
    ServerDirectory directory = ServerDirectory.create();
    try {
      template.user().open(directory.path());
      template.copyTo(directory.path().resolve("data"));
      return start(template, directory);
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /** {@code threeledger} below {@code XDG_CACHE_HOME}, {@code ~/.cache} or the temp directory. */
  public static Path defaultCacheDirectory() {
    return Cache.defaultDirectory(
        System.getenv(), Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath());
  }

  private static PostgresServer start(ClusterTemplate template, ServerDirectory directory)
      throws IOException {
    String output = "";
    for (int attempt = 0; attempt < PORTS_TRIED; attempt++) {
      int port = freePort();
      Path log = log(directory.path());
      Files.deleteIfExists(log);
      Path data = directory.path().resolve("data");
      LeashedProcess process =
          LeashedProcess.start(
              template.serverCommand(data, port), data, Map.of("LC_ALL", "C"), log);
      try {
        if (awaitReady(process, data)) {
          return new PostgresServer(directory, process, port, template.password());
        }
      } catch (IOException | RuntimeException e) {
        process.close();
        throw e;
      }
      process.close();
      output = Files.readString(log);
      if (!StartFailure.portTaken(output)) {
        throw StartFailure.of("postgres", template.binaries(), output);
      }
    }
    throw new EnvironmentException(
        "no free port on %s after %d attempts: another process takes each one first; end it and try again"
            .formatted(HOST, PORTS_TRIED));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
      return socket.getLocalPort();
    }
  }

  /**
   * Waits for the word that the server writes into {@code postmaster.pid} for pg_ctl; there is no
   * event for it.
   *
   * @return false when the process ended instead
   */
  private static boolean awaitReady(LeashedProcess process, Path data) throws IOException {
    long deadline = System.nanoTime() + READY_WITHIN.toNanos();
    Path statusFile = data.resolve("postmaster.pid");
    while (!ready(statusFile)) {
      if (process.exit().isDone()) {
        return false;
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new IOException("interrupted while PostgreSQL started");
      }
      if (System.nanoTime() - deadline >= 0) {
        throw new EnvironmentException(
            "PostgreSQL was not ready within %d s in %s; is the machine overloaded?"
                .formatted(READY_WITHIN.toSeconds(), data));
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    return true;
  }

  private static boolean ready(Path statusFile) {
    try {
      List<String> lines = Files.readAllLines(statusFile);
      return lines.size() > STATUS_LINE && lines.get(STATUS_LINE).strip().equals("ready");
    } catch (IOException notYetThere) {
      return false;
    }
  }

  /** Always 127.0.0.1. */
  public String host() {
    return HOST;
  }

  /** Where it listens. */
  public int port() {
    return port;
  }

  /** A superuser. */
  public String user() {
    return ClusterTemplate.SUPERUSER;
  }

  /** That user's password: random, never empty. */
  public String password() {
    return password;
  }

  /** JDBC URL of the maintenance database, credentials included. */
  public String adminJdbc() {
    return jdbc("postgres");
  }

  /** JDBC URL of a database, credentials included. */
  public String jdbc(String database) {
    return "jdbc:postgresql://%s:%d/%s?user=%s&password=%s"
        .formatted(HOST, port, database, user(), password);
  }

  /** Version as the server tells it, such as {@code 18.6}. */
  public String version() {
    return settings().get("server_version");
  }

  /** All settings that differ from PostgreSQL's defaults, and its version, by name. */
  public Map<String, String> settings() {
    return admin(
        statement -> {
          Map<String, String> settings = new TreeMap<>(PostgresSettings.all(port));
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

  /** Runs a statement on the kept connection to the maintenance database. */
  <T> T admin(AdminConnection.Work<T> work, String what) {
    return admin.run(work, what);
  }

  /** What the server writes; removed by {@link #close()}. {@link ServerLog} reads it. */
  public Path log() {
    return log(directory.path());
  }

  private static Path log(Path directory) {
    return directory.resolve("server.log");
  }

  /**
   * Stops the server (open transactions are rolled back), by SIGKILL when it does not stop within
   * five seconds, and removes its files. Idempotent.
   */
  @Override
  public void close() {
    try {
      admin.close();
      process.signal("INT");
      process.exit().get(STOPPED_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception killedInstead) {
      // process.close() kills what is left.
    } finally {
      process.close();
      Backends.killThoseIn(directory.path().resolve("data"));
      deleteDirectory();
    }
  }

  private void deleteDirectory() {
    try {
      directory.close();
    } catch (IOException e) {
      throw new EnvironmentException("cannot remove " + directory.path() + ": " + e, e);
    }
  }
}
