package dev.threeledger.environment;

import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.CommitObserver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The history of a run's rows, from the database itself: every committed change of the history
 * tables, on the timeline in commit order.
 *
 * <pre>
 * write-ahead log ─► slot, pgoutput ─► reading thread ─► timeline (RowChanged)
 *        ▲                                  │
 *        └── barrier n ── any thread ◄── n passed
 * </pre>
 *
 * Does not show: which connection made a change, DDL, sequences, what was rolled back. Safe for use
 * by several threads.
 */
public final class RowHistory implements CommitObserver, AutoCloseable {
  private static final Duration BARRIER_WITHIN = Duration.ofSeconds(20);
  private static final Duration SLOT_WITHIN = Duration.ofSeconds(10);
  private static final Duration SLOT_GONE_WITHIN = Duration.ofSeconds(5);
  private static final long POLL_NANOS = 1_000_000;
  private static final AtomicLong SLOTS = new AtomicLong();

  private final CommittedTransactions transactions;
  private final ChangeStream stream;
  private final DatabaseActivity activity;

  private RowHistory(
      CommittedTransactions transactions, ChangeStream stream, DatabaseActivity activity) {
    this.transactions = transactions;
    this.stream = stream;
    this.activity = activity;
  }

  /**
   * Begins to follow a database made from a sealed template. To be called before workers start:
   * creating the slot waits for every write transaction that is open anywhere in the server.
   *
   * @param historyKeys key columns by table, as the template was sealed with
   * @throws EnvironmentException naming those transactions when they do not end within ten seconds
   * @throws SQLException when the database cannot be followed for another reason
   */
  public static RowHistory open(
      PostgresServer server,
      String database,
      Map<String, List<String>> historyKeys,
      Timeline timeline)
      throws SQLException {
    return open(server, database, historyKeys, timeline, SLOT_WITHIN);
  }

  static RowHistory open(
      PostgresServer server,
      String database,
      Map<String, List<String>> historyKeys,
      Timeline timeline,
      Duration slotWithin)
      throws SQLException {
    CommittedTransactions transactions = new CommittedTransactions(historyKeys, timeline);
    DatabaseActivity activity = new DatabaseActivity(server.jdbc(database));
    try {
      String slot = "threeledger_" + SLOTS.incrementAndGet();
      ChangeStream stream =
          ChangeStream.open(server.jdbc(database), slot, transactions, slotWithin);
      return new RowHistory(transactions, stream, activity);
    } catch (SQLException | RuntimeException e) {
      List<String> writers = activity.openWriters();
      activity.close();
      if (writers.isEmpty()) {
        throw e;
      }
      throw new EnvironmentException(
          "cannot create a replication slot while there are open write transactions: "
              + writers
              + "; end them before the workers start",
          e);
    }
  }

  /**
   * Returns when every change committed up to now stands on the timeline.
   *
   * @throws EnvironmentException when the time runs out or the connection to the server is lost
   */
  public void barrier(Duration within) throws InterruptedException {
    stream.hurrying(() -> transactions.awaitBarrier(ask(activity::emitBarrier), within));
  }

  @Override
  public OpenTransaction openTransaction(int port) {
    return ask(() -> activity.openTransaction(port));
  }

  /**
   * {@inheritDoc}
   *
   * <p>Without an xid it is the oldest such transaction. Of two autocommits on one table that are
   * acknowledged at the same moment, each tap gets one, but it may be the other's.
   *
   * @throws EnvironmentException when the history does not answer within 20 seconds, is lost, or
   *     the thread is interrupted
   */
  @Override
  public List<RowChanged> committed(Long xid, long sinceSeq, List<String> tables) {
    try {
      barrier(BARRIER_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnvironmentException("interrupted while waiting for the row history", e);
    }
    return xid == null ? transactions.claimUnknown(sinceSeq, tables) : transactions.claim(xid);
  }

  /** How many server backends belong to these client ports. */
  public int backends(Set<Integer> clientPorts) {
    return ask(() -> activity.backends(clientPorts));
  }

  /**
   * Waits until no backend of these client ports is left. The database offers no event for it, so
   * it is asked every millisecond.
   *
   * @return false when the time ran out or the thread was interrupted before that
   */
  public boolean awaitBackendsGone(Set<Integer> clientPorts, Duration within) {
    long deadline = System.nanoTime() + within.toNanos();
    while (backends(clientPorts) > 0) {
      if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    return true;
  }

  /**
   * What the backend of this client port waits for, such as {@code waits for ShareLock on
   * transactionid 748, held by pid 99 (client port 40123, idle in transaction, last: UPDATE …)};
   * null when it waits for no lock.
   */
  public String lockWait(int clientPort) {
    return ask(() -> activity.lockWait(clientPort));
  }

  /** Where the write-ahead log and this history stand now. */
  public ReplicationPositions positions() {
    return ask(() -> activity.positions(stream.slot()));
  }

  private interface Question<T> {
    T ask() throws SQLException;
  }

  private static <T> T ask(Question<T> question) {
    try {
      return question.ask();
    } catch (SQLException e) {
      throw new EnvironmentException(
          "the database does not answer the harness: " + e.getMessage(), e);
    }
  }

  /**
   * Ends the stream and waits until the server has dropped the slot, which would keep the database
   * from being dropped. Idempotent.
   */
  @Override
  public void close() {
    try {
      stream.close();
      awaitSlotGone();
    } finally {
      activity.close();
    }
  }

  private void awaitSlotGone() {
    long deadline = System.nanoTime() + SLOT_GONE_WITHIN.toNanos();
    try {
      while (activity.hasSlot(stream.slot()) && System.nanoTime() - deadline < 0) {
        LockSupport.parkNanos(POLL_NANOS);
      }
    } catch (SQLException serverGone) {
      // And the slot with it.
    }
  }
}
