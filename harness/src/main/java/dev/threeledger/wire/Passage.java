package dev.threeledger.wire;

import java.util.Map;

/** What becomes of a message at a tap. */
public sealed interface Passage {

  /** The message is let through. */
  Passage FORWARD = new Forward();

  /** See {@link Withhold}. */
  Passage WITHHOLD = new Withhold();

  /** See {@link Linger}. */
  Passage LINGER = new Linger();

  /** See {@link Discard}. */
  Passage DISCARD = new Discard();

  /** The message is let through. */
  record Forward() implements Passage {}

  /**
   * The message is discarded; the connection towards the worker stays open and silent until the
   * worker closes it. For answers (side after of a statement or commit, {@code Answer}). The
   * upstream side is closed when the worker's side is.
   */
  record Withhold() implements Passage {}

  /**
   * The message is discarded and both sides of the connection are closed: the worker is dead or its
   * path is cut.
   */
  record Discard() implements Passage {}

  /**
   * The answer is let through into whatever a proxy does with it, and nothing else passes on this
   * connection afterwards: it stays open until the side towards the worker closes it, so that its
   * end can be seen. On the database's wire the same as {@link Forward}.
   */
  record Linger() implements Passage {}

  /**
   * HTTP only: this answer instead of the partner's. At {@code Request} and {@code Effect} before:
   * no effect is applied.
   */
  record Answer(int status, Map<String, String> headers, String body) implements Passage {
    public Answer {
      headers = Map.copyOf(headers);
    }
  }
}
