package dev.threeledger.wire.toxiproxy;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * What waits in front of a stage, in order of arrival. One thread puts, one takes, any may
 * interrupt or close.
 *
 * <p>Interrupted: the taker gets null until {@link #resume}; nothing is lost. Closed: what waits
 * and what still comes is discarded. Detached: the feeder is turned away and must look for another.
 */
final class Inbox {
  /** Counted for each chunk beside its bytes, so that many small ones are bounded too. */
  private static final int CHUNK_COST = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Queue<Chunk> queue = new ArrayDeque<>();
  private long queuedBytes;
  private long capacityBytes;
  private End end;
  private boolean interrupted;
  private boolean closed;
  private boolean detached;
  private boolean idle;

  Inbox(long capacityBytes) {
    this.capacityBytes = capacityBytes;
  }

  // ---- the feeder ----

  /**
   * Waits for room.
   *
   * @return false when detached
   */
  boolean put(Chunk chunk) {
    return locked(
        () -> {
          while (queuedBytes >= capacityBytes && !closed && !detached) {
            changed.awaitUninterruptibly();
          }
          if (!closed && !detached) {
            queue.add(chunk.owned());
            queuedBytes += chunk.length() + CHUNK_COST;
          }
          return !detached;
        });
  }

  boolean putEnd(End how) {
    return locked(
        () -> {
          end = how;
          return !detached;
        });
  }

  // ---- anybody ----

  void interrupt() {
    locked(() -> interrupted = true);
  }

  /** False when it was closed already. */
  boolean close() {
    return locked(
        () -> {
          boolean first = !closed;
          closed = true;
          queue.clear();
          return first;
        });
  }

  boolean isClosed() {
    return locked(() -> closed);
  }

  /** Runs {@code unlink} and turns the feeder away from now on, unless something waits here. */
  boolean detachIfEmpty(Runnable unlink) {
    return locked(
        () -> {
          if (queue.isEmpty() && end == null && !closed) {
            unlink.run();
            detached = true;
          }
          return detached;
        });
  }

  // ---- the taker ----

  void resume(long newCapacityBytes) {
    locked(
        () -> {
          capacityBytes = newCapacityBytes;
          return interrupted = false;
        });
  }

  /** As {@link Stub#take}. */
  Chunk take() {
    lock.lock();
    try {
      while (isWaiting()) {
        changed.awaitUninterruptibly();
      }
      return interrupted ? null : next();
    } finally {
      lock.unlock();
    }
  }

  /** As {@link Stub#takeUntil}. */
  Chunk takeUntil(long nanoTime) {
    lock.lock();
    try {
      while (isWaiting() && await(nanoTime)) {
        // woken, and in time: look again
      }
      idle = isWaiting();
      return interrupted ? null : next();
    } finally {
      lock.unlock();
    }
  }

  /** As {@link Stub#idle}. */
  boolean isIdle() {
    return locked(() -> idle);
  }

  /** As {@link Stub#pauseUntil}. */
  boolean pauseUntil(long nanoTime) {
    lock.lock();
    try {
      while (!interrupted && !closed && await(nanoTime)) {
        // woken, and time is left: go on waiting
      }
      return !interrupted && !closed;
    } finally {
      lock.unlock();
    }
  }

  /** As {@link Stub#atEnd}. */
  boolean atEnd() {
    return locked(() -> end != null && queue.isEmpty() && !interrupted && !closed);
  }

  /** The next chunk, interrupted or not; null: none waits. */
  Chunk poll() {
    lock.lock();
    try {
      return next();
    } finally {
      lock.unlock();
    }
  }

  /**
   * The end of the stream, once, when all data has been taken; closes the inbox. Else null.
   *
   * @param evenIfInterrupted false: the end stays for who comes after the interruption
   */
  End takeEnd(boolean evenIfInterrupted) {
    lock.lock();
    try {
      if (closed || !queue.isEmpty() || end == null || (interrupted && !evenIfInterrupted)) {
        return null;
      }
      closed = true;
      return end;
    } finally {
      lock.unlock();
    }
  }

  // ---- under the lock ----

  private boolean locked(BooleanSupplier change) {
    lock.lock();
    try {
      boolean result = change.getAsBoolean();
      changed.signalAll();
      return result;
    } finally {
      lock.unlock();
    }
  }

  private boolean isWaiting() {
    return queue.isEmpty() && end == null && !interrupted && !closed;
  }

  private Chunk next() {
    Chunk chunk = queue.poll();
    if (chunk != null) {
      queuedBytes -= chunk.length() + CHUNK_COST;
      changed.signalAll();
    }
    return chunk;
  }

  /** Waits for a change; false when the time is over. */
  private boolean await(long nanoTime) {
    long left = nanoTime - System.nanoTime();
    if (left <= 0) {
      return false;
    }
    try {
      changed.awaitNanos(left);
    } catch (InterruptedException e) {
      // nobody interrupts these threads; they are woken by closing the inbox
    }
    return true;
  }
}
