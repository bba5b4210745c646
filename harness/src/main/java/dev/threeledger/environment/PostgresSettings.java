package dev.threeledger.environment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How our server is set up, and why. */
final class PostgresSettings {
  private PostgresSettings() {}

  /** Settings by name, for a server on this port. */
  static Map<String, String> all(int port) {
    Map<String, String> all = new LinkedHashMap<>();
    network(all, port);
    durability(all);
    replication(all);
    log(all);
    return all;
  }

  private static void network(Map<String, String> all, int port) {
    all.put("listen_addresses", "127.0.0.1");
    all.put("port", Integer.toString(port));
    all.put("unix_socket_directories", "");
    all.put("max_connections", "100");
    all.put("shared_buffers", "32MB");
    // In the data directory: segments in /dev/shm would outlive a server that is killed.
    all.put("dynamic_shared_memory_type", "mmap");
    // Without it a dead client's statement that waits for a lock still commits later.
    all.put("client_connection_check_interval", "100ms");
    all.put("jit", "off");
    // A run takes seconds: in which of them it came by would decide over plans and log bytes.
    all.put("autovacuum", "off");
    all.put("timezone", "UTC");
  }

  /** The server dies with the test, its files too: the disk need not be waited for. */
  private static void durability(Map<String, String> all) {
    all.put("fsync", "off");
    all.put("full_page_writes", "off");
    // With off, a commit that has returned may be missing from change capture.
    all.put("synchronous_commit", "on");
    all.put("track_commit_timestamp", "on");
  }

  private static void replication(Map<String, String> all) {
    all.put("wal_level", "logical");
    all.put("max_wal_senders", "40");
    all.put("max_replication_slots", "40");
  }

  /** Read by {@link ServerLog}. */
  private static void log(Map<String, String> all) {
    all.put("log_destination", "stderr");
    all.put("logging_collector", "off");
    all.put("log_line_prefix", ServerLog.LINE_PREFIX);
    all.put("log_timezone", "UTC");
    all.put("lc_messages", "C");
    all.put("log_checkpoints", "off");
    all.put("log_min_duration_statement", "250ms");
    all.put("log_lock_waits", "on");
    all.put("deadlock_timeout", "200ms");
    all.put("session_preload_libraries", "auto_explain");
    all.put("auto_explain.log_min_duration", "250ms");
    all.put("auto_explain.log_analyze", "on");
    // The clock readings per row and node are what makes analyze expensive.
    all.put("auto_explain.log_timing", "off");
    all.put("auto_explain.log_format", "json");
    all.put("auto_explain.log_nested_statements", "on");
  }

  /** As arguments of {@code postgres}. */
  static List<String> arguments(Map<String, String> settings) {
    List<String> arguments = new ArrayList<>();
    settings.forEach(
        (name, value) -> {
          arguments.add("-c");
          arguments.add(name + "=" + value);
        });
    return arguments;
  }
}
