package dev.threeledger.wire.postgres;

import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.wire.CommitObserver;
import dev.threeledger.wire.CommitObserver.OpenTransaction;
import dev.threeledger.wire.Gate;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Carries out the steps of one conversation. Each direction's steps run on its own thread. */
final class StepRunner {
  /** How the connection goes on. */
  enum Onward {
    /** As before. */
    FOLLOW,
    /** Open towards the worker, but silent. */
    SILENT,
    /** Over. */
    CLOSE
  }

  private static final OpenTransaction NOTHING_KNOWN = new OpenTransaction(null, List.of());

  private final Conversation conversation;
  private final Gate gate;
  private final CommitObserver observer;
  private final int port;
  private final AtomicInteger atGate = new AtomicInteger();

  /**
   * @param port the local port towards the server
   */
  StepRunner(Conversation conversation, Gate gate, CommitObserver observer, int port) {
    this.conversation = conversation;
    this.gate = gate;
    this.observer = observer;
    this.port = port;
  }

  /** One direction of a conversation. */
  interface Direction {
    Step.Taken take(byte[] bytes, int offset, int length);
  }

  /**
   * Gives bytes to the conversation and carries out what comes of them, until a step ends it.
   *
   * @param out where bytes are forwarded to
   */
  Onward run(Direction direction, byte[] bytes, int length, OutputStream out)
      throws IOException, InterruptedException {
    Onward onward = Onward.FOLLOW;
    int at = 0;
    while (at < length && onward == Onward.FOLLOW) {
      Step.Taken taken = direction.take(bytes, at, length - at);
      at += taken.length();
      onward = run(taken.steps(), out);
    }
    return onward;
  }

  /**
   * Carries out steps in order until one of them ends the conversation.
   *
   * @param out where bytes are forwarded to
   */
  Onward run(List<Step> steps, OutputStream out) throws IOException, InterruptedException {
    for (Step step : steps) {
      Onward onward = run(step, out);
      if (onward != Onward.FOLLOW) {
        return onward;
      }
    }
    return Onward.FOLLOW;
  }

  private Onward run(Step step, OutputStream out) throws IOException, InterruptedException {
    if (step instanceof Step.AskStatement ask) {
      return ask(conversation.moment(ask.statement(), Side.BEFORE));
    }
    if (step instanceof Step.AskCommit ask) {
      return askCommit(ask.transaction());
    }
    if (step instanceof Step.Answer answer) {
      return answer(answer, out);
    }
    Step.Forward forward = (Step.Forward) step;
    if (!conversation.forwarding(forward.commits())) {
      return Onward.CLOSE;
    }
    out.write(forward.bytes());
    return Onward.FOLLOW;
  }

  private Onward askCommit(Transaction transaction) throws InterruptedException {
    OpenTransaction open =
        conversation.isOpenAtServer(transaction)
            ? observed(() -> observer.openTransaction(port), NOTHING_KNOWN)
            : NOTHING_KNOWN;
    return ask(conversation.commitAsked(transaction, open));
  }

  private Onward answer(Step.Answer answer, OutputStream out)
      throws IOException, InterruptedException {
    List<Moment> moments = new ArrayList<>();
    List<Transaction> acknowledged = new ArrayList<>();
    for (SentStatement statement : answer.answered()) {
      if (!statement.sql.kind().isControl()) {
        moments.add(conversation.moment(statement, Side.AFTER));
      }
    }
    for (Transaction transaction : answer.ended()) {
      if (conversation.isCommitted(transaction)) {
        moments.add(acknowledge(transaction));
        acknowledged.add(transaction);
      } else {
        conversation.rolledBack(transaction);
      }
    }
    for (Moment moment : moments) {
      Onward onward = ask(moment);
      if (onward != Onward.FOLLOW) {
        return onward;
      }
    }
    if (!conversation.answering(acknowledged)) {
      return Onward.CLOSE;
    }
    out.write(answer.bytes());
    return Onward.FOLLOW;
  }

  private Moment.Commit acknowledge(Transaction transaction) {
    List<RowChanged> rows =
        conversation.perhapsWrote(transaction)
            ? observed(() -> committed(transaction), List.of())
            : List.of();
    return conversation.acknowledged(transaction, rows);
  }

  private List<RowChanged> committed(Transaction transaction) {
    return observer.committed(
        transaction.xid, transaction.firstSeq(), conversation.perhapsWritten(transaction));
  }

  /** A database that cannot be asked must not change what the worker sees. */
  private <T> T observed(Supplier<T> question, T unknown) {
    try {
      return question.get();
    } catch (RuntimeException e) {
      conversation.observerFailed(e);
      return unknown;
    }
  }

  /** True while a gate is being asked: perhaps it holds a message. */
  boolean atGate() {
    return atGate.get() > 0;
  }

  private Onward ask(Moment moment) throws InterruptedException {
    atGate.incrementAndGet();
    Passage passage;
    try {
      passage = gate.at(moment);
    } finally {
      atGate.decrementAndGet();
    }
    if (passage instanceof Passage.Withhold) {
      return Onward.SILENT;
    }
    return passage instanceof Passage.Discard ? Onward.CLOSE : Onward.FOLLOW;
  }
}
