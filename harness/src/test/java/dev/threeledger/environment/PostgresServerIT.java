package dev.threeledger.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresServerIT {
  @Test
  void startsWithTheSettingsThatRowHistoryNeedsAndLeavesNothing() throws Exception {
    long before = ProcessHandle.current().descendants().count();
    Path log;
    try (PostgresServer server = PostgresServer.start()) {
      log = server.log();
      assertThat(server.version()).matches("\\d+\\.\\d+.*");
      assertThat(server.settings())
          .containsEntry("wal_level", "logical")
          .containsEntry("synchronous_commit", "on")
          .containsEntry("client_connection_check_interval", "100ms")
          .containsEntry("track_commit_timestamp", "on")
          .containsEntry("timezone", "UTC")
          .containsEntry("listen_addresses", "127.0.0.1");
      assertThat(workingBelow(log.getParent())).isNotEmpty();
      assertThat(Files.readString(log)).contains("ready to accept connections");
    }
    assertThat(log.getParent()).doesNotExist();
    assertThat(workingBelow(log.getParent())).isEmpty();
    assertThat(ProcessHandle.current().descendants().count()).isEqualTo(before);
  }

  @Test
  void asksForAPassword() throws Exception {
    try (PostgresServer server = PostgresServer.start()) {
      String url = "jdbc:postgresql://127.0.0.1:" + server.port() + "/postgres";
      assertThatThrownBy(() -> DriverManager.getConnection(url, server.user(), "guess"))
          .hasMessageContaining("password authentication failed");
    }
  }

  @Test
  void ordersTextTheSameWayEverywhere() throws Exception {
    try (PostgresServer server = PostgresServer.start();
        Connection connection = DriverManager.getConnection(server.adminJdbc());
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT string_agg(x, '' ORDER BY x), upper('ä')"
                    + " FROM (VALUES ('b'), ('A'), ('a'), ('ä'), ('B')) AS t(x)")) {
      rows.next();
      assertThat(rows.getString(1)).isEqualTo("ABabä");
      assertThat(rows.getString(2)).isEqualTo("Ä");
    }
  }

  @Test
  void severalServersShareACacheThatNobodyHasFilledYet(@TempDir Path cache) throws Exception {
    Files.createDirectories(
        cache.resolve("." + PostgresBinaries.onClassPath().id() + ".building/half"));
    ExecutorService starters = Executors.newFixedThreadPool(3);
    try {
      List<Future<PostgresServer>> servers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        servers.add(starters.submit(() -> PostgresServer.start(cache)));
      }
      for (Future<PostgresServer> server : servers) {
        try (PostgresServer started = server.get()) {
          DriverManager.getConnection(started.adminJdbc()).close();
        }
      }
    } finally {
      starters.shutdown();
    }
    try (var files = Files.list(cache)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .noneMatch(name -> name.endsWith(".building"));
    }
  }

  @Test
  void aKilledJvmLeavesNoServerAndItsFilesAreRemovedByTheNextStart() throws Exception {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                System.getProperty("java.class.path"),
                Starter.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader lines = jvm.inputReader(StandardCharsets.UTF_8)) {
      Path directory =
          lines
              .lines()
              .filter(l -> l.startsWith("at "))
              .map(l -> Path.of(l.substring(3)))
              .findFirst()
              .orElseThrow();
      assertThat(workingBelow(directory)).isNotEmpty();
      jvm.destroyForcibly().waitFor();
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
      while (!workingBelow(directory).isEmpty()) {
        assertThat(System.nanoTime()).isLessThan(deadline);
        LockSupport.parkNanos(1_000_000);
      }
      assertThat(directory).exists();
      PostgresServer.start().close();
      assertThat(directory).doesNotExist();
    } finally {
      jvm.destroyForcibly().waitFor();
    }
  }

  @Test
  void aPortThatWasTakenMeanwhileIsNoticed(@TempDir Path directory) throws Exception {
    ClusterTemplate template = ClusterTemplate.in(PostgresServer.defaultCacheDirectory());
    template.user().open(directory);
    template.copyTo(directory.resolve("data"));
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(ServerStart.tryOn(taken.getLocalPort(), template, directory)).isNull();
    }
    ServerStart.on("127.0.0.1", template, directory).process().close();
  }

  @Test
  void aCacheThatCannotBeWrittenIsNamed(@TempDir Path temp) throws Exception {
    Path file = Files.createFile(temp.resolve("file"));
    assertThatThrownBy(() -> PostgresServer.start(file.resolve("cache")))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageStartingWith("cannot create the cache directory " + file.resolve("cache"))
        .hasMessageEndingWith("; choose another one or set XDG_CACHE_HOME");
  }

  private static List<String> workingBelow(Path directory) throws Exception {
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        try {
          if (Files.readSymbolicLink(process.resolve("cwd")).startsWith(directory)) {
            found.add(process.toString());
          }
        } catch (java.io.IOException gone) {
          // Ended meanwhile.
        }
      }
    }
    return found;
  }

  /** A JVM that will be killed. */
  static final class Starter {
    private Starter() {}

    public static void main(String[] arguments) throws Exception {
      PostgresServer server = PostgresServer.start();
      System.out.println("at " + server.log().getParent());
      System.in.read();
      server.close();
    }
  }
}
