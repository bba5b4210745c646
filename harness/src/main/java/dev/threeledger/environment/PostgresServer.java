package dev.threeledger.environment;

import dev.threeledger.process.Child.Exit;
import dev.threeledger.process.LeashedProcess;
import dev.threeledger.process.Standstill;
import dev.threeledger.scenario.FaultAction.RestartDatabase.Mode;
import dev.threeledger.scenario.FaultAction.RestartDatabase.Port;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * A PostgreSQL server of our own, from the binaries on the class path, on a free port of 127.0.0.1.
 * It ends with this JVM, however that ends.
 *
 * <p>The first start on a machine unpacks the binaries and initialises a data directory in the
 * cache (seconds); every start then takes a copy of it to a temp directory: below TMPDIR where that
 * is set, else in /dev/shm where at least 2 GiB are free there, else in /tmp.
 */
public final class PostgresServer implements DatabaseServer {
  private static final String HOST = "127.0.0.1";
  private static final Duration STOPPED_WITHIN = Duration.ofSeconds(5);
  private static final long POLL_NANOS = 1_000_000;
  private final ServerDirectory directory;
  private final ClusterTemplate template;
  private volatile LeashedProcess process;
  private volatile int port;
  private Standstill standstill;
  private final String password;
  private final AdminConnection admin;

  private PostgresServer(
      ServerDirectory directory, ClusterTemplate template, ServerStart.Started started)
      throws IOException {
    this.directory = directory;
    this.template = template;
    this.process = started.process();
    this.port = started.port();
    this.password = template.password();
    this.admin = new AdminConnection(this::adminJdbc);
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
      ServerStart.Started started = ServerStart.on(HOST, template, directory.path());
      return new PostgresServer(directory, template, started);
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

  @Override
  public String host() {
    return HOST;
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public String user() {
    return ClusterTemplate.SUPERUSER;
  }

  @Override
  public String password() {
    return password;
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>(PostgresSettings.all(port));
    settings.putAll(DatabaseServer.super.settings());
    return settings;
  }

  /** The settings that a server is started with, by name, apart from its port. */
  public static Map<String, String> settingsAtStart() {
    Map<String, String> settings = new TreeMap<>(PostgresSettings.all(0));
    settings.remove("port");
    return settings;
  }

  /**
   * Names the binaries that a server is started from: their jar with its version, and length and
   * check sum of what it holds.
   *
   * @throws EnvironmentException when there are none for this machine
   */
  public static String binaries() {
    return PostgresBinaries.onClassPath().id();
  }

  @Override
  public <T> T admin(Work<T> work, String what) {
    return admin.run(work, what);
  }

  /**
   * {@inheritDoc}
   *
   * <p>As a child that dies with this JVM like the first.
   */
  @Override
  public synchronized End restart(Mode mode, Port where, WhenDown whenDown)
      throws IOException, InterruptedException {
    resume();
    admin.forget();
    End end = end(mode);
    whenDown.run();
    ServerStart.Started started =
        where == Port.SAME
            ? ServerStart.again(port, template, directory.path())
            : ServerStart.elsewhere(HOST, port, template, directory.path());
    process = started.process();
    port = started.port();
    return end;
  }

  private End end(Mode mode) throws InterruptedException {
    Set<Long> lived = Backends.in(data()).keySet();
    String by = "lost";
    try {
      switch (mode) {
        case IMMEDIATE -> process.signal("QUIT");
        case FAST -> process.signal("INT");
        case KILL -> Backends.kill(lived);
      }
      Exit exit = process.exit().get(STOPPED_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
      by = exit.signal() == null ? "exit " + exit.code() : exit.signal();
    } catch (TimeoutException | ExecutionException killedInstead) {
      // process.close() kills what is left.
    } finally {
      process.close();
      Backends.killThoseIn(data());
    }
    return new End(by, texts(lived), texts(Backends.in(data()).keySet()));
  }

  private static List<String> texts(Set<Long> pids) {
    return pids.stream().map(String::valueOf).toList();
  }

  private Path data() {
    return directory.path().resolve("data");
  }

  @Override
  public synchronized Map<String, String> pause(Duration within)
      throws IOException, InterruptedException {
    if (standstill == null) {
      standstill = Standstill.begin();
    }
    long deadline = System.nanoTime() + within.toNanos();
    Set<Long> told = new HashSet<>();
    stop(process.pid(), told); // first, so that it makes no further ones
    while (true) {
      Map<Long, Character> states = Backends.in(data());
      boolean all = states.values().stream().allMatch(state -> state == 'T');
      if (all || System.nanoTime() - deadline >= 0) {
        return texts(states);
      }
      if (states.getOrDefault(process.pid(), 'T') == 'T') {
        for (long pid : states.keySet()) {
          stop(pid, told);
        }
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private void stop(long pid, Set<Long> told) throws IOException {
    if (told.add(pid)) {
      standstill.stop(pid);
    }
  }

  @Override
  public synchronized void resume() {
    if (standstill != null) {
      standstill.close();
      standstill = null;
    }
  }

  private static Map<String, String> texts(Map<Long, Character> states) {
    Map<String, String> texts = new TreeMap<>();
    states.forEach((pid, state) -> texts.put(pid.toString(), state.toString()));
    return texts;
  }

  /** What the server writes; removed by {@link #close()}. */
  Path log() {
    return ServerStart.log(directory.path());
  }

  @Override
  public long logMark() throws IOException {
    return Files.size(log());
  }

  /**
   * {@inheritDoc}
   *
   * <p>A backend writes into the file itself, before it answers.
   */
  @Override
  public ServerLog logFrom(long mark) throws IOException {
    return ServerLog.in(log(), mark);
  }

  /**
   * Stops the server (open transactions are rolled back), by SIGKILL when it does not stop within
   * five seconds, and removes its files. Idempotent.
   */
  @Override
  public synchronized void close() {
    try {
      resume();
      admin.close();
      process.signal("INT");
      process.exit().get(STOPPED_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception killedInstead) {
      // process.close() kills what is left.
    } finally {
      process.close();
      Backends.killThoseIn(data());
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
