package dev.threeledger.environment;

import dev.threeledger.process.LeashedProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** From a copied data directory to a server that accepts connections. */
final class ServerStart {
  private static final int PORTS_TRIED = 5;
  private static final Duration READY_WITHIN = Duration.ofSeconds(60);
  private static final long POLL_NANOS = 2_000_000;

  /** Number of the line of {@code postmaster.pid} that tells the server's status, from 0. */
  private static final int STATUS_LINE = 7;

  private ServerStart() {}

  /** A server that accepts connections. */
  record Started(LeashedProcess process, int port) {}

  /**
   * Starts the server in {@code data} on a port that is free now; another process can take it
   * first, and then another port is tried.
   */
  static Started on(String host, ClusterTemplate template, Path directory) throws IOException {
    Files.deleteIfExists(log(directory));
    return onFreePort(host, 0, template, directory);
  }

  /** Starts the server of a data directory again, on another port than the one that it had. */
  static Started elsewhere(String host, int had, ClusterTemplate template, Path directory)
      throws IOException {
    Files.deleteIfExists(directory.resolve("data/postmaster.pid"));
    return onFreePort(host, had, template, directory);
  }

  private static Started onFreePort(String host, int not, ClusterTemplate template, Path directory)
      throws IOException {
    for (int attempt = 0; attempt < PORTS_TRIED; attempt++) {
      int port = freePort(host);
      Started started = port == not ? null : tryOn(port, template, directory);
      if (started != null) {
        return started;
      }
    }
    throw new EnvironmentException(
        "no free port on %s after %d attempts: another process takes each one first; try again"
            .formatted(host, PORTS_TRIED));
  }

  private static int freePort(String host) throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(host))) {
      return socket.getLocalPort();
    }
  }

  /**
   * Starts the server of a data directory again, on the port that it had. While it is down its port
   * can become the local port of a connection somebody makes; that passes.
   */
  static Started again(int port, ClusterTemplate template, Path directory) throws IOException {
    Files.deleteIfExists(directory.resolve("data/postmaster.pid"));
    long deadline = System.nanoTime() + READY_WITHIN.toNanos();
    Started started = tryOn(port, template, directory);
    while (started == null) {
      if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
        throw new EnvironmentException(
            "PostgreSQL could not be started again: port " + port + " was taken meanwhile");
      }
      LockSupport.parkNanos(POLL_NANOS);
      started = tryOn(port, template, directory);
    }
    return started;
  }

  /** Null when the port was taken. What is in the log stays. */
  static Started tryOn(int port, ClusterTemplate template, Path directory) throws IOException {
    Path data = directory.resolve("data");
    Path log = log(directory);
    int before = Files.exists(log) ? Files.readString(log).length() : 0;
    LeashedProcess process =
        LeashedProcess.start(template.serverCommand(data, port), data, Map.of("LC_ALL", "C"), log);
    try {
      if (awaitReady(process, data)) {
        return new Started(process, port);
      }
    } catch (IOException | RuntimeException e) {
      process.close();
      throw e;
    }
    process.close();
    String output = Files.readString(log).substring(before);
    if (StartFailure.portTaken(output)) {
      return null;
    }
    throw StartFailure.of("postgres", template.binaries(), output);
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

  /** Where the server writes. */
  static Path log(Path directory) {
    return directory.resolve("server.log");
  }
}
