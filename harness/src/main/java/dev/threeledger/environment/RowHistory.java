package dev.threeledger.environment;

import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.CommitObserver;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

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
 * Survives a restart of the server ({@link #whileDown}): questions wait for its end, and the stream
 * goes on from what it has confirmed; what comes twice is dropped by LSN. Survives a standstill of
 * the server ({@link #pausing}) of up to half of its time-outs.
 *
 * <p>Does not show: which connection made a change, DDL, sequences, what was rolled back. Safe for
 * use by several threads.
 */
public final class RowHistory implements CommitObserver, AutoCloseable {
  private static final Duration BARRIER_WITHIN = Duration.ofSeconds(20);
  private static final Duration SLOT_WITHIN = Duration.ofSeconds(10);
  private static final Duration SLOT_GONE_WITHIN = Duration.ofSeconds(5);
  private static final Duration RESUMED_WITHIN = Duration.ofSeconds(10);
  private static final long POLL_NANOS = 1_000_000;
  private static final AtomicLong SLOTS = new AtomicLong();

  private final Supplier<String> jdbc;
  private final CommittedTransactions transactions;
  private volatile ChangeStream stream;
  private final DatabaseActivity activity;
  private final Outage outage = new Outage();

  private RowHistory(
      Supplier<String> jdbc,
      CommittedTransactions transactions,
      ChangeStream stream,
      DatabaseActivity activity) {
    this.jdbc = jdbc;
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
      DatabaseServer server,
      String database,
      Map<String, List<String>> historyKeys,
      Timeline timeline)
      throws SQLException {
    return open(server, database, historyKeys, timeline, SLOT_WITHIN);
  }

  static RowHistory open(
      DatabaseServer server,
      String database,
      Map<String, List<String>> historyKeys,
      Timeline timeline,
      Duration slotWithin)
      throws SQLException {
    CommittedTransactions transactions = new CommittedTransactions(historyKeys, timeline);
    Supplier<String> jdbc = () -> server.jdbc(database);
    DatabaseActivity activity = new DatabaseActivity(jdbc);
    try {
      String slot = "threeledger_" + SLOTS.incrementAndGet();
      ChangeStream stream = ChangeStream.open(jdbc.get(), slot, transactions, slotWithin);
      return new RowHistory(jdbc, transactions, stream, activity);
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
    OpenTransaction open = ask(() -> activity.openTransaction(port));
    if (open.xid() != null) {
      transactions.speakFor(open.xid());
    }
    return open;
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

  /**
   * What the backend with this process id waits for, when the backend of this client port stands
   * before it, whether or not others stand between; empty when it does not.
   */
  Optional<String> waitBehind(int pid, int clientPort) {
    return Optional.ofNullable(ask(() -> activity.waitBehind(pid, clientPort)));
  }

  /** Where the write-ahead log and this history stand now. */
  public ReplicationPositions positions() {
    return ask(() -> activity.positions(stream.slot()));
  }

  /**
   * The server's own counters of the run's database (pg_stat_database), by name; those of all its
   * sessions, the harness's among them.
   */
  public Map<String, String> statistics() {
    return ask(activity::statistics);
  }

  /** What is done to the server. */
  interface Work<T> {
    T run() throws IOException, InterruptedException;
  }

  /**
   * Runs while the server goes down and comes up again. The stream is ended in order before that;
   * every question waits. Returns when history and questions go on; gives what the work gave.
   *
   * @throws EnvironmentException when the server does not answer afterwards
   */
  <T> T whileDown(Work<T> restart) throws IOException, InterruptedException {
    outage.begin();
    try {
      stream.close();
      T result = restart.run();
      activity.reconnect();
      stream = ChangeStream.resume(jdbc.get(), stream.slot(), transactions, RESUMED_WITHIN);
      return result;
    } catch (SQLException e) {
      transactions.fail("it does not go on after a restart: " + e.getMessage());
      throw new EnvironmentException(
          "the row history does not go on after a restart of the server: " + e.getMessage(), e);
    } finally {
      outage.end();
    }
  }

  /**
   * The server is about to stand still: questions wait until {@link #resumed}. Those that were
   * asked before, and the stream, go on with it.
   */
  void pausing() {
    outage.begin();
  }

  /** The server goes on after {@link #pausing}. */
  void resumed() {
    outage.end();
  }

  private interface Question<T> {
    T ask() throws SQLException;
  }

  /** Waits out a restart of the server; one that comes in between makes it ask again. */
  private <T> T ask(Question<T> question) {
    while (true) {
      long number;
      try {
        number = outage.awaitUp();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new EnvironmentException("interrupted while the server was restarted", e);
      }
      try {
        return question.ask();
      } catch (SQLException e) {
        if (!outage.since(number)) {
          throw new EnvironmentException(
              "the database does not answer the harness: " + e.getMessage(), e);
        }
      }
    }
  }

  /** Ends the stream and drops the slot, which would keep the write-ahead log. Idempotent. */
  @Override
  public void close() {
    try {
      stream.close();
      transactions.fail("closed");
      dropSlot();
    } finally {
      activity.close();
    }
  }

  /** A slot stays in use for a moment after its reader has gone. */
  private void dropSlot() {
    long deadline = System.nanoTime() + SLOT_GONE_WITHIN.toNanos();
    try {
      activity.dropSlot(stream.slot());
      while (activity.hasSlot(stream.slot()) && System.nanoTime() - deadline < 0) {
        activity.dropSlot(stream.slot());
        LockSupport.parkNanos(POLL_NANOS);
      }
    } catch (SQLException serverGone) {
      // And the slot with it.
    }
  }
}
