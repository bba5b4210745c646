package dev.threeledger.wire.postgres;

import dev.threeledger.timeline.Event;
import dev.threeledger.wire.postgres.Transaction.End;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.List;

/**
 * Follows what the server answers, and keeps each cycle's answer until it is complete. Guarded by
 * its conversation.
 */
final class ServerSide implements Framer.Handler {
  /** Of one answer, at most so many bytes are kept; then rows stream through. */
  static final int HELD_LIMIT = 8 << 20;

  private static final String READ = "CEZtTSIsn123GW";
  private static final String KNOWN = "DdHcNAKRvV";

  private final Shared shared;
  private final WorkerSide workerSide;
  private final Steps steps = new Steps();
  private final ByteArrayOutputStream held = new ByteArrayOutputStream();
  private final Framer framer = new Framer(this);

  /** The kept part of the answer acknowledges a commit. */
  private boolean heldCommit;

  /** Rows of this answer were too many to be kept. */
  private boolean streaming;

  /** Parts of the present message go straight on. */
  private boolean through;

  ServerSide(Shared shared, WorkerSide workerSide) {
    this.shared = shared;
    this.workerSide = workerSide;
  }

  Step.Taken accept(byte[] bytes, int offset, int length) {
    int taken = length;
    if (shared.lost) {
      letGo(null);
      steps.pass(bytes, offset, length);
    } else {
      taken = framer.accept(bytes, offset, length);
    }
    return new Step.Taken(taken, steps.take());
  }

  @Override
  public boolean mustPause() {
    return steps.mayWait();
  }

  /** The server closed the connection: what is kept goes on as it is. */
  List<Step> end() {
    letGo(null);
    return steps.take();
  }

  @Override
  public boolean reads(char type) {
    return READ.indexOf(type) >= 0;
  }

  @Override
  public void skipped(char type, int total) {
    if (KNOWN.indexOf(type) < 0) {
      shared.notUnderstood("server " + type, "a message of type " + type + " from the server");
    }
    if (isHolding() && !streaming && held.size() + total > HELD_LIMIT) {
      spill();
      streaming = true;
    }
    through = !isHolding() || streaming;
  }

  @Override
  public void part(byte[] bytes, int offset, int length) {
    if (through) {
      steps.pass(bytes, offset, length);
    } else {
      held.write(bytes, offset, length);
    }
  }

  @Override
  public void lost(String why) {
    letGo(null);
    through = true;
    shared.lost = true;
    shared.notUnderstood("lost", why + " from the server; nothing more is followed");
  }

  @Override
  public void message(Message message) {
    streaming = false;
    if (held.size() + message.bytes().length > HELD_LIMIT) {
      spill();
    }
    held.writeBytes(message.bytes());
    Cycle cycle = shared.cycles.peek();
    try {
      understand(message, cycle);
    } catch (BufferUnderflowException e) {
      shared.notUnderstood(
          "malformed " + message.type(), "a malformed message of type " + message.type());
    }
    if (!isHolding()) {
      letGo(cycle);
    }
    through = held.size() == 0;
  }

  private void understand(Message message, Cycle cycle) {
    Message.Fields in = message.fields();
    if (message.type() == 'S') {
      parameterStatus(in);
    } else if (cycle != null) {
      switch (message.type()) {
        case '1' -> took(cycle, Awaited.Kind.PARSE);
        case '2' -> took(cycle, Awaited.Kind.BIND);
        case '3' -> took(cycle, Awaited.Kind.CLOSE);
        case 't' -> parametersDescribed(cycle, in);
        case 'T', 'n' -> described(cycle);
        case 'C' -> commandComplete(cycle, in.text());
        case 'I', 's' -> took(cycle, Awaited.Kind.EXECUTE);
        case 'E' -> error(cycle, sqlState(in));
        case 'Z' -> ready(cycle, in.letter());
        case 'G' -> letGo(cycle);
        default -> copyBoth(cycle);
      }
    }
  }

  private boolean isHolding() {
    Cycle cycle = shared.cycles.peek();
    return cycle != null && cycle.held;
  }

  // ── What an answer says ────────────────────────────────────────────────────────────────────

  private void parameterStatus(Message.Fields in) {
    if (in.text().equals("standard_conforming_strings")) {
      shared.backslashEscapes = in.text().equals("off");
    }
  }

  private void took(Cycle cycle, Awaited.Kind kind) {
    cycle.take(kind);
    flushed(cycle);
  }

  private void parametersDescribed(Cycle cycle, Message.Fields in) {
    Awaited describe = cycle.awaited.peek();
    if (describe != null && describe.described() != null) {
      int[] types = new int[in.int16()];
      for (int i = 0; i < types.length; i++) {
        types[i] = in.int32();
      }
      describe.described().describe(types);
    }
  }

  /** In the simple protocol a RowDescription answers nothing by itself. */
  private void described(Cycle cycle) {
    Awaited next = cycle.awaited.peek();
    if (next != null && next.kind() == Awaited.Kind.DESCRIBE) {
      took(cycle, Awaited.Kind.DESCRIBE);
    }
  }

  private void commandComplete(Cycle cycle, String tag) {
    Awaited execute = cycle.take(Awaited.Kind.EXECUTE);
    if (execute == null) {
      shared.notUnderstood("tag", "an answer " + tag + " to a statement that was not seen");
      return;
    }
    Transaction transaction = foreseen(execute);
    if (transaction != null) {
      transaction.reached = true;
    }
    if (execute.statement() != null) {
      answered(cycle, execute.statement(), tag, null);
    } else if (transaction != null) {
      boundary(cycle, execute.sql().kind(), transaction, tag);
    }
    flushed(cycle);
  }

  /**
   * The transaction that a statement is in. A worker that sends ahead can be wrong about it when an
   * earlier Query failed halfway: the server's view holds, and the connection is counted as not
   * understood.
   */
  private Transaction foreseen(Awaited execute) {
    Transaction transaction = execute.transaction();
    boolean otherOpen = shared.open != null && shared.open.open() && shared.open != transaction;
    boolean over = transaction != null && !transaction.open();
    if (execute.sql() == null || (!otherOpen && !over)) {
      return transaction;
    }
    unforeseen();
    return otherOpen ? shared.open : transaction;
  }

  private void unforeseen() {
    shared.notUnderstood(
        "foresight", "statements sent ahead of an error, so that their transaction is not certain");
  }

  private void boundary(Cycle cycle, Sql.Kind kind, Transaction transaction, String tag) {
    if (kind == Sql.Kind.BEGIN || !transaction.open()) {
      return;
    }
    if (tag.equals("COMMIT")) {
      if (transaction.explicit && !transaction.commitAsked) {
        unforeseen();
      }
      end(cycle, transaction, End.COMMITTED);
    } else if (tag.equals("ROLLBACK")) {
      end(cycle, transaction, End.ROLLED_BACK);
    } else if (tag.equals("PREPARE TRANSACTION")) {
      end(cycle, transaction, End.UNKNOWN);
      shared.notUnderstood("two-phase", "two-phase commit, which is not followed");
    }
    if (transaction.chained != null) {
      transaction.chained.reached = true;
    }
  }

  private void answered(Cycle cycle, SentStatement statement, String tag, String sqlState) {
    if (statement.answered()) {
      return; // a portal that was executed again after its end
    }
    Long rows = tag == null ? null : SentStatement.rowsOf(tag);
    long seq =
        shared.append(
            new Event.StatementAnswered(
                shared.worker,
                shared.connection,
                statement.transaction.number,
                tag,
                rows,
                sqlState));
    statement.answered(seq, tag, rows);
    cycle.answered.add(statement);
    if (tag != null && statement.sql.kind() == Sql.Kind.ROLLBACK_TO) {
      statement.transaction.rolledBackTo(statement.sql.name(), statement);
      statement.transaction.sqlState = null;
    }
  }

  private void error(Cycle cycle, String sqlState) {
    if (cycle.sqlState == null) {
      cycle.sqlState = sqlState;
    }
    Awaited failed = cycle.next(Awaited.Kind.EXECUTE);
    if (failed != null && failed.transaction() != null) {
      failed.transaction().sqlState = sqlState;
      if (failed.statement() != null) {
        answered(cycle, failed.statement(), null, sqlState);
      }
    } else if (shared.open != null) {
      shared.open.sqlState = sqlState;
    }
    boolean flushed = cycle.skip();
    if (flushed || !cycle.complete) {
      letGo(cycle);
    }
  }

  private void copyBoth(Cycle cycle) {
    shared.notUnderstood("copy both", "replication, which is not followed");
    cycle.held = false;
  }

  private static String sqlState(Message.Fields in) {
    while (!in.atEnd()) {
      char field = in.letter();
      if (field == 0) {
        break;
      }
      String value = in.text();
      if (field == 'C') {
        return value;
      }
    }
    return null;
  }

  // ── The end of a cycle ─────────────────────────────────────────────────────────────────────

  private void ready(Cycle cycle, char status) {
    if (cycle.sqlState != null) {
      cycle.skip();
    }
    Transaction open = status == 'I' ? null : openAt(cycle);
    List<Transaction> touched = new ArrayList<>(cycle.transactions);
    if (shared.open != null && !touched.contains(shared.open)) {
      touched.add(0, shared.open);
    }
    for (Transaction transaction : touched) {
      if (transaction.open() && transaction != open) {
        end(cycle, transaction, impliedEnd(cycle, transaction, status));
      }
    }
    shared.status = status;
    shared.open = open;
    shared.cycles.remove(cycle);
    workerSide.ended(cycle);
    letGo(cycle);
  }

  private static End impliedEnd(Cycle cycle, Transaction transaction, char status) {
    if (transaction.explicit || cycle.sqlState != null) {
      return End.ROLLED_BACK;
    }
    return status == 'I' ? End.COMMITTED : End.UNKNOWN;
  }

  /** The transaction that is open although the cycle has ended. */
  private Transaction openAt(Cycle cycle) {
    Transaction open = shared.open != null && shared.open.open() ? shared.open : null;
    Transaction implied = null;
    for (Transaction transaction : cycle.transactions) {
      if (transaction.open() && transaction.explicit && transaction.reached) {
        open = transaction;
      } else if (transaction.open() && !transaction.explicit) {
        implied = transaction;
      }
    }
    if (open == null) {
      open = implied != null ? implied : shared.newTransaction(true);
      open.explicit = true;
      open.reached = true;
    }
    return open;
  }

  private void end(Cycle cycle, Transaction transaction, End end) {
    transaction.end = end;
    if (end == End.COMMITTED) {
      heldCommit |= transaction.commitAsked;
    } else if (transaction.sqlState == null) {
      transaction.sqlState = cycle.sqlState;
    }
    boolean worthTelling =
        switch (end) {
          case COMMITTED -> transaction.commitAsked;
          case ROLLED_BACK ->
              transaction.reached || transaction.commitAsked || !transaction.statements.isEmpty();
          case OPEN, UNKNOWN -> false;
        };
    if (worthTelling) {
      cycle.ended.add(transaction);
    }
  }

  // ── Keeping and letting go ─────────────────────────────────────────────────────────────────

  private void flushed(Cycle cycle) {
    if (cycle.flushReached()) {
      letGo(cycle);
    }
  }

  /** Too much to keep: it goes on, although what it answers has not been reported. */
  private void spill() {
    if (heldCommit) {
      shared.notUnderstood(
          "spill", "an answer of more than " + HELD_LIMIT + " bytes that acknowledges a commit");
    }
    steps.pass(held.toByteArray());
    held.reset();
  }

  private void letGo(Cycle cycle) {
    byte[] bytes = held.toByteArray();
    held.reset();
    heldCommit = false;
    if (cycle == null || (cycle.ended.isEmpty() && cycle.answered.isEmpty())) {
      steps.pass(bytes);
      return;
    }
    steps.add(new Step.Answer(cycle.ended, cycle.answered, bytes));
    cycle.ended = new ArrayList<>();
    cycle.answered = new ArrayList<>();
  }
}
