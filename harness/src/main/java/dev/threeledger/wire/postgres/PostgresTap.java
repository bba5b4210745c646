package dev.threeledger.wire.postgres;

import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.CommitObserver;
import dev.threeledger.wire.Gate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Relays one worker's connections to PostgreSQL, tells the timeline what passes, and asks the gate
 * before statements and commits pass, in either direction.
 *
 * <p>A commit is reported in this order: CommitAsked; [gate, before]; its bytes leave; the answer
 * arrives up to ReadyForQuery; RowChanged (by the observer); CommitAcknowledged; [gate, after];
 * CommitForwarded; the answer leaves. Safe for any thread.
 */
public final class PostgresTap implements AutoCloseable {
  /**
   * Code of a startup packet of our own, beside those of PostgreSQL: the tap itself asks the server
   * whether it encrypts, and passes the one byte of its answer on. Nothing of it is told to the
   * timeline.
   */
  public static final int PROBE = 80877000;

  private static final Logger log = LoggerFactory.getLogger(PostgresTap.class);
  private static final int BACKLOG = 128;
  private static final long JOIN_MILLIS = 5_000;

  private final ServerSocket listener;
  private final Thread acceptor;
  private final Set<TapConnection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicLong notUnderstood = new AtomicLong();
  private final AtomicLong accepted = new AtomicLong();
  private final Tapped tapped;
  private volatile boolean closed;

  private PostgresTap(
      String worker,
      Supplier<InetSocketAddress> server,
      Timeline timeline,
      Gate gate,
      CommitObserver observer,
      InetAddress listen)
      throws IOException {
    this.listener = new ServerSocket(0, BACKLOG, listen);
    this.tapped = new Surroundings(worker, server, timeline, gate, observer);
    this.acceptor = new Thread(this::accept, "postgres-tap-" + worker);
    this.acceptor.setDaemon(true);
  }

  /**
   * Opens a tap on a free port of 127.0.0.1.
   *
   * @param worker name of the worker whose connections these will be
   * @param server where PostgreSQL listens; asked at each new connection
   * @param gate asked on the connection's own thread
   * @param observer asked around commits
   */
  public static PostgresTap open(
      String worker,
      Supplier<InetSocketAddress> server,
      Timeline timeline,
      Gate gate,
      CommitObserver observer)
      throws IOException {
    return open(worker, server, timeline, gate, observer, InetAddress.getByName("127.0.0.1"));
  }

  /** As above, on another address of this machine: where a proxy on another host must reach it. */
  public static PostgresTap open(
      String worker,
      Supplier<InetSocketAddress> server,
      Timeline timeline,
      Gate gate,
      CommitObserver observer,
      InetAddress listen)
      throws IOException {
    PostgresTap tap = new PostgresTap(worker, server, timeline, gate, observer, listen);
    tap.acceptor.start();
    return tap;
  }

  /** Where the worker is to connect to, on 127.0.0.1. */
  public int port() {
    return listener.getLocalPort();
  }

  /** Local ports of the tap's open connections towards the server. */
  public Set<Integer> serverPorts() {
    Set<Integer> ports = new TreeSet<>();
    connections.forEach(connection -> ports.add(connection.serverPort()));
    ports.remove(0);
    return ports;
  }

  /**
   * The worker is dead: closes its connections on both sides at once; what has not been forwarded
   * never will be. Connections made later are served as before. May be called inside a gate; a gate
   * that holds one of these connections should then return {@code DISCARD} (what it returns makes
   * no difference).
   */
  public void cut() {
    List.copyOf(connections).forEach(connection -> connection.close("harness"));
  }

  /** The connections that are open to the server now: to be asked for before the server ends. */
  public Open open() {
    return new Open(
        connections.stream().filter(connection -> connection.serverPort() != 0).toList());
  }

  /** Connections that were open when the server was about to end. */
  public static final class Open {
    private final List<TapConnection> connections;

    private Open(List<TapConnection> connections) {
      this.connections = connections;
    }

    /**
     * The server has ended: closes, as ended by it, those of which a gate holds a message. Nobody
     * reads the server's end there, and a worker that loses patience would end them in its place.
     */
    public void heldEnded() {
      connections.forEach(TapConnection::heldEnded);
    }

    /**
     * The server has ended, and these with it: returns when all have closed, as ended by the
     * server. What the server said last still reaches the worker, except where a gate holds a
     * message. May be called inside a gate; one that holds such a connection should then return
     * {@code DISCARD}.
     *
     * @param within deadline for those that have not ended of themselves; then they are closed
     * @return how many there were
     */
    public int serverEnded(Duration within) throws InterruptedException {
      long deadline = System.nanoTime() + within.toNanos();
      for (TapConnection connection : connections) {
        connection.serverEnded(deadline);
      }
      return connections.size();
    }
  }

  /** Messages passed on untouched because they were not understood. */
  public long notUnderstood() {
    return notUnderstood.get();
  }

  /**
   * Closes the listener and all connections, interrupts gates that still hold one, and waits for
   * the tap's threads, 5 s at most for each. Idempotent.
   */
  @Override
  public void close() {
    closed = true;
    try {
      listener.close();
      List<TapConnection> open = List.copyOf(connections);
      open.forEach(connection -> connection.close("harness"));
      open.forEach(TapConnection::interrupt);
      for (TapConnection connection : open) {
        connection.join(JOIN_MILLIS);
      }
      acceptor.join(JOIN_MILLIS);
    } catch (IOException e) {
      log.debug("closing the tap of worker {}: {}", tapped.worker(), e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void accept() {
    while (!closed) {
      try {
        Socket worker = listener.accept();
        String name = "postgres-tap-" + tapped.worker() + "-" + accepted.incrementAndGet();
        TapConnection connection = new TapConnection(tapped, worker, name);
        connections.add(connection);
        connection.start();
        if (closed) {
          connection.close("harness");
        }
      } catch (IOException e) {
        if (!closed) {
          log.debug("accepting for worker {}: {}", tapped.worker(), e.toString());
        }
      }
    }
  }

  private final class Surroundings implements Tapped {
    private final String worker;
    private final Supplier<InetSocketAddress> server;
    private final Timeline timeline;
    private final Gate gate;
    private final CommitObserver observer;

    Surroundings(
        String worker,
        Supplier<InetSocketAddress> server,
        Timeline timeline,
        Gate gate,
        CommitObserver observer) {
      this.worker = worker;
      this.server = server;
      this.timeline = timeline;
      this.gate = gate;
      this.observer = observer;
    }

    @Override
    public String worker() {
      return worker;
    }

    @Override
    public InetSocketAddress server() {
      return server.get();
    }

    @Override
    public Timeline timeline() {
      return timeline;
    }

    @Override
    public Gate gate() {
      return gate;
    }

    @Override
    public CommitObserver observer() {
      return observer;
    }

    @Override
    public void countNotUnderstood() {
      notUnderstood.incrementAndGet();
    }

    @Override
    public void finished(TapConnection connection) {
      connections.remove(connection);
    }
  }
}
