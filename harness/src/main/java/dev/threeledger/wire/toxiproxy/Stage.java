package dev.threeledger.wire.toxiproxy;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * The place of one toxic in one link: a bounded queue in front, a thread that runs the toxic.
 *
 * <p>An update interrupts the toxic and runs the new one. A removal interrupts it, passes on what
 * waits, and then takes the stage out of the link.
 */
final class Stage extends Feeder implements Stub, Runnable {
  /** Counted for each chunk beside its bytes, so that many small ones are bounded too. */
  private static final int CHUNK_COST = 64;

  /** Under the link's lock. */
  Feeder previous;

  private final Link link;
  private final boolean fromTheStart;
  private final SplittableRandom random;
  private long counted; // own thread only
  private boolean idle; // own thread only

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  // guarded by lock
  private final Queue<Chunk> queue = new ArrayDeque<>();
  private long queuedBytes;
  private End end;
  private PlacedToxic placed;
  private boolean interrupted;
  private boolean retired;
  private boolean closed;
  private boolean detached;

  Stage(Link link, PlacedToxic placed, boolean fromTheStart, long seed) {
    this.link = link;
    this.placed = placed;
    this.fromTheStart = fromTheStart;
    this.random = new SplittableRandom(seed);
  }

  // ---- called by the feeder ----

  /**
   * Queues a chunk, waiting for room; once the stage is closed it is discarded.
   *
   * @return false when the stage is no longer part of the link
   */
  boolean put(Chunk chunk) {
    lock.lock();
    try {
      while (queuedBytes >= placed.toxic().bufferBytes() && !closed && !detached) {
        changed.awaitUninterruptibly();
      }
      if (!closed && !detached) {
        queue.add(chunk.owned());
        queuedBytes += chunk.length() + CHUNK_COST;
        changed.signalAll();
      }
      return !detached;
    } finally {
      lock.unlock();
    }
  }

  /** As {@link #put}, for the end of the stream. */
  boolean putEnd(End how) {
    return locked(
        () -> {
          end = how;
          return !detached;
        });
  }

  // ---- called by whoever changes the link ----

  void update(PlacedToxic newer) {
    locked(
        () -> {
          placed = newer;
          return interrupted = true;
        });
  }

  void retire() {
    locked(() -> retired = interrupted = true);
  }

  void kill() {
    locked(() -> closed = true);
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

  // ---- own thread ----

  @Override
  public void run() {
    boolean more = true;
    while (more) {
      Toxic toxic = drawn();
      toxic.run(this);
      more = isRetired() ? leave(toxic) : !passedEnd();
    }
  }

  /** The toxic that affects the connection now, by its toxicity. */
  private Toxic drawn() {
    lock.lock();
    try {
      interrupted = retired; // a removal that came first must not be forgotten
      return random.nextDouble() < placed.toxicity() ? placed.toxic() : new Noop();
    } finally {
      lock.unlock();
    }
  }

  private boolean isRetired() {
    lock.lock();
    try {
      return retired && !closed;
    } finally {
      lock.unlock();
    }
  }

  /** Passes on what waits until the stage is out of the link, or ended; false: it is. */
  private boolean leave(Toxic toxic) {
    toxic.removed(this);
    while (!passedEnd() && !link.unlink(this)) {
      for (Chunk chunk = poll(); chunk != null; chunk = poll()) {
        send(chunk);
      }
    }
    return false;
  }

  private Chunk poll() {
    lock.lock();
    try {
      return nextInQueue();
    } finally {
      lock.unlock();
    }
  }

  /** Passes the end on if all data is through; true when there is nothing left to do. */
  private boolean passedEnd() {
    End passed;
    lock.lock();
    try {
      if (closed || !queue.isEmpty() || end == null || (interrupted && !retired)) {
        return closed;
      }
      closed = true;
      passed = end;
    } finally {
      lock.unlock();
    }
    link.end(this, passed);
    return true;
  }

  // ---- what the toxic sees ----

  @Override
  public Chunk take() {
    lock.lock();
    try {
      while (waiting() && queue.isEmpty()) {
        changed.awaitUninterruptibly();
      }
      return nextUnlessInterrupted();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Chunk takeUntil(long nanoTime) {
    lock.lock();
    try {
      long left = nanoTime - System.nanoTime();
      while (waiting() && queue.isEmpty() && left > 0) {
        left = await(nanoTime);
      }
      idle = waiting() && queue.isEmpty();
      return nextUnlessInterrupted();
    } finally {
      lock.unlock();
    }
  }

  private boolean waiting() {
    return !interrupted && !closed && end == null;
  }

  private Chunk nextUnlessInterrupted() {
    return interrupted || closed ? null : nextInQueue();
  }

  private Chunk nextInQueue() {
    Chunk chunk = closed ? null : queue.poll();
    if (chunk != null) {
      queuedBytes -= chunk.length() + CHUNK_COST;
      changed.signalAll();
    }
    return chunk;
  }

  private long await(long nanoTime) {
    try {
      changed.awaitNanos(nanoTime - System.nanoTime());
    } catch (InterruptedException e) {
      // nobody interrupts these threads; they are woken through kill()
    }
    return nanoTime - System.nanoTime();
  }

  @Override
  public boolean pauseUntil(long nanoTime) {
    lock.lock();
    try {
      long left = nanoTime - System.nanoTime();
      while (left > 0 && !interrupted && !closed) {
        left = await(nanoTime);
      }
      return !interrupted && !closed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean atEnd() {
    lock.lock();
    try {
      return end != null && queue.isEmpty() && !interrupted && !closed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean idle() {
    return idle;
  }

  @Override
  public void send(Chunk chunk) {
    link.forward(this, chunk.arrivedNow());
  }

  @Override
  public void close() {
    endWith(End.FULL);
  }

  @Override
  public void reset() {
    endWith(fromTheStart ? End.RESET : End.FULL);
  }

  private void endWith(End how) {
    boolean already =
        locked(
            () -> {
              boolean before = closed;
              closed = true;
              queue.clear();
              return before;
            });
    if (!already) {
      link.end(this, how);
    }
  }

  @Override
  public long counted() {
    return counted;
  }

  @Override
  public void count(long bytes) {
    counted += bytes;
  }

  @Override
  public RandomGenerator random() {
    return random;
  }
}
