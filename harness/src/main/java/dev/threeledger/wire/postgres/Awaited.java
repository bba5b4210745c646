package dev.threeledger.wire.postgres;

/**
 * An answer that the server owes.
 *
 * @param sql of EXECUTE; null for an empty statement
 * @param statement of EXECUTE: null for transaction boundaries and empty statements
 * @param transaction of EXECUTE: that which the statement is in, begins or ends; may be null
 * @param described of DESCRIBE: the statement whose parameter types will be told
 * @param undo takes back what was assumed of this request, should the server skip it
 */
record Awaited(
    Kind kind,
    Sql sql,
    SentStatement statement,
    Transaction transaction,
    Prepared described,
    Runnable undo) {
  /** The message that asked for it. */
  enum Kind {
    PARSE,
    BIND,
    CLOSE,
    DESCRIBE,
    EXECUTE,
    /** No answer of its own: what has been answered so far must not be kept back. */
    FLUSH,
    /** ReadyForQuery. */
    READY
  }

  private static final Runnable NOTHING = () -> {};

  static Awaited of(Kind kind) {
    return new Awaited(kind, null, null, null, null, NOTHING);
  }

  static Awaited of(Kind kind, Runnable undo) {
    return new Awaited(kind, null, null, null, null, undo);
  }

  static Awaited describe(Prepared described) {
    return new Awaited(Kind.DESCRIBE, null, null, null, described, NOTHING);
  }

  static Awaited execute(Sql sql, SentStatement statement, Transaction transaction) {
    return new Awaited(Kind.EXECUTE, sql, statement, transaction, null, NOTHING);
  }
}
