package dev.threeledger.environment;

import dev.threeledger.wire.CommitObserver.OpenTransaction;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * What goes on in one database, asked on a kept connection of our own; one question at a time.
 * Backends are named by their client's port: the tap's local port.
 */
final class DatabaseActivity implements AutoCloseable {
  /** A database that does not answer for so long is broken or stopped. */
  private static final int ANSWERS_WITHIN_MILLIS = 30_000;

  private static final String OPEN_TRANSACTION =
      """
      SELECT a.backend_xid::text::bigint,
             (SELECT array_agg(DISTINCT c.relname::text ORDER BY c.relname::text)
              FROM pg_locks l
              JOIN pg_class c ON c.oid = l.relation AND c.relkind IN ('r', 'p')
              JOIN pg_namespace n ON n.oid = c.relnamespace
              WHERE l.pid = a.pid AND l.locktype = 'relation' AND l.granted
                AND l.mode = 'RowExclusiveLock'
                AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast'))
      FROM pg_stat_activity a
      WHERE a.client_port = ?
      """;

  private static final String LOCK_WAIT =
      """
      SELECT w.mode, w.locktype,
             coalesce(w.transactionid::text, c.relname::text, w.virtualxid, w.objid::text, ''),
             h.pid, h.client_port, coalesce(h.state, 'unknown'), coalesce(h.query, '')
      FROM pg_stat_activity a
      JOIN pg_locks w ON w.pid = a.pid AND NOT w.granted
      LEFT JOIN pg_class c ON c.oid = w.relation
      LEFT JOIN LATERAL unnest(pg_blocking_pids(a.pid)) AS b(pid) ON true
      LEFT JOIN pg_stat_activity h ON h.pid = b.pid
      WHERE a.client_port = ?
      ORDER BY h.pid
      """;

  private static final String WAITS_BEHIND =
      """
      WITH RECURSIVE before(pid) AS (
        SELECT unnest(pg_blocking_pids(?)) UNION SELECT unnest(pg_blocking_pids(pid)) FROM before)
      SELECT w.mode, w.locktype,
             coalesce(w.transactionid::text, c.relname::text, w.virtualxid, w.objid::text, ''),
             h.pid, h.client_port, coalesce(h.state, 'unknown'), coalesce(h.query, '')
      FROM pg_locks w
      LEFT JOIN pg_class c ON c.oid = w.relation
      JOIN before ON true
      JOIN pg_stat_activity h ON h.pid = before.pid AND h.client_port = ?
      WHERE w.pid = ? AND NOT w.granted
      """;

  private static final String BACKENDS =
      "SELECT count(*) FROM pg_stat_activity WHERE client_port = ANY (?)";

  private static final String EMIT =
      "SELECT pg_logical_emit_message(true, '" + CommittedTransactions.BARRIER + "', ?)";

  private static final String POSITIONS =
      """
      SELECT pg_current_wal_lsn()::text, pg_current_wal_flush_lsn()::text,
             confirmed_flush_lsn::text, pg_current_wal_lsn() - confirmed_flush_lsn
      FROM pg_replication_slots WHERE slot_name = ?
      """;

  private static final String SLOTS =
      """
      SELECT s.slot_name, s.active, (pg_current_wal_lsn() - s.confirmed_flush_lsn)::bigint,
             (pg_current_wal_lsn() - r.replay_lsn)::bigint
      FROM pg_replication_slots s LEFT JOIN pg_stat_replication r ON r.pid = s.active_pid
      WHERE s.database = current_database() ORDER BY s.slot_name
      """;

  private static final String STATISTICS =
      """
      SELECT e.key, e.value FROM pg_stat_database s, jsonb_each_text(to_jsonb(s)) e
      WHERE s.datname = current_database() AND e.value IS NOT NULL ORDER BY e.key
      """;

  private static final String DROP_SLOT =
      "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots"
          + " WHERE slot_name = ? AND NOT active";

  private final Supplier<String> jdbc;
  private volatile Connection connection;
  private PreparedStatement openTransaction;
  private PreparedStatement lockWait;
  private PreparedStatement waitsBehind;
  private PreparedStatement backends;
  private PreparedStatement emit;
  private PreparedStatement positions;
  private PreparedStatement dropSlot;
  private long lastEmitted;

  /** The address is asked for at each new connection. */
  DatabaseActivity(Supplier<String> jdbc) throws SQLException {
    this.jdbc = jdbc;
    connect();
  }

  /** The server was restarted: asks on another connection from now on. */
  synchronized void reconnect() throws SQLException {
    connection.abort(Runnable::run);
    connect();
  }

  private void connect() throws SQLException {
    connection = DriverManager.getConnection(jdbc.get());
    connection.setNetworkTimeout(Runnable::run, ANSWERS_WITHIN_MILLIS);
    openTransaction = connection.prepareStatement(OPEN_TRANSACTION);
    lockWait = connection.prepareStatement(LOCK_WAIT);
    waitsBehind = connection.prepareStatement(WAITS_BEHIND);
    backends = connection.prepareStatement(BACKENDS);
    emit = connection.prepareStatement(EMIT);
    positions = connection.prepareStatement(POSITIONS);
    dropSlot = connection.prepareStatement(DROP_SLOT);
  }

  /** Xid null and no tables when the backend has none, or there is no such backend. */
  synchronized OpenTransaction openTransaction(int clientPort) throws SQLException {
    openTransaction.setInt(1, clientPort);
    try (ResultSet rows = openTransaction.executeQuery()) {
      if (!rows.next()) {
        return new OpenTransaction(null, List.of());
      }
      long xid = rows.getLong(1);
      return new OpenTransaction(rows.wasNull() ? null : xid, texts(rows));
    }
  }

  private static List<String> texts(ResultSet rows) throws SQLException {
    return rows.getArray(2) == null
        ? List.of()
        : List.copyOf(Arrays.asList((String[]) rows.getArray(2).getArray()));
  }

  /** A sentence, or null when it waits for no lock. */
  synchronized String lockWait(int clientPort) throws SQLException {
    lockWait.setInt(1, clientPort);
    return sentence(lockWait);
  }

  /**
   * A sentence; null when that backend does not wait behind that client's backend. Another one may
   * stand between them in the queue for the same row.
   */
  synchronized String waitBehind(int pid, int clientPort) throws SQLException {
    waitsBehind.setInt(1, pid);
    waitsBehind.setInt(2, clientPort);
    waitsBehind.setInt(3, pid);
    return sentence(waitsBehind);
  }

  private static String sentence(PreparedStatement waits) throws SQLException {
    try (ResultSet rows = waits.executeQuery()) {
      String wait = null;
      List<String> holders = new ArrayList<>();
      while (rows.next()) {
        wait =
            "waits for %s on %s %s"
                .formatted(rows.getString(1), rows.getString(2), rows.getString(3));
        if (rows.getString(4) != null) {
          holders.add(holder(rows));
        }
      }
      return wait == null || holders.isEmpty()
          ? wait
          : wait + ", held by " + String.join(" and ", holders);
    }
  }

  private static String holder(ResultSet rows) throws SQLException {
    String query = rows.getString(7).replaceAll("\\s+", " ").strip();
    return "pid %s (client port %s, %s, last: %s)"
        .formatted(rows.getString(4), rows.getString(5), rows.getString(6), query);
  }

  /** How many backends belong to these client ports. */
  synchronized int backends(Set<Integer> clientPorts) throws SQLException {
    backends.setArray(1, connection.createArrayOf("int4", clientPorts.toArray()));
    try (ResultSet rows = backends.executeQuery()) {
      rows.next();
      return rows.getInt(1);
    }
  }

  /** The write transactions that are open anywhere in the server, each as a phrase. */
  synchronized List<String> openWriters() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT pid, datname, query FROM pg_stat_activity WHERE backend_xid IS NOT NULL")) {
      List<String> writers = new ArrayList<>();
      while (rows.next()) {
        writers.add(
            "pid %s in database %s, last: %s"
                .formatted(rows.getString(1), rows.getString(2), rows.getString(3)));
      }
      return writers;
    }
  }

  /** Writes the next barrier into the write-ahead log and commits it; gives its number. */
  synchronized long emitBarrier() throws SQLException {
    emit.setString(1, Long.toString(++lastEmitted));
    emit.executeQuery().close();
    return lastEmitted;
  }

  synchronized boolean hasSlot(String slot) throws SQLException {
    positions.setString(1, slot);
    try (ResultSet rows = positions.executeQuery()) {
      return rows.next();
    }
  }

  /** Drops a slot that nobody reads any more; no effect while somebody does. */
  synchronized void dropSlot(String slot) throws SQLException {
    dropSlot.setString(1, slot);
    dropSlot.executeQuery().close();
  }

  synchronized ReplicationPositions positions(String slot) throws SQLException {
    positions.setString(1, slot);
    try (ResultSet rows = positions.executeQuery()) {
      if (!rows.next()) {
        throw new EnvironmentException("the replication slot " + slot + " is gone");
      }
      return new ReplicationPositions(
          rows.getString(1), rows.getString(2), rows.getString(3), rows.getLong(4), slots());
    }
  }

  private List<ReplicationPositions.Slot> slots() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(SLOTS)) {
      List<ReplicationPositions.Slot> slots = new ArrayList<>();
      while (rows.next()) {
        slots.add(
            new ReplicationPositions.Slot(
                rows.getString(1),
                rows.getBoolean(2),
                rows.getObject(3, Long.class),
                rows.getObject(4, Long.class)));
      }
      return slots;
    }
  }

  /** The server's own counters of this database (pg_stat_database), by name. */
  synchronized Map<String, String> statistics() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(STATISTICS)) {
      Map<String, String> statistics = new TreeMap<>();
      while (rows.next()) {
        statistics.put(rows.getString(1), rows.getString(2));
      }
      return statistics;
    }
  }

  /** Not synchronized: ends a question that is still waiting for its answer. */
  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw Databases.failed("close the connection that observes the database", e);
    }
  }
}
