package dev.threeledger.wire.postgres;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Requests up to one ReadyForQuery, and what of their answer has not been let go. Guarded by its
 * conversation.
 */
final class Cycle {
  /** Answers still owed, in order. */
  final Deque<Awaited> awaited = new ArrayDeque<>();

  /** Transactions that its statements are in, in order. */
  final List<Transaction> transactions = new ArrayList<>();

  /** Whether its answer is kept until it is complete. */
  boolean held = true;

  /** The worker has sent the Sync or Query that ends it. */
  boolean complete;

  /** A COPY from the worker was executed: a Sync before its end does not count. */
  boolean copyIn;

  /** First error, or null. */
  String sqlState;

  /** Transactions ended and statements answered by the part of the answer that is being kept. */
  List<Transaction> ended = new ArrayList<>();

  List<SentStatement> answered = new ArrayList<>();

  void touch(Transaction transaction) {
    if (transaction != null && !transactions.contains(transaction)) {
      transactions.add(transaction);
    }
  }

  /** The next owed answer of that kind, or null. */
  Awaited next(Awaited.Kind kind) {
    for (Awaited owed : awaited) {
      if (owed.kind() == kind) {
        return owed;
      }
    }
    return null;
  }

  /** Takes the next owed answer of that kind, forgetting any before it; null if none is owed. */
  Awaited take(Awaited.Kind kind) {
    Awaited wanted = next(kind);
    while (wanted != null && awaited.poll() != wanted) {
      // an answer that did not come
    }
    return wanted;
  }

  /** Drops the flush marks that have been reached. */
  boolean flushReached() {
    boolean reached = false;
    while (!awaited.isEmpty() && awaited.peek().kind() == Awaited.Kind.FLUSH) {
      awaited.poll();
      reached = true;
    }
    return reached;
  }

  /**
   * The server skips everything up to ReadyForQuery.
   *
   * @return whether a flush was among it
   */
  boolean skip() {
    boolean flushed = false;
    boolean ready = false;
    for (Iterator<Awaited> last = awaited.descendingIterator(); last.hasNext(); ) {
      Awaited skipped = last.next();
      skipped.undo().run();
      if (skipped.statement() != null) {
        skipped.statement().skip();
      }
      flushed |= skipped.kind() == Awaited.Kind.FLUSH;
      ready |= skipped.kind() == Awaited.Kind.READY;
    }
    awaited.clear();
    if (ready) {
      awaited.add(Awaited.of(Awaited.Kind.READY));
    }
    return flushed;
  }
}
