package dev.threeledger.wire.http;

import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Gate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The relay of one worker to one outside system.
 *
 * <pre>
 *   worker ──► [requests, on their own thread] ──► partner
 *   worker ◄── gate ◄── [answers, on their own thread] ◄── partner
 * </pre>
 *
 * <p>Listens on 127.0.0.1. An answer is buffered whole (up to 8 MiB; a longer one is held at that
 * length and streamed after that) and offered to the gate before its first byte and after its last.
 */
public final class HttpTap implements AutoCloseable {
  /**
   * A connection whose first request is a GET of this path is answered with 204 by the tap itself
   * and leaves no trace: the harness's own way to feel what a proxy in front of the tap does.
   */
  public static final String PROBE_PATH = "/__threeledger/probe";

  private static final Logger LOG = LoggerFactory.getLogger(HttpTap.class);
  private static final int CONNECT_MILLIS = 5_000;
  private static final long CLOSE_MILLIS = 5_000;

  private final InetSocketAddress partner;
  private final ServerSocket listening;
  private final Set<TapConnection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicLong notUnderstood = new AtomicLong();
  private final TapConnection.Ends ends;
  private final Thread accepting;

  private HttpTap(ServerSocket listening, InetSocketAddress partner, TapConnection.Ends ends) {
    this.listening = listening;
    this.partner = partner;
    this.ends = ends;
    this.accepting = new Thread(this::accept, ends.threadName("accept"));
    this.accepting.setDaemon(true);
  }

  /**
   * Opens a relay.
   *
   * @param worker whose relay it is
   * @param system the outside system's name
   * @param partner where the worker's own server listens
   * @param exchanges shared by all taps of the run
   * @throws IOException when no port can be had
   */
  public static HttpTap open(
      String worker,
      String system,
      InetSocketAddress partner,
      Exchanges exchanges,
      Timeline timeline,
      Gate gate)
      throws IOException {
    InetAddress loopback = InetAddress.getByName("127.0.0.1");
    return open(worker, system, partner, exchanges, timeline, gate, loopback);
  }

  /** As above, on another address of this machine: where a proxy on another host must reach it. */
  public static HttpTap open(
      String worker,
      String system,
      InetSocketAddress partner,
      Exchanges exchanges,
      Timeline timeline,
      Gate gate,
      InetAddress listen)
      throws IOException {
    ServerSocket listening = new ServerSocket(0, 128, listen);
    TapConnection.Ends ends = new TapConnection.Ends(worker, system, exchanges, timeline, gate);
    HttpTap tap = new HttpTap(listening, partner, ends);
    tap.accepting.start();
    return tap;
  }

  /** The port on 127.0.0.1 that stands for the outside system. */
  public int port() {
    return listening.getLocalPort();
  }

  /**
   * The worker is dead: closes all its connections on both sides at once and discards what they
   * hold. New connections are accepted again. Safe from inside a gate.
   */
  public void cut() {
    connections.forEach(TapConnection::cut);
  }

  /** Number of connections on which something was passed on without being understood. */
  public long notUnderstood() {
    return notUnderstood.get();
  }

  /** Cuts everything and ends all threads; waits for them, at most five seconds. Idempotent. */
  @Override
  public void close() {
    closeQuietly(listening);
    Set<TapConnection> left = Set.copyOf(connections);
    left.forEach(TapConnection::end);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MILLIS);
    join(accepting, deadline);
    connections.forEach(TapConnection::end);
    left.forEach(connection -> connection.threads().forEach(thread -> join(thread, deadline)));
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        relay(listening.accept());
      } catch (IOException e) {
        LOG.debug("tap of {}: {}", ends.system(), e.toString());
      }
    }
  }

  private void relay(Socket worker) throws IOException {
    Socket upstream = new Socket();
    try {
      upstream.connect(partner, CONNECT_MILLIS);
      upstream.setTcpNoDelay(true);
      worker.setTcpNoDelay(true);
    } catch (IOException e) {
      closeQuietly(upstream);
      closeQuietly(worker);
      throw e;
    }
    TapConnection connection =
        new TapConnection(ends, worker, upstream, notUnderstood::incrementAndGet);
    connections.add(connection);
    connection.start(() -> connections.remove(connection));
    if (listening.isClosed()) {
      connection.end();
    }
  }

  private static void join(Thread thread, long deadline) {
    if (thread == Thread.currentThread()) {
      return;
    }
    try {
      TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadline - System.nanoTime()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void closeQuietly(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (Exception e) {
      LOG.debug("closing: {}", e.toString());
    }
  }
}
