package dev.threeledger.wire.postgres;

import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.wire.CommitObserver.OpenTransaction;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.postgres.Transaction.End;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * One connection's conversation after its startup packet, without sockets: bytes of either
 * direction in, events and steps out. The pieces in which bytes arrive change nothing but the
 * pieces in which they are forwarded.
 *
 * <p>Safe for one thread per direction. Its lock is never held while anybody waits; events are
 * appended under it.
 */
final class Conversation {
  private final Shared shared;
  private final WorkerSide workerSide;
  private final ServerSide serverSide;
  private boolean ended;

  /**
   * @param timeline appends an event and gives its seq
   * @param counter run for everything that was not understood
   */
  Conversation(String worker, long connection, ToLongFunction<Event> timeline, Runnable counter) {
    shared = new Shared(worker, connection, timeline, counter);
    workerSide = new WorkerSide(shared);
    serverSide = new ServerSide(shared, workerSide);
  }

  /** The worker sent bytes; those that are not taken must be given again. */
  synchronized Step.Taken fromWorker(byte[] bytes, int offset, int length) {
    return workerSide.accept(bytes, offset, length);
  }

  /** The server sent bytes; those that are not taken must be given again. */
  synchronized Step.Taken fromServer(byte[] bytes, int offset, int length) {
    return serverSide.accept(bytes, offset, length);
  }

  /** The server closed the connection. */
  synchronized List<Step> serverEnded() {
    return serverSide.end();
  }

  /** The connection is not to be followed: everything passes. */
  synchronized void passEverything(String why) {
    shared.lost = true;
    shared.notUnderstood("lost", why);
  }

  /** The worker said goodbye, so the end of the connection is its doing. */
  synchronized boolean terminated() {
    return workerSide.terminated();
  }

  // ── What steps need ────────────────────────────────────────────────────────────────────────

  synchronized Moment.Statement moment(SentStatement statement, Side side) {
    return statement.moment(shared.worker, shared.connection, side);
  }

  /** The server may know more of the transaction than its statements tell. */
  synchronized boolean isOpenAtServer(Transaction transaction) {
    return transaction.explicit || transaction.anyAnswered();
  }

  /** Reports that a commit is about to be forwarded. */
  synchronized Moment.Commit commitAsked(Transaction transaction, OpenTransaction open) {
    transaction.xid = open.xid();
    transaction.locked = open.xid() == null ? List.of() : List.copyOf(open.tables());
    List<String> tables = transaction.perhapsWritten(transaction.locked);
    long seq =
        shared.append(
            new Event.CommitAsked(
                shared.worker,
                shared.connection,
                transaction.number,
                !transaction.explicit,
                transaction.xid,
                tables));
    return commit(transaction, Side.BEFORE, seq, tables, List.of());
  }

  /** Whether there can be row changes to wait for. */
  synchronized boolean perhapsWrote(Transaction transaction) {
    return transaction.xid != null || transaction.perhapsWrote();
  }

  /** Tables that the transaction may have changed. */
  synchronized List<String> perhapsWritten(Transaction transaction) {
    return transaction.perhapsWritten(transaction.locked);
  }

  /** Reports a commit's acknowledgement; its rows are on the timeline. */
  synchronized Moment.Commit acknowledged(Transaction transaction, List<RowChanged> rows) {
    if (transaction.xid == null && !rows.isEmpty()) {
      transaction.xid = rows.get(0).xid();
    }
    long seq =
        shared.append(
            new Event.CommitAcknowledged(
                shared.worker, shared.connection, transaction.number, transaction.xid));
    Set<String> tables = new LinkedHashSet<>();
    rows.forEach(row -> tables.add(row.table()));
    tables.addAll(transaction.written());
    return commit(transaction, Side.AFTER, seq, List.copyOf(tables), rows);
  }

  /** Reports that the database could not be asked: the run cannot be judged by its rows. */
  void observerFailed(RuntimeException why) {
    shared.append(new Event.HarnessProblem("PostgreSQL tap", "commit observer: " + why));
  }

  synchronized void rolledBack(Transaction transaction) {
    shared.append(
        new Event.RolledBack(
            shared.worker, shared.connection, transaction.number, transaction.sqlState));
  }

  synchronized boolean isCommitted(Transaction transaction) {
    return transaction.end == End.COMMITTED;
  }

  /**
   * Must be called before bytes are written to the server.
   *
   * @param commits those whose commit the bytes bring
   * @return false when the connection has ended: then they must not be written
   */
  synchronized boolean forwarding(List<Transaction> commits) {
    commits.forEach(transaction -> transaction.commitForwarded |= !ended);
    return !ended;
  }

  /**
   * Must be called before an answer is written to the worker; reports its acknowledgements as
   * forwarded. They stand on the timeline before anything that the worker does in consequence.
   *
   * @return false when the connection has ended: then the answer must not be written
   */
  synchronized boolean answering(List<Transaction> acknowledged) {
    if (!ended) {
      acknowledged.forEach(
          transaction ->
              shared.append(
                  new Event.CommitForwarded(shared.worker, shared.connection, transaction.number)));
    }
    return !ended;
  }

  /**
   * The connection is over: reports it, and the end of transactions whose commit never left for the
   * server. Of one whose commit left, only the server knows. Only the first call counts.
   */
  synchronized void end(String by) {
    if (ended) {
      return;
    }
    ended = true;
    shared.append(new Event.ConnectionClosed(shared.worker, shared.connection, by));
    Set<Transaction> unfinished = new LinkedHashSet<>();
    if (shared.open != null) {
      unfinished.add(shared.open);
    }
    shared.cycles.forEach(cycle -> unfinished.addAll(cycle.transactions));
    for (Transaction transaction : unfinished) {
      if (transaction.open()
          && !transaction.commitForwarded
          && (transaction.explicit || transaction.mayWrite())) {
        transaction.end = End.ROLLED_BACK;
        rolledBack(transaction);
      }
    }
  }

  private Moment.Commit commit(
      Transaction transaction, Side side, long seq, List<String> tables, List<RowChanged> rows) {
    List<Moment.Statement> statements = new ArrayList<>();
    for (SentStatement statement : transaction.statements) {
      if (!statement.sql.kind().isControl() && !statement.failed()) {
        statements.add(moment(statement, Side.BEFORE));
      }
    }
    return new Moment.Commit(
        shared.worker,
        side,
        seq,
        shared.connection,
        transaction.number,
        !transaction.explicit,
        Collections.unmodifiableList(statements),
        transaction.xid,
        tables,
        List.copyOf(rows));
  }
}
