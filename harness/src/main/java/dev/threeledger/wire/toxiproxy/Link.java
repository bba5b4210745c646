package dev.threeledger.wire.toxiproxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;

/**
 * One direction of a connection: a reader, its stages in the order in which the toxics were added,
 * and the destination.
 *
 * <p>How order is kept while the chain changes: every part of it is fed by one thread, and that
 * thread looks up who is next for each chunk, after it has the chunk.
 *
 * <ol>
 *   <li>Add: the new stage becomes next of the last feeder. What that feeder is just writing to the
 *       destination is written before it feeds the stage, so the stage's bytes come later.
 *   <li>Remove: the stage passes on what it holds. When it is empty it is taken out under its own
 *       lock, in which its feeder would have to put the next chunk; a feeder that comes too late is
 *       turned away and looks up its next again.
 * </ol>
 *
 * <p>The lock guards the chain's structure and is never held while bytes move.
 */
final class Link extends Feeder {
  private static final int BUFFER_BYTES = 32 * 1024;

  private final Connection connection;
  private final Direction direction;
  private final InputStream source;
  private final Socket destination;
  private final OutputStream out;
  private final Map<String, Stage> stages = new HashMap<>();
  private Feeder last = this;
  private boolean killed;
  private boolean broken; // used by whichever thread feeds the destination

  Link(Connection connection, Direction direction, Socket source, Socket destination)
      throws IOException {
    this.connection = connection;
    this.direction = direction;
    this.source = source.getInputStream();
    this.destination = destination;
    this.out = destination.getOutputStream();
  }

  /**
   * @param fromTheStart the toxic was there before the connection
   */
  synchronized void add(PlacedToxic placed, boolean fromTheStart) {
    Stage stage = new Stage(this, placed, fromTheStart, connection.seedFor(placed));
    stage.previous = last;
    stages.put(placed.name(), stage);
    if (killed) {
      stage.kill();
    }
    connection.start(direction.text() + " " + placed.name(), stage);
    last.next = stage;
    last = stage;
  }

  synchronized void update(PlacedToxic placed) {
    stages.get(placed.name()).update(placed);
  }

  synchronized void remove(String name) {
    stages.remove(name).retire();
  }

  /** Ends all stages; what they hold is discarded. */
  synchronized void kill() {
    killed = true;
    for (Stage stage = next; stage != null; stage = stage.next) {
      stage.kill();
    }
  }

  /** Takes a retired stage out, if it is empty. */
  synchronized boolean unlink(Stage stage) {
    return stage.detachIfEmpty(
        () -> {
          stage.previous.next = stage.next;
          if (stage.next == null) {
            last = stage.previous;
          } else {
            stage.next.previous = stage.previous;
          }
        });
  }

  /** Reads the source until its end. */
  void read() {
    byte[] buffer = new byte[BUFFER_BYTES];
    End end = End.HALF;
    try {
      for (int n = source.read(buffer); n >= 0; n = source.read(buffer)) {
        forward(this, new Chunk(buffer, 0, n, System.nanoTime(), true));
      }
    } catch (IOException e) {
      end = End.FULL; // reset by the peer, or closed by us
    }
    end(this, end);
  }

  /** Hands a chunk from {@code feeder} to what follows it now. */
  void forward(Feeder feeder, Chunk chunk) {
    Stage stage = feeder.next;
    while (stage != null && !stage.put(chunk)) {
      stage = feeder.next;
    }
    if (stage == null) {
      write(chunk);
    }
  }

  /** Hands the end from {@code feeder} to what follows it now. */
  void end(Feeder feeder, End end) {
    Stage stage = feeder.next;
    while (stage != null && !stage.putEnd(end)) {
      stage = feeder.next;
    }
    if (stage == null) {
      finish(end);
    }
  }

  private void write(Chunk chunk) {
    if (broken) {
      return;
    }
    try {
      out.write(chunk.bytes(), chunk.offset(), chunk.length());
    } catch (IOException e) {
      // The destination is gone. Its own link passes on what it still has, and then closes.
      broken = true;
      connection.over(direction);
    }
  }

  private void finish(End end) {
    switch (end) {
      case HALF -> {
        shutDownOutput();
        connection.over(direction);
      }
      case FULL -> connection.close();
      case RESET -> connection.reset();
    }
  }

  private void shutDownOutput() {
    try {
      destination.shutdownOutput();
    } catch (IOException e) {
      // already closed or reset: the other link sees it
    }
  }
}
