package dev.threeledger.environment;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;
import org.postgresql.replication.PGReplicationStream;

/**
 * A replication connection to a slot, read by a thread of its own until it is closed or the server
 * ends it. The slot outlives the connection, and a crash of the server: another stream goes on from
 * where this one has confirmed. Who made it drops it.
 */
final class ChangeStream implements AutoCloseable {
  private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(4);
  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long CLOSED_WITHIN_MILLIS = 5_000;

  private final Connection connection;
  private final PGReplicationStream stream;
  private final String slot;
  private final PgOutput decoder = new PgOutput();
  private final CommittedTransactions transactions;
  private final Thread reader;
  private final AtomicInteger hurrying = new AtomicInteger();
  private volatile boolean closing;

  private ChangeStream(
      Connection connection,
      PGReplicationStream stream,
      String slot,
      CommittedTransactions transactions) {
    this.connection = connection;
    this.stream = stream;
    this.slot = slot;
    this.transactions = transactions;
    this.reader = new Thread(this::read, "row history " + slot);
    reader.setDaemon(true);
  }

  /**
   * Creates the slot and begins to read: every transaction that commits from now on is seen.
   *
   * @throws SQLException also when open write transactions of the server keep the slot waiting for
   *     longer than this
   */
  static ChangeStream open(
      String jdbc, String slot, CommittedTransactions transactions, Duration slotWithin)
      throws SQLException {
    return connect(jdbc, slot, transactions, slotWithin, true);
  }

  /**
   * Goes on reading a slot that is there already; what was not confirmed comes again.
   *
   * @throws SQLException when the server does not answer within that time, or the slot is gone
   */
  static ChangeStream resume(
      String jdbc, String slot, CommittedTransactions transactions, Duration within)
      throws SQLException {
    return connect(jdbc, slot, transactions, within, false);
  }

  private static ChangeStream connect(
      String jdbc, String slot, CommittedTransactions transactions, Duration within, boolean create)
      throws SQLException {
    Connection connection = DriverManager.getConnection(jdbc, replication());
    try {
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET TimeZone = 'UTC'");
      }
      connection.setNetworkTimeout(Runnable::run, (int) within.toMillis());
      PGConnection postgres = connection.unwrap(PGConnection.class);
      if (create) {
        postgres
            .getReplicationAPI()
            .createReplicationSlot()
            .logical()
            .withSlotName(slot)
            .withOutputPlugin("pgoutput")
            .make();
      }
      ChangeStream changes =
          new ChangeStream(connection, start(postgres, slot), slot, transactions);
      changes.reader.start();
      return changes;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private static Properties replication() {
    Properties properties = new Properties();
    PGProperty.REPLICATION.set(properties, "database");
    PGProperty.PREFER_QUERY_MODE.set(properties, "simple");
    PGProperty.ASSUME_MIN_SERVER_VERSION.set(properties, "14");
    PGProperty.APPLICATION_NAME.set(properties, "threeledger row history");
    return properties;
  }

  private static PGReplicationStream start(PGConnection postgres, String slot) throws SQLException {
    return postgres
        .getReplicationAPI()
        .replicationStream()
        .logical()
        .withSlotName(slot)
        .withSlotOption("proto_version", 1)
        .withSlotOption("publication_names", Databases.PUBLICATION)
        .withSlotOption("messages", true)
        .start();
  }

  String slot() {
    return slot;
  }

  /**
   * Runs while somebody waits for what the stream brings: until then the reader rests for some
   * milliseconds between looks, since each look that finds nothing costs a tenth of one.
   */
  void hurrying(Interruptible work) throws InterruptedException {
    hurrying.incrementAndGet();
    LockSupport.unpark(reader);
    try {
      work.run();
    } finally {
      hurrying.decrementAndGet();
    }
  }

  /** Waits. */
  interface Interruptible {
    void run() throws InterruptedException;
  }

  /**
   * Does not block in {@code read()}: with it the server stalls for seconds now and then. While
   * nothing arrives, {@code readPending()} waits a millisecond at the socket, and every 20 ms the
   * server is told how far we are, which keeps it sending.
   */
  private void read() {
    try {
      long lastNanos = System.nanoTime();
      while (!closing) {
        ByteBuffer message = stream.readPending();
        if (message != null) {
          long lsn = stream.getLastReceiveLSN().asLong();
          transactions.accept(decoder.decode(message), lsn);
          lastNanos = System.nanoTime();
        } else if (System.nanoTime() - lastNanos > IDLE_NANOS) {
          report();
          lastNanos = System.nanoTime();
        } else if (hurrying.get() == 0) {
          LockSupport.parkNanos(REST_NANOS);
        }
      }
    } catch (SQLException | RuntimeException e) {
      if (!closing) {
        transactions.fail(e.getMessage());
      }
    }
  }

  private void report() throws SQLException {
    stream.setFlushedLSN(stream.getLastReceiveLSN());
    stream.setAppliedLSN(stream.getLastReceiveLSN());
    stream.forceUpdateStatus();
  }

  /**
   * Ends the stream, then the connection: a server does not stop while a stream is open. Whoever
   * waits for what the stream brings goes on waiting: another one may follow.
   */
  @Override
  public void close() {
    closing = true;
    boolean ended = joined();
    try {
      if (ended && !stream.isClosed()) {
        stream.close();
      }
      connection.close();
    } catch (SQLException serverGone) {
      abort();
    }
    if (!ended) {
      abort();
    }
  }

  private boolean joined() {
    try {
      reader.join(CLOSED_WITHIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !reader.isAlive();
  }

  private void abort() {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      throw Databases.failed("close the row history", e);
    }
  }
}
