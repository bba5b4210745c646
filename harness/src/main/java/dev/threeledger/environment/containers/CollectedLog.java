package dev.threeledger.environment.containers;

import dev.threeledger.environment.DatabaseServer;
import dev.threeledger.environment.EnvironmentException;
import dev.threeledger.environment.ServerLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The log of a server whose files are elsewhere: PostgreSQL's collector writes it into one file of
 * the data directory, and the server itself hands it out.
 *
 * <p>Backends pass messages to the collector through one pipe, each before it answers. A message of
 * our own, sent last, is written last: when it can be read, all before it can.
 */
final class CollectedLog {
  private static final String FILE = "log/server.log";
  private static final Duration WRITTEN_WITHIN = Duration.ofSeconds(10);
  private static final long POLL_NANOS = 2_000_000;
  private static final int CHUNK = 1 << 20;

  /** One file, in its place, across restarts. */
  static final Map<String, String> SETTINGS =
      Map.of(
          "logging_collector", "on",
          "log_directory", "log",
          "log_filename", "server.log",
          "log_rotation_age", "0",
          "log_rotation_size", "0",
          "log_truncate_on_rotation", "off");

  private final DatabaseServer server;
  private final AtomicLong markers = new AtomicLong();

  CollectedLog(DatabaseServer server) {
    this.server = server;
  }

  long mark() throws IOException {
    return read(
        () ->
            server.admin(
                statement -> {
                  ResultSet row =
                      statement.executeQuery("SELECT size FROM pg_stat_file('" + FILE + "')");
                  row.next();
                  return row.getLong(1);
                },
                "ask the PostgreSQL server for its log"));
  }

  ServerLog from(long mark) throws IOException {
    String text = "threeledger has read up to here, " + markers.incrementAndGet() + ".";
    byte[] marker = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    read(
        () ->
            server.admin(
                statement -> statement.execute("DO $$BEGIN RAISE LOG '" + text + "'; END$$"),
                "write into the PostgreSQL server's log"));
    long deadline = System.nanoTime() + WRITTEN_WITHIN.toNanos();
    while (true) {
      byte[] more = read(() -> chunk(mark + log.size()));
      log.writeBytes(more);
      if (more.length == 0 && holds(log, marker)) {
        return ServerLog.of(log.toByteArray());
      }
      if (more.length == 0) {
        if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
          throw new IOException("the server's log was not written to its end in time");
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
  }

  private byte[] chunk(long from) {
    return server.admin(
        statement -> {
          ResultSet row =
              statement.executeQuery(
                  "SELECT pg_read_binary_file('%s', %d, %d)".formatted(FILE, from, CHUNK));
          row.next();
          return row.getBytes(1);
        },
        "read the PostgreSQL server's log");
  }

  private static boolean holds(ByteArrayOutputStream log, byte[] marker) {
    byte[] all = log.toByteArray();
    for (int at = all.length - marker.length; at >= 0; at--) {
      if (java.util.Arrays.equals(all, at, at + marker.length, marker, 0, marker.length)) {
        return true;
      }
    }
    return false;
  }

  private interface Reading<T> {
    T read();
  }

  private static <T> T read(Reading<T> reading) throws IOException {
    try {
      return reading.read();
    } catch (EnvironmentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
