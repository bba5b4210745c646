package dev.threeledger.wire.postgres;

import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.wire.Moment;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** A statement that a worker sent, and what became of it. Guarded by its conversation. */
final class SentStatement {
  /** Whether a statement changed rows of the tables that it names. */
  enum Wrote {
    YES,
    NO,
    PERHAPS
  }

  private static final Set<String> COUNTING = Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "COPY");

  final Transaction transaction;
  final Sql sql;
  final List<String> parameters;
  long sentSeq;
  private long answeredSeq;
  private String tag;
  private Long rows;
  private boolean failed;
  private boolean undone;

  SentStatement(Transaction transaction, Sql sql, List<String> parameters) {
    this.transaction = transaction;
    this.sql = sql;
    this.parameters = parameters;
  }

  boolean answered() {
    return answeredSeq != 0;
  }

  void answered(long seq, String tag, Long rows) {
    this.answeredSeq = seq;
    this.tag = tag;
    this.rows = rows;
    this.failed = tag == null;
  }

  /** The server skips it after an error. */
  void skip() {
    failed |= !answered();
  }

  /** It changed nothing: an error, or skipped after one. */
  boolean failed() {
    return failed;
  }

  /** A savepoint before it was rolled back to. */
  void undo() {
    undone = true;
  }

  /** As far as its tag tells; a tag counts only the statement's own table. */
  Wrote wrote() {
    if (failed || undone || !sql.mayWrite()) {
      return Wrote.NO;
    }
    if (tag == null || rows == null || sql.tables().size() != 1 || !COUNTING.contains(verb(tag))) {
      return Wrote.PERHAPS;
    }
    return rows > 0 ? Wrote.YES : Wrote.NO;
  }

  Moment.Statement moment(String worker, long connection, Side side) {
    return new Moment.Statement(
        worker,
        side,
        side == Side.BEFORE ? sentSeq : answeredSeq,
        connection,
        transaction.number,
        sql.text(),
        Collections.unmodifiableList(parameters),
        sql.command(),
        sql.tables().isEmpty() ? null : sql.tables().get(0));
  }

  /** The number that ends a tag such as {@code INSERT 0 5}, or null. */
  static Long rowsOf(String tag) {
    int space = tag.lastIndexOf(' ');
    String last = tag.substring(space + 1);
    boolean number = space > 0 && !last.isEmpty() && last.chars().allMatch(Character::isDigit);
    return number && last.length() < 19 ? Long.valueOf(last) : null;
  }

  private static String verb(String tag) {
    int space = tag.indexOf(' ');
    return space < 0 ? tag : tag.substring(0, space);
  }
}
