package dev.threeledger.wire.toxiproxy;

import java.util.Arrays;

/**
 * Bytes that arrived together.
 *
 * @param bytes not to be changed, other than by the reader who lends its buffer
 * @param arrivedNanos {@link System#nanoTime} of the read, or of leaving the stage before
 * @param borrowed the array is the reader's buffer and is overwritten by its next read
 */
record Chunk(byte[] bytes, int offset, int length, long arrivedNanos, boolean borrowed) {

  /** A chunk that may be kept. */
  Chunk owned() {
    return borrowed
        ? new Chunk(
            Arrays.copyOfRange(bytes, offset, offset + length), 0, length, arrivedNanos, false)
        : this;
  }

  /** The same bytes, arrived just now at the next stage. */
  Chunk arrivedNow() {
    return new Chunk(bytes, offset, length, System.nanoTime(), borrowed);
  }

  /** The first {@code count} bytes. */
  Chunk first(int count) {
    return new Chunk(bytes, offset, count, arrivedNanos, borrowed);
  }

  /** What follows the first {@code count} bytes. */
  Chunk after(int count) {
    return new Chunk(bytes, offset + count, length - count, arrivedNanos, borrowed);
  }
}
