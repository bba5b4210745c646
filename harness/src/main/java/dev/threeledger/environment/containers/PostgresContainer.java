package dev.threeledger.environment.containers;

import dev.threeledger.container.Bridge;
import dev.threeledger.container.ContainerState;
import dev.threeledger.container.Engine;
import dev.threeledger.container.Image;
import dev.threeledger.environment.AdminConnection;
import dev.threeledger.environment.DatabaseServer;
import dev.threeledger.environment.EnvironmentChoice;
import dev.threeledger.environment.EnvironmentException;
import dev.threeledger.environment.PostgresServer;
import dev.threeledger.environment.ServerLog;
import dev.threeledger.process.Child.Exit;
import dev.threeledger.scenario.FaultAction.RestartDatabase.Mode;
import dev.threeledger.scenario.FaultAction.RestartDatabase.Port;
import java.io.IOException;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * A PostgreSQL server in a container, with the settings of the embedded one as far as a container
 * allows. Its data lies in the container's own file system: memory (tmpfs) would not outlive a
 * kill.
 */
final class PostgresContainer implements DatabaseServer {
  private static final int PORT = 5432;
  private static final String USER = "postgres";
  private static final Duration STOPPED_WITHIN = Duration.ofSeconds(10);
  private static final long POLL_NANOS = 5_000_000;

  /** The provider of the embedded server, so that text is ordered the same way. */
  private static final String INITDB =
      "--encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8";

  private final Engine engine;
  private final Image image;
  private final Bridge bridge;
  private final String container;
  private final String password;
  private final AdminConnection admin = new AdminConnection(this::adminJdbc);
  private final CollectedLog log = new CollectedLog(this);
  private volatile String host;
  private volatile int port = PORT;
  private boolean paused;

  private PostgresContainer(
      Engine engine, Image image, Bridge bridge, String container, String password) {
    this.engine = engine;
    this.image = image;
    this.bridge = bridge;
    this.container = container;
    this.password = password;
  }

  /** Starts it and waits until it accepts connections. */
  static PostgresContainer start(Engine engine, Image image, Bridge bridge) {
    byte[] random = new byte[16];
    new SecureRandom().nextBytes(random);
    String password = HexFormat.of().formatHex(random);
    Unpublished described =
        new Unpublished(
            DockerImageName.parse(image.name())
                .asCompatibleSubstituteFor(
                    DockerImageName.parse(EnvironmentChoice.POSTGRES_IMAGE).getUnversionedPart()));
    described.withUsername(USER).withPassword(password).withDatabaseName("postgres");
    described.withEnv("POSTGRES_INITDB_ARGS", INITDB);
    described.setCommand(command().toArray(String[]::new));
    String id = Launch.create(engine, bridge, described, image.name());
    PostgresContainer server = new PostgresContainer(engine, image, bridge, id, password);
    try {
      server.awaitReady();
      return server;
    } catch (RuntimeException e) {
      engine.remove(id);
      throw e;
    }
  }

  /** Once started, the original looks for its published port and logs it: there is none. */
  private static final class Unpublished extends PostgreSQLContainer {
    Unpublished(DockerImageName image) {
      super(image);
    }

    @Override
    public String getJdbcUrl() {
      return "jdbc:postgresql://" + getContainerId() + ":" + PORT + "/" + getDatabaseName();
    }
  }

  private static List<String> command() {
    List<String> command = new ArrayList<>(List.of("postgres"));
    settings(PostgresServer.settingsAtStart())
        .forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
    return command;
  }

  /** The embedded server's settings, changed where a container needs it. */
  static Map<String, String> settings(Map<String, String> embedded) {
    Map<String, String> settings = new TreeMap<>(embedded);
    settings.put("listen_addresses", "*");
    // The images' entrypoints prepare the server through its socket, in the usual place.
    settings.remove("unix_socket_directories");
    settings.putAll(CollectedLog.SETTINGS);
    return settings;
  }

  /**
   * The entrypoint's temporary server listens on no address: who is answered, is by the real one.
   */
  private void awaitReady() {
    host =
        Launch.awaitReady(
            engine,
            container,
            bridge,
            image.name(),
            port,
            address -> DriverManager.getConnection(jdbc(address, "postgres")).close());
  }

  private String jdbc(String address, String database) {
    return "jdbc:postgresql://%s:%d/%s?user=%s&password=%s"
        .formatted(address, port, database, USER, password);
  }

  @Override
  public String host() {
    return host;
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public String user() {
    return USER;
  }

  @Override
  public String password() {
    return password;
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = settings(PostgresServer.settingsAtStart());
    settings.putAll(DatabaseServer.super.settings());
    return settings;
  }

  @Override
  public <T> T admin(Work<T> work, String what) {
    return admin.run(work, what);
  }

  /**
   * {@inheritDoc}
   *
   * <p>PostgreSQL is the container's first process: with it the container ends, and is started
   * again, perhaps at another address.
   */
  @Override
  public synchronized End restart(Mode mode, Port where, WhenDown whenDown)
      throws InterruptedException {
    resume();
    int next = where == Port.SAME ? port : port + 1;
    if (where == Port.ANOTHER) {
      listenNextTimeAt(next);
    }
    admin.forget();
    End end = ContainerEnvironment.told(() -> end(mode));
    whenDown.run();
    ContainerEnvironment.told(
        () -> {
          engine.start(container);
          port = next;
          awaitReady();
          return null;
        });
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return end;
  }

  private End end(Mode mode) {
    String lived = Long.toString(engine.inspect(container).pid());
    engine.kill(container, signal(mode));
    if (!awaitStopped()) {
      engine.kill(container, "SIGKILL");
      awaitStopped();
    }
    return end(lived, engine.inspect(container));
  }

  private void listenNextTimeAt(int next) {
    admin.run(
        statement -> statement.execute("ALTER SYSTEM SET port = " + next),
        "name the port at which the PostgreSQL server will come back");
  }

  private static String signal(Mode mode) {
    return switch (mode) {
      case IMMEDIATE -> "SIGQUIT";
      case FAST -> "SIGINT";
      case KILL -> "SIGKILL";
    };
  }

  /** With a container's first process the kernel ends all others of it. */
  private static End end(String lived, ContainerState ended) {
    Exit exit = Exit.ofStatus((int) ended.exitCode());
    return new End(
        exit.signal() == null ? "exit " + exit.code() : exit.signal(),
        List.of(lived),
        ended.running() ? List.of(lived) : List.of());
  }

  @Override
  public synchronized Map<String, String> pause(Duration within) {
    return ContainerEnvironment.told(
        () -> {
          if (!paused) {
            engine.pause(container);
            paused = true;
          }
          ContainerState state = engine.inspect(container);
          return Map.of(Long.toString(state.pid()), state.paused() ? "frozen" : state.status());
        });
  }

  @Override
  public synchronized void resume() {
    if (paused) {
      ContainerEnvironment.told(
          () -> {
            engine.unpause(container);
            return null;
          });
      paused = false;
    }
  }

  /** False when it still runs at the deadline, or the thread was interrupted. */
  private boolean awaitStopped() {
    long deadline = System.nanoTime() + STOPPED_WITHIN.toNanos();
    while (engine.inspect(container).running()) {
      if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    return true;
  }

  @Override
  public long logMark() throws IOException {
    return log.mark();
  }

  @Override
  public ServerLog logFrom(long mark) throws IOException {
    return log.from(mark);
  }

  /** Removes the container, whatever it does. Idempotent. */
  @Override
  public synchronized void close() {
    try {
      resume();
      admin.close();
    } catch (EnvironmentException serverGone) {
      // and its connections with it
    } finally {
      ContainerEnvironment.told(
          () -> {
            engine.remove(container);
            return null;
          });
    }
  }
}
