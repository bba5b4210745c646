package dev.threeledger.wire.postgres;

import dev.threeledger.wire.postgres.ModelServer.Op;
import dev.threeledger.wire.postgres.ModelServer.Outcome;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A generated conversation: what both sides send, in turns, and what the model says of it. */
final class Dialogue {
  /** How a cycle is sent. */
  enum Mode {
    SIMPLE,
    EXTENDED,
    /** With a Describe before each Execute. */
    DESCRIBED,
    /** With a Flush, and its answer, after each Execute. */
    FLUSHED,
    COPY_IN,
    COPY_OUT
  }

  /** Where an error shows in the extended protocol. */
  enum ErrorAt {
    PARSE,
    BIND,
    EXECUTE
  }

  /**
   * One cycle as generated.
   *
   * @param ahead sent without waiting for the answer to the cycle before
   * @param noise asynchronous messages among the answer
   */
  record Plan(Mode mode, List<Op> ops, ErrorAt errorAt, boolean ahead, boolean noise) {}

  /** Bytes of the worker, and then bytes of the server. */
  record Turn(byte[] worker, byte[] server) {}

  final List<Turn> turns = new ArrayList<>();
  final ModelServer model = new ModelServer();

  /** For each statement's text: how many bytes either side had sent before its cycle. */
  final Map<String, Integer> workerBytesBefore = new HashMap<>();

  final Map<String, Integer> serverBytesBefore = new HashMap<>();
  private final ByteArrayOutputStream worker = new ByteArrayOutputStream();
  private final ByteArrayOutputStream server = new ByteArrayOutputStream();
  private int workerSent;
  private int serverSent;
  private int cycleStart;
  private int answerStart;
  private int statements;

  Dialogue(List<Plan> plans) {
    for (Plan plan : plans) {
      if (!plan.ahead()) {
        endTurn();
      }
      cycleStart = workerSent + worker.size();
      answerStart = serverSent + server.size();
      switch (plan.mode()) {
        case SIMPLE -> simple(plan);
        case EXTENDED, DESCRIBED, FLUSHED -> extended(plan);
        case COPY_IN -> copyIn(plan);
        case COPY_OUT -> copyOut(plan);
      }
    }
    endTurn();
  }

  byte[] workerBytes() {
    return Bytes.join(turns.stream().map(Turn::worker).toArray(byte[][]::new));
  }

  byte[] serverBytes() {
    return Bytes.join(turns.stream().map(Turn::server).toArray(byte[][]::new));
  }

  private void endTurn() {
    turns.add(new Turn(worker.toByteArray(), server.toByteArray()));
    workerSent += worker.size();
    serverSent += server.size();
    worker.reset();
    server.reset();
  }

  private String sql(Op op) {
    String sql = op.sql(++statements);
    workerBytesBefore.put(sql, cycleStart);
    serverBytesBefore.put(sql, answerStart);
    return sql;
  }

  private void simple(Plan plan) {
    List<String> texts = plan.ops().stream().map(this::sql).toList();
    worker.writeBytes(Bytes.query(String.join(";\n", texts)));
    boolean failed = false;
    for (int i = 0; i < texts.size() && !failed; i++) {
      Outcome outcome = model.execute(plan.ops().get(i), texts.get(i));
      failed = outcome.sqlState() != null;
      answer(plan, plan.ops().get(i), outcome, true);
    }
    if (texts.isEmpty()) {
      server.writeBytes(Bytes.message('I'));
    }
    ready(plan);
  }

  private void extended(Plan plan) {
    boolean failed = false;
    for (Op op : plan.ops()) {
      String sql = sql(op);
      worker.writeBytes(Bytes.parse("", sql));
      worker.writeBytes(Bytes.bind(""));
      if (plan.mode() == Mode.DESCRIBED) {
        worker.writeBytes(Bytes.message('D', 'P', ""));
      }
      worker.writeBytes(Bytes.execute());
      if (!failed) {
        Outcome outcome = model.execute(op, sql);
        failed = outcome.sqlState() != null;
        extendedAnswer(plan, op, outcome);
      }
      if (plan.mode() == Mode.FLUSHED) {
        worker.writeBytes(Bytes.flush());
        endTurn();
        cycleStart = workerSent;
        answerStart = serverSent;
      }
    }
    worker.writeBytes(Bytes.sync());
    ready(plan);
  }

  private void extendedAnswer(Plan plan, Op op, Outcome outcome) {
    boolean failed = outcome.sqlState() != null;
    if (!failed || plan.errorAt() != ErrorAt.PARSE) {
      server.writeBytes(Bytes.message('1'));
    }
    if (!failed || plan.errorAt() == ErrorAt.EXECUTE) {
      server.writeBytes(Bytes.message('2'));
      if (plan.mode() == Mode.DESCRIBED) {
        server.writeBytes(op == Op.SELECT ? rowDescription() : Bytes.message('n'));
      }
    }
    answer(plan, op, outcome, false);
  }

  private void answer(Plan plan, Op op, Outcome outcome, boolean describe) {
    if (plan.noise()) {
      server.writeBytes(Bytes.message('N', 'S', "NOTICE", 'C', "00000", '\0'));
      server.writeBytes(Bytes.message('S', "application_name", "x"));
      server.writeBytes(Bytes.message('A', 1, "channel", "payload"));
    }
    if (outcome.sqlState() != null) {
      server.writeBytes(Bytes.error(outcome.sqlState()));
      return;
    }
    if (op == Op.SELECT) {
      if (describe) {
        server.writeBytes(rowDescription());
      }
      server.writeBytes(Bytes.message('D', (short) 1, 1, "7".getBytes()));
    }
    server.writeBytes(Bytes.complete(outcome.tag()));
  }

  private static byte[] rowDescription() {
    return Bytes.message('T', (short) 1, "c", 0, (short) 0, 23, (short) 4, -1, (short) 0);
  }

  private void copyIn(Plan plan) {
    String sql = "COPY t FROM STDIN -- " + ++statements;
    String text = "COPY t FROM STDIN";
    worker.writeBytes(Bytes.query(sql));
    if (model.status() == 'E') {
      Outcome outcome = model.execute(Op.INSERT, text);
      answer(plan, Op.INSERT, outcome, true);
      ready(plan);
      return;
    }
    server.writeBytes(Bytes.message('G', '\0', (short) 0));
    endTurn();
    boolean fails = plan.errorAt() == ErrorAt.EXECUTE;
    worker.writeBytes(Bytes.message('d', "1\tone\n".getBytes()));
    worker.writeBytes(fails ? Bytes.message('f', "no more") : Bytes.message('c'));
    Outcome outcome = model.execute(fails ? Op.BAD : Op.INSERT, text);
    server.writeBytes(fails ? Bytes.error(outcome.sqlState()) : Bytes.complete("COPY 1"));
    ready(plan);
  }

  private void copyOut(Plan plan) {
    String sql = "COPY (SELECT " + ++statements + ") TO STDOUT";
    worker.writeBytes(Bytes.query(sql));
    Outcome outcome = model.execute(Op.SELECT, sql);
    if (outcome.sqlState() != null) {
      server.writeBytes(Bytes.error(outcome.sqlState()));
    } else {
      server.writeBytes(Bytes.message('H', '\0', (short) 0));
      server.writeBytes(Bytes.message('d', "1\n".getBytes()));
      server.writeBytes(Bytes.message('c'));
      server.writeBytes(Bytes.complete("COPY 1"));
    }
    ready(plan);
  }

  private void ready(Plan plan) {
    model.endOfCycle();
    server.writeBytes(Bytes.ready(model.status()));
    if (plan.noise()) {
      server.writeBytes(Bytes.message('A', 1, "channel", "between"));
    }
  }
}
