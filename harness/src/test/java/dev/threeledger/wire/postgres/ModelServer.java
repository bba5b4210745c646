package dev.threeledger.wire.postgres;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * PostgreSQL's transactions as its documentation and xact.c tell them, to be compared with what the
 * tap makes of the wire.
 */
final class ModelServer {
  /** What a statement does; its SQL is made unique by a number. */
  enum Op {
    INSERT("INSERT INTO t VALUES (%d)", "INSERT 0 1"),
    UPDATE_NOTHING("UPDATE t SET v = 1 WHERE id = %d AND false", "UPDATE 0"),
    SELECT("SELECT %d", "SELECT 1"),
    BEGIN("BEGIN", "BEGIN"),
    COMMIT("COMMIT", "COMMIT"),
    COMMIT_AND_CHAIN("COMMIT AND CHAIN", "COMMIT"),
    ROLLBACK("ROLLBACK", "ROLLBACK"),
    SAVEPOINT("SAVEPOINT s", "SAVEPOINT"),
    ROLLBACK_TO("ROLLBACK TO SAVEPOINT s", "ROLLBACK"),
    BAD("SELECT %d FROM nowhere", null);

    private final String sql;
    final String tag;

    Op(String sql, String tag) {
      this.sql = sql;
      this.tag = tag;
    }

    String sql(int number) {
      return sql.formatted(number);
    }

    boolean isControl() {
      return !sql.contains("%d");
    }

    boolean mayWrite() {
      return this == INSERT || this == UPDATE_NOTHING;
    }
  }

  /** Answer to one statement: a tag, or an SQLSTATE. */
  record Outcome(String tag, String sqlState) {}

  /** Statements of each transaction that was committed and is worth reporting. */
  final List<List<String>> committed = new ArrayList<>();

  /** How many transactions that a report tells of were rolled back. */
  int rolledBack;

  private final Set<String> savepoints = new HashSet<>();
  private List<String> statements = new ArrayList<>();
  private boolean wrote;
  private boolean attempted;
  private char status = 'I';

  char status() {
    return status;
  }

  Outcome execute(Op op, String sql) {
    boolean ends =
        op == Op.COMMIT || op == Op.COMMIT_AND_CHAIN || op == Op.ROLLBACK || op == Op.ROLLBACK_TO;
    if (status == 'E' && !ends) {
      return fail("25P02");
    }
    return switch (op) {
      case INSERT, UPDATE_NOTHING, SELECT -> {
        statements.add(sql);
        wrote |= op.mayWrite();
        yield new Outcome(op.tag, null);
      }
      case BEGIN -> {
        status = 'T';
        yield new Outcome("BEGIN", null);
      }
      case COMMIT -> commit(false);
      case COMMIT_AND_CHAIN -> status == 'I' ? fail("25P01") : commit(true);
      case ROLLBACK -> {
        rollback();
        yield new Outcome("ROLLBACK", null);
      }
      case SAVEPOINT -> savepoint();
      case ROLLBACK_TO -> rollbackTo();
      case BAD -> {
        attempted = true;
        yield fail("42P01");
      }
    };
  }

  /** Sync, or the end of a Query. */
  void endOfCycle() {
    if (status == 'I') {
      commitOpen(false);
    }
  }

  private Outcome commit(boolean chain) {
    if (status == 'E') {
      rollback();
      status = chain ? 'T' : 'I';
      return new Outcome("ROLLBACK", null);
    }
    commitOpen(status == 'T');
    status = chain ? 'T' : 'I';
    return new Outcome("COMMIT", null);
  }

  private void commitOpen(boolean explicit) {
    if (explicit || wrote) {
      committed.add(statements);
    }
    forget();
  }

  private void rollback() {
    if (status != 'I' || !statements.isEmpty() || attempted) {
      rolledBack++;
    }
    forget();
  }

  private void forget() {
    statements = new ArrayList<>();
    savepoints.clear();
    wrote = false;
    attempted = false;
    status = 'I';
  }

  private Outcome savepoint() {
    if (status == 'I') {
      return fail("25P01");
    }
    savepoints.add("s");
    return new Outcome("SAVEPOINT", null);
  }

  private Outcome rollbackTo() {
    if (status == 'I') {
      return fail("25P01");
    }
    if (!savepoints.contains("s")) {
      return fail("3B001");
    }
    status = 'T';
    return new Outcome("ROLLBACK", null);
  }

  private Outcome fail(String sqlState) {
    if (status == 'I') {
      rollback();
    } else {
      status = 'E';
    }
    return new Outcome(null, sqlState);
  }
}
