package dev.threeledger.wire.toxiproxy;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The place of one toxic in one link: an inbox, and a thread that runs the toxic.
 *
 * <p>An update interrupts the toxic and runs the new one. A removal interrupts it, passes on what
 * waits, and then takes the stage out of the link. Whether the toxic affects the connection is
 * drawn whenever it starts to run.
 */
final class Stage extends Feeder implements Stub, Runnable {
  /** Under the link's lock. */
  Feeder previous;

  private final Link link;
  private final boolean fromTheStart;
  private final SplittableRandom random;
  private final Inbox inbox;
  private long counted; // own thread only

  // guarded by this
  private PlacedToxic placed;
  private boolean retired;

  /**
   * @param fromTheStart the toxic was there before the connection
   */
  Stage(Link link, PlacedToxic placed, boolean fromTheStart, long seed) {
    this.link = link;
    this.placed = placed;
    this.fromTheStart = fromTheStart;
    this.random = new SplittableRandom(seed);
    this.inbox = new Inbox(placed.toxic().bufferBytes());
  }

  // ---- called by the feeder, or by whoever changes the link ----

  /**
   * Takes a chunk, waiting for room; once the stage is closed it is discarded.
   *
   * @return false when the stage is no longer part of the link
   */
  boolean put(Chunk chunk) {
    return inbox.put(chunk);
  }

  /** As {@link #put}, for the end of the stream. */
  boolean putEnd(End how) {
    return inbox.putEnd(how);
  }

  synchronized void update(PlacedToxic newer) {
    placed = newer;
    inbox.interrupt();
  }

  /** Lets go of what is held and leaves the link. */
  synchronized void retire() {
    retired = true;
    inbox.interrupt();
  }

  /** Discards what is held and ends. */
  void kill() {
    inbox.close();
  }

  boolean detachIfEmpty(Runnable unlink) {
    return inbox.detachIfEmpty(unlink);
  }

  // ---- own thread ----

  @Override
  public void run() {
    boolean more = true;
    while (more) {
      Toxic toxic = drawn();
      toxic.run(this);
      if (isRetired() && !inbox.isClosed()) {
        leave(toxic);
        more = false;
      } else {
        more = !passedEnd(false);
      }
    }
  }

  /** The toxic that affects the connection from now on. */
  private synchronized Toxic drawn() {
    if (!retired) { // a removal that came first must not be forgotten
      inbox.resume(placed.toxic().bufferBytes());
    }
    return random.nextDouble() < placed.toxicity() ? placed.toxic() : new Noop();
  }

  private synchronized boolean isRetired() {
    return retired;
  }

  /** Passes on what waits until the stage is out of the link, or ended. */
  private void leave(Toxic toxic) {
    toxic.removed(this);
    while (!passedEnd(true) && !link.unlink(this)) {
      for (Chunk chunk = inbox.poll(); chunk != null; chunk = inbox.poll()) {
        send(chunk);
      }
    }
  }

  /** Passes the end on if all data is through; true when there is nothing left to do. */
  private boolean passedEnd(boolean evenIfInterrupted) {
    End end = inbox.takeEnd(evenIfInterrupted);
    if (end != null) {
      link.end(this, end);
    }
    return inbox.isClosed();
  }

  // ---- what the toxic sees ----

  @Override
  public Chunk take() {
    return inbox.take();
  }

  @Override
  public Chunk takeUntil(long nanoTime) {
    return inbox.takeUntil(nanoTime);
  }

  @Override
  public boolean atEnd() {
    return inbox.atEnd();
  }

  @Override
  public boolean idle() {
    return inbox.isIdle();
  }

  @Override
  public boolean pauseUntil(long nanoTime) {
    return inbox.pauseUntil(nanoTime);
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
    if (inbox.close()) {
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
