package dev.threeledger.wire.toxiproxy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;

/**
 * An embedded Toxiproxy: the HTTP API, its proxies and their toxics. Steered by any Toxiproxy
 * client, such as {@code new ToxiproxyClient(uri.getHost(), uri.getPort())}.
 *
 * <p>Where it differs from the original on purpose: half-closed connections stay half-open; a
 * change of one toxic leaves the data that other toxics hold where it is; chance (toxicity, jitter,
 * slice sizes) follows the seed; a {@code listen} without a host listens where the API does.
 */
public final class ToxiproxyServer implements AutoCloseable {
  private static final Duration END_WITHIN = Duration.ofSeconds(10);

  static {
    // The JDK's server writes head and body apart; without this a client waits 40 ms for its
    // delayed acknowledgement. Read once per JVM, by the first HttpServer.
    if (System.getProperty("sun.net.httpserver.nodelay") == null) {
      System.setProperty("sun.net.httpserver.nodelay", "true");
    }
  }

  private final HttpServer http;
  private final Proxies proxies;
  private final Threads threads;
  private final URI uri;

  private ToxiproxyServer(HttpServer http, Proxies proxies, Threads threads, URI uri) {
    this.http = http;
    this.proxies = proxies;
    this.threads = threads;
    this.uri = uri;
  }

  /**
   * A server with seed 0.
   *
   * @see #start(String, int, long)
   */
  public static ToxiproxyServer start(String host, int port) throws IOException {
    return start(host, port, 0);
  }

  /**
   * Starts a server without proxies.
   *
   * @param host address to listen on; proxies whose {@code listen} names no host use it too
   * @param port port of the API; 0 takes a free one
   * @param seed decides all chance: the same seed, proxies, toxics and order of connections give
   *     the same draws
   * @throws IOException when the address cannot be bound
   */
  public static ToxiproxyServer start(String host, int port, long seed) throws IOException {
    Threads threads = new Threads();
    Proxies proxies = new Proxies(InetAddress.getByName(host), threads, seed);
    HttpServer http = HttpServer.create(new InetSocketAddress(host, port), 0);
    http.createContext("/", new Api(proxies));
    http.setExecutor(exchange -> threads.start("api", exchange));
    http.start();
    URI uri = URI.create("http://" + new Address(host, http.getAddress().getPort()));
    return new ToxiproxyServer(http, proxies, threads, uri);
  }

  /** Where the API is served, without a trailing slash. */
  public URI uri() {
    return uri;
  }

  /**
   * Ends the API, drops every connection and waits until all threads have ended. Idempotent.
   *
   * @throws IllegalStateException when a thread is still there after ten seconds
   */
  @Override
  public void close() {
    http.stop(0);
    proxies.close();
    threads.awaitEnd(END_WITHIN);
  }
}
