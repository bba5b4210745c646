package dev.threeledger.wire.toxiproxy;

import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Optional;
import java.util.UUID;

/**
 * A Toxiproxy under test: one of our own, or one that somebody runs and names to the tests with
 * {@code -Dtoxiproxy.url=http://host:8474}. The latter may serve others meanwhile.
 *
 * @param uri of its API, with a port
 * @param advertise name or address under which it reaches this machine
 * @param prefix of the names of proxies: nobody else has it
 */
public record TestedToxiproxy(URI uri, String advertise, String prefix) {
  private static final int API_PORT = 8474;
  private static final int REACHED_MILLIS = 5_000;
  private static final String LOOPBACK = "127.0.0.1";
  private static final String EVERYWHERE = "0.0.0.0";

  private TestedToxiproxy(URI uri, String advertise) {
    this(uri, advertise, "threeledger-" + UUID.randomUUID() + "-");
  }

  /** One on this machine's loopback. */
  public static TestedToxiproxy own(URI uri) {
    return new TestedToxiproxy(uri, LOOPBACK);
  }

  /**
   * The one that {@code -Dtoxiproxy.url} names; empty when it is not set. It reaches this machine
   * under {@code -Dtoxiproxy.advertise}; without that, at the address from which this machine
   * reaches it.
   *
   * @throws IllegalStateException when none answers there
   */
  public static Optional<TestedToxiproxy> given() {
    String url = System.getProperty("toxiproxy.url", "");
    if (url.isBlank()) {
      return Optional.empty();
    }
    URI uri = URI.create(url);
    if (uri.getHost() == null) {
      throw new IllegalStateException(
          "-Dtoxiproxy.url=" + url + ": a URL looks like http://127.0.0.1:8474");
    }
    if (uri.getPort() < 0) {
      uri = URI.create("http://" + uri.getHost() + ":" + API_PORT);
    }
    String advertise = System.getProperty("toxiproxy.advertise", "");
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()), REACHED_MILLIS);
      new ToxiproxyClient(uri.getHost(), uri.getPort()).version();
      String local = socket.getLocalAddress().getHostAddress();
      return Optional.of(new TestedToxiproxy(uri, advertise.isBlank() ? local : advertise));
    } catch (IOException e) {
      throw new IllegalStateException(
          "no Toxiproxy answers at "
              + uri
              + " ("
              + e.getMessage()
              + "); start one there, or leave -Dtoxiproxy.url out to test the embedded one",
          e);
    }
  }

  /** A new client of its API. */
  public ToxiproxyClient client() {
    return new ToxiproxyClient(uri.getHost(), uri.getPort());
  }

  /** Where a proxy listens so that it is reached from here; the server chooses the port. */
  String listen() {
    return (isLoopback(uri.getHost()) ? LOOPBACK : EVERYWHERE) + ":0";
  }

  /** A new upstream that it reaches. */
  ServerSocket upstream() throws IOException {
    String host = isLoopback(advertise) ? LOOPBACK : EVERYWHERE;
    ServerSocket socket = new ServerSocket(0, 50, InetAddress.getByName(host));
    socket.setSoTimeout(Line.DEADLINE_MILLIS);
    return socket;
  }

  /** An upstream as it knows it. */
  String addressOf(ServerSocket upstream) {
    return advertise + ":" + upstream.getLocalPort();
  }

  private static boolean isLoopback(String host) {
    return host.equals(LOOPBACK) || host.equals("localhost");
  }
}
