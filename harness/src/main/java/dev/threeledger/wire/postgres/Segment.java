package dev.threeledger.wire.postgres;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Requests that are kept back until a message arrives that makes the server act on them, so that a
 * held statement is held whole: no byte of its batch has been forwarded.
 */
final class Segment {
  /** When more bytes than this have come together they go on all the same, after their moments. */
  static final int LIMIT = 1 << 20;

  private final Steps steps;
  private final List<Step> asks = new ArrayList<>();
  private final List<Transaction> commits = new ArrayList<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  Segment(Steps steps) {
    this.steps = steps;
  }

  void ask(SentStatement statement) {
    asks.add(new Step.AskStatement(statement));
  }

  void ask(Transaction commit) {
    asks.add(new Step.AskCommit(commit));
    commits.add(commit);
  }

  /** Appends a message; lets go when there are too many bytes. */
  void add(byte[] message) {
    bytes.writeBytes(message);
    if (bytes.size() > LIMIT) {
      letGo();
    }
  }

  /** Asks about everything in it, in order, and then forwards it. */
  void letGo() {
    asks.forEach(steps::add);
    if (bytes.size() > 0) {
      if (commits.isEmpty()) {
        steps.pass(bytes.toByteArray());
      } else {
        steps.add(new Step.Forward(bytes.toByteArray(), List.copyOf(commits)));
      }
    }
    asks.clear();
    commits.clear();
    bytes.reset();
  }
}
