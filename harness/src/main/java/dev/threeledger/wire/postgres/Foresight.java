package dev.threeledger.wire.postgres;

/**
 * The transaction that the worker's next statement will be in. A worker may send ahead of the
 * server's answers, so this is foreseen from what was sent, and put right by the server's status
 * whenever nothing is under way.
 */
final class Foresight {
  private final Shared shared;
  private Transaction current;
  private boolean failed;

  Foresight(Shared shared) {
    this.shared = shared;
  }

  /** Nothing is under way: the server's last status holds. */
  void putRight() {
    current = shared.status == 'I' ? null : shared.open;
    failed = shared.status == 'E';
  }

  /** The transaction that is foreseen to be open, or null. */
  Transaction current() {
    return current != null && current.open() ? current : null;
  }

  /** That of the next statement: the open one, or a new one whose commit is implied. */
  Transaction forStatement() {
    if (current() == null) {
      begin(false);
    }
    return current;
  }

  /** BEGIN, which makes a transaction explicit that earlier statements of the cycle opened. */
  Transaction begin() {
    if (current() == null) {
      begin(true);
    }
    current.explicit = true;
    return current;
  }

  private void begin(boolean explicit) {
    current = shared.newTransaction(explicit);
    failed = false;
  }

  /** ROLLBACK TO a savepoint: the transaction can go on. */
  void recovered() {
    failed = false;
  }

  /** A COMMIT would be answered with ROLLBACK. */
  boolean failed() {
    return failed;
  }

  /** COMMIT or ROLLBACK: ends the current transaction; chained, it begins the next. */
  Transaction end(boolean chained) {
    Transaction ended = current();
    current = null;
    if (chained && ended != null) {
      begin(true);
      ended.chained = current;
    }
    return ended;
  }

  /** Query's end or Sync: ends a transaction whose commit is implied, and gives it; else null. */
  Transaction endImplied() {
    return current() != null && !current.explicit ? end(false) : null;
  }
}
