package dev.threeledger.environment;

import dev.threeledger.environment.CellEnvironment.Restarted;
import dev.threeledger.scenario.FaultAction.PauseDatabase;
import dev.threeledger.scenario.FaultAction.RestartDatabase.Mode;
import dev.threeledger.scenario.FaultAction.RestartDatabase.Port;
import dev.threeledger.wire.postgres.PostgresTap;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * A lane's server restarted, or standing still, under the connections of one cell. One at a time:
 * whoever comes meanwhile waits. Safe for use by several threads.
 */
final class ServerOutages {
  private static final Duration LAST_WORDS_WITHIN = Duration.ofSeconds(5);

  private final DatabaseServer server;
  private final RowHistory history;
  private final Collection<PostgresTap> taps;
  private final Semaphore alone = new Semaphore(1);
  private boolean paused;

  /**
   * Of one cell.
   *
   * @param taps of its workers; may become more
   */
  ServerOutages(DatabaseServer server, RowHistory history, Collection<PostgresTap> taps) {
    this.server = server;
    this.history = history;
    this.taps = taps;
  }

  /**
   * Restarts the server on the same data directory. Returns when it accepts connections, every
   * connection of the workers that was open has ended, and everything that was committed before it
   * went down stands on the timeline: what was in doubt is settled then. The taps connect to where
   * it listens; where workers connect to stays the same. A server that stands still goes on first,
   * in its own time.
   *
   * <p>A server that crashes may give the id of a transaction, of which nothing was written down
   * yet, to another one later. So a barrier is written first: what was begun before it keeps its id
   * to itself.
   */
  Restarted restart(Mode mode, Port port) throws IOException, InterruptedException {
    alone.acquire();
    try {
      String before = server.startedAt();
      String addressBefore = address();
      history.barrier(CellEnvironment.BARRIER_WITHIN);
      List<PostgresTap.Open> open = taps.stream().map(PostgresTap::open).toList();
      DatabaseServer.WhenDown whenDown = () -> open.forEach(PostgresTap.Open::heldEnded);
      DatabaseServer.End end = history.whileDown(() -> server.restart(mode, port, whenDown));
      int cut = ended(open);
      history.barrier(CellEnvironment.BARRIER_WITHIN);
      return new Restarted(before, server.startedAt(), cut, addressBefore, address(), end);
    } finally {
      alone.release();
    }
  }

  /** A container's network may go with it: then the last word of a connection never comes. */
  private static int ended(List<PostgresTap.Open> open) throws InterruptedException {
    long deadline = System.nanoTime() + LAST_WORDS_WITHIN.toNanos();
    int ended = 0;
    for (PostgresTap.Open connections : open) {
      long left = Math.max(0, deadline - System.nanoTime());
      ended += connections.serverEnded(Duration.ofNanos(left));
    }
    return ended;
  }

  private String address() {
    InetSocketAddress address = server.address();
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  /**
   * Lets every process of the server stand still, until {@link #resume}; for {@link
   * PauseDatabase#LONGEST} at most. Questions of the harness's own wait meanwhile.
   *
   * @param within deadline for all to stand still
   * @return its processes and their states, see {@link DatabaseServer#pause}
   */
  Map<String, String> pause(Duration within) throws IOException, InterruptedException {
    alone.acquire();
    synchronized (alone) {
      paused = true;
      history.pausing();
      try {
        return server.pause(within);
      } catch (IOException | InterruptedException | RuntimeException e) {
        resume();
        throw e;
      }
    }
  }

  /** Lets it go on. No effect unless it was paused here. */
  void resume() {
    synchronized (alone) {
      if (paused) {
        server.resume();
        paused = false;
        history.resumed();
        alone.release();
      }
    }
  }
}
