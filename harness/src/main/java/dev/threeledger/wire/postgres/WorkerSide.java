package dev.threeledger.wire.postgres;

import dev.threeledger.timeline.Event;
import java.nio.BufferUnderflowException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Follows what the worker sends. Guarded by its conversation. */
final class WorkerSide implements Framer.Handler {
  private static final String READ = "QPBEDCSHXcf";
  private static final String KNOWN = "dpF";

  private final Shared shared;
  private final Steps steps = new Steps();
  private final Segment segment = new Segment(steps);
  private final Foresight foresight;
  private final Map<String, Prepared> prepared = new HashMap<>();
  private final Map<String, Prepared.Portal> portals = new HashMap<>();
  private final Framer framer = new Framer(this);
  private Cycle cycle;
  private boolean terminated;

  WorkerSide(Shared shared) {
    this.shared = shared;
    this.foresight = new Foresight(shared);
  }

  Step.Taken accept(byte[] bytes, int offset, int length) {
    int taken = length;
    if (shared.lost) {
      segment.letGo();
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

  /** The worker said goodbye. */
  boolean terminated() {
    return terminated;
  }

  /** The server ended a cycle that the worker had not: a COPY failed before it began. */
  void ended(Cycle ended) {
    if (cycle == ended) {
      cycle = null;
    }
  }

  @Override
  public boolean reads(char type) {
    return READ.indexOf(type) >= 0;
  }

  @Override
  public void message(Message message) {
    if (message.cutShort()) {
      shared.notUnderstood(
          "long " + message.type(),
          "a message of type %s of %d bytes: only its first %d were read"
              .formatted(message.type(), message.total(), message.bytes().length));
    }
    try {
      understand(message, message.fields());
    } catch (BufferUnderflowException e) {
      shared.notUnderstood(
          "malformed " + message.type(), "a malformed message of type " + message.type());
      segment.add(message.bytes());
      segment.letGo();
    }
    if (message.cutShort()) {
      segment.letGo();
    }
  }

  private void understand(Message message, Message.Fields in) {
    switch (message.type()) {
      case 'Q' -> query(message, in);
      case 'P' -> parse(message, in);
      case 'B' -> bind(message, in);
      case 'D' -> describe(message, in);
      case 'E' -> execute(message, in);
      case 'C' -> close(message, in);
      case 'H' -> flush(message);
      case 'S' -> sync(message);
      case 'c', 'f' -> copyEnded(message);
      default -> {
        terminated = true;
        segment.letGo();
        steps.pass(message.bytes());
      }
    }
  }

  @Override
  public void skipped(char type, int total) {
    segment.letGo();
    if (KNOWN.indexOf(type) < 0) {
      shared.notUnderstood("worker " + type, "a message of type " + type + " from the worker");
    }
    if (type == 'F') {
      shared.notUnderstood("function call", "a function call");
      cycle().awaited.add(Awaited.of(Awaited.Kind.READY));
      complete();
    }
  }

  @Override
  public void part(byte[] bytes, int offset, int length) {
    steps.pass(bytes, offset, length);
  }

  @Override
  public void lost(String why) {
    segment.letGo();
    shared.lost = true;
    shared.notUnderstood("lost", why + " from the worker; nothing more is followed");
  }

  // ── Simple protocol ────────────────────────────────────────────────────────────────────────

  private void query(Message message, Message.Fields in) {
    cycle();
    for (Sql sql : Sql.statements(in.text(), shared.backslashEscapes)) {
      executed(sql, List.of());
    }
    impliedCommit();
    cycle.copyIn = false;
    cycle.awaited.add(Awaited.of(Awaited.Kind.READY));
    complete();
    segment.add(message.bytes());
    segment.letGo();
  }

  // ── Extended protocol ──────────────────────────────────────────────────────────────────────

  private void parse(Message message, Message.Fields in) {
    String name = in.text();
    List<Sql> sql = Sql.statements(in.text(), shared.backslashEscapes);
    int[] types = new int[in.atEnd() ? 0 : in.int16()];
    for (int i = 0; i < types.length && !in.atEnd(); i++) {
      types[i] = in.int32();
    }
    Prepared made = new Prepared(sql.isEmpty() ? null : sql.get(0), types);
    Runnable undo = put(prepared, name, made);
    cycle().awaited.add(Awaited.of(Awaited.Kind.PARSE, undo));
    segment.add(message.bytes());
  }

  private void bind(Message message, Message.Fields in) {
    String portal = in.text();
    String name = in.text();
    Prepared statement = prepared.get(name);
    if (statement == null) {
      shared.notUnderstood("bind", "a Bind to the statement '" + name + "', which was not seen");
      statement = new Prepared(Sql.unknown("EXECUTE " + name), new int[0]);
    }
    Runnable undo = put(portals, portal, statement.bind(Prepared.Bound.read(in)));
    cycle().awaited.add(Awaited.of(Awaited.Kind.BIND, undo));
    segment.add(message.bytes());
  }

  private void describe(Message message, Message.Fields in) {
    char what = in.letter();
    Prepared described = what == 'S' ? prepared.get(in.text()) : null;
    cycle().awaited.add(Awaited.describe(described));
    segment.add(message.bytes());
  }

  private void close(Message message, Message.Fields in) {
    char what = in.letter();
    String name = in.text();
    Runnable undo = what == 'S' ? put(prepared, name, null) : put(portals, name, null);
    cycle().awaited.add(Awaited.of(Awaited.Kind.CLOSE, undo));
    segment.add(message.bytes());
  }

  private void execute(Message message, Message.Fields in) {
    cycle();
    Prepared.Portal portal = portals.get(in.text());
    if (portal == null) {
      cycle.awaited.add(Awaited.execute(null, null, null)); // a cursor made by DECLARE
    } else if (portal.executed != null) {
      SentStatement again = portal.executed;
      cycle.awaited.add(Awaited.execute(again.sql, again, again.transaction));
    } else if (portal.prepared.sql == null) {
      cycle.awaited.add(Awaited.execute(null, null, null));
    } else {
      portal.executed = executed(portal.prepared.sql, portal.parameters());
    }
    segment.add(message.bytes());
  }

  private void flush(Message message) {
    if (cycle != null) {
      cycle.awaited.add(Awaited.of(Awaited.Kind.FLUSH));
    }
    segment.add(message.bytes());
    segment.letGo();
  }

  private void sync(Message message) {
    cycle();
    if (!cycle.copyIn) {
      impliedCommit();
      cycle.awaited.add(Awaited.of(Awaited.Kind.READY));
      complete();
    }
    segment.add(message.bytes());
    segment.letGo();
  }

  private void copyEnded(Message message) {
    if (cycle != null) {
      cycle.copyIn = false;
    }
    segment.letGo();
    steps.pass(message.bytes());
  }

  // ── Both ───────────────────────────────────────────────────────────────────────────────────

  private Cycle cycle() {
    if (cycle == null) {
      if (shared.cycles.isEmpty()) {
        foresight.putRight();
      }
      cycle = new Cycle();
      shared.cycles.add(cycle);
    }
    return cycle;
  }

  private void complete() {
    cycle.complete = true;
    cycle = null;
  }

  /** Gives the statement, or null for a transaction's beginning or end. */
  private SentStatement executed(Sql sql, List<String> parameters) {
    switch (sql.kind()) {
      case BEGIN -> await(sql, null, foresight.begin());
      case COMMIT -> {
        Transaction committing = foresight.current();
        if (committing != null && !foresight.failed()) {
          ask(committing);
        }
        await(sql, null, foresight.end(sql.chained()));
      }
      case ROLLBACK, PREPARE_TRANSACTION -> await(sql, null, foresight.end(sql.chained()));
      default -> {
        SentStatement statement = sent(sql, parameters);
        await(sql, statement, statement.transaction);
        return statement;
      }
    }
    return null;
  }

  private void await(Sql sql, SentStatement statement, Transaction transaction) {
    cycle.awaited.add(Awaited.execute(sql, statement, transaction));
    cycle.touch(transaction);
    if (transaction != null) {
      cycle.touch(transaction.chained);
    }
  }

  private SentStatement sent(Sql sql, List<String> parameters) {
    Transaction transaction = foresight.forStatement();
    SentStatement statement = new SentStatement(transaction, sql, parameters);
    statement.sentSeq =
        shared.append(
            new Event.StatementSent(
                shared.worker,
                shared.connection,
                transaction.number,
                Prepared.clip(sql.text()),
                parameters));
    if (sql.kind() == Sql.Kind.SAVEPOINT) {
      transaction.savepoint(sql.name());
    } else if (sql.kind() == Sql.Kind.ROLLBACK_TO) {
      foresight.recovered();
    }
    transaction.statements.add(statement);
    if (!sql.kind().isControl()) {
      segment.ask(statement);
    }
    cycle.copyIn |= sql.kind() == Sql.Kind.COPY_IN;
    return statement;
  }

  private void impliedCommit() {
    Transaction implied = foresight.endImplied();
    if (implied != null && cycle.sqlState == null) {
      ask(implied);
    }
  }

  private void ask(Transaction committing) {
    if (committing.explicit || committing.mayWrite()) {
      committing.commitAsked = true;
      segment.ask(committing);
    }
  }

  private static <T> Runnable put(Map<String, T> named, String name, T value) {
    T before = value == null ? named.remove(name) : named.put(name, value);
    return () -> {
      if (named.get(name) == value) {
        if (before == null) {
          named.remove(name);
        } else {
          named.put(name, before);
        }
      }
    };
  }
}
