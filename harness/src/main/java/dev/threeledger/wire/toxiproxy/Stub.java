package dev.threeledger.wire.toxiproxy;

import java.util.random.RandomGenerator;

/** A connection's direction, as one toxic sees it. Used by the stage's own thread only. */
interface Stub {

  /**
   * The next bytes, in order of arrival; waits for them. Null: there is nothing more to do, since
   * the stream has ended ({@link #atEnd}) or the toxic was updated or removed.
   */
  Chunk take();

  /** As {@link #take()}, but gives null also when nothing came until then ({@link #idle}). */
  Chunk takeUntil(long nanoTime);

  /** After {@code take} gave null: the source has no more bytes. */
  boolean atEnd();

  /** After {@code takeUntil} gave null: it was for the time alone. */
  boolean idle();

  /**
   * Waits until then.
   *
   * @return false when it was cut short, because the toxic was updated or removed or the connection
   *     closed
   */
  boolean pauseUntil(long nanoTime);

  /** Hands bytes to what follows. May block while the destination does not read. */
  void send(Chunk chunk);

  /** Ends the link after what has been sent; what still arrives is discarded. */
  void close();

  /**
   * As {@link #close}, with a reset of both peers if this toxic was there when the connection was
   * opened.
   */
  void reset();

  /** Bytes counted so far on this connection; survives updates. */
  long counted();

  void count(long bytes);

  RandomGenerator random();
}
