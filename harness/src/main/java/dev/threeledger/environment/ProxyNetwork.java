package dev.threeledger.environment;

import dev.threeledger.wire.toxiproxy.ToxiproxyServer;
import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;

/**
 * The Toxiproxy that stands between workers and taps: the embedded one, or a real one at a URL.
 * Both are driven through the same client.
 *
 * <p>Owner: the batch. A proxy belongs to one cell and is deleted with it.
 */
public final class ProxyNetwork implements AutoCloseable {
  private final ToxiproxyServer embedded;
  private final ToxiproxyClient client;
  private final String host;
  private final String listenHost;
  private final String advertisedHost;
  private final String version;

  private ProxyNetwork(
      ToxiproxyServer embedded,
      ToxiproxyClient client,
      String host,
      String listenHost,
      String advertisedHost,
      String version) {
    this.embedded = embedded;
    this.client = client;
    this.host = host;
    this.listenHost = listenHost;
    this.advertisedHost = advertisedHost;
    this.version = version;
  }

  /** Starts the embedded server. */
  public static ProxyNetwork embedded() {
    try {
      ToxiproxyServer server = ToxiproxyServer.start("127.0.0.1", 0);
      ToxiproxyClient client = new ToxiproxyClient("127.0.0.1", server.uri().getPort());
      return new ProxyNetwork(
          server, client, "127.0.0.1", "127.0.0.1", "127.0.0.1", "embedded " + client.version());
    } catch (IOException e) {
      throw new EnvironmentException(
          "the embedded Toxiproxy could not be started: " + e.getMessage(), e);
    }
  }

  /**
   * Uses a Toxiproxy that runs elsewhere.
   *
   * @param api its HTTP API, such as {@code http://127.0.0.1:8474}
   * @param advertisedHost the name under which it reaches this machine's taps, or null for
   *     127.0.0.1
   */
  public static ProxyNetwork at(URI api, String advertisedHost) {
    String host = api.getHost();
    int port = api.getPort() < 0 ? 8474 : api.getPort();
    try {
      ToxiproxyClient client = new ToxiproxyClient(host, port);
      String version = client.version();
      boolean local = host.equals("127.0.0.1") || host.equals("localhost");
      return new ProxyNetwork(
          null,
          client,
          host,
          local ? "127.0.0.1" : "0.0.0.0",
          advertisedHost == null ? "127.0.0.1" : advertisedHost,
          "at " + api + ": " + version);
    } catch (IOException e) {
      throw new EnvironmentException(
          "no Toxiproxy answers at "
              + api
              + " ("
              + firstLine(e)
              + "); start one there, or leave --toxiproxy out to use the embedded one",
          e);
    }
  }

  /** Another server's answer can be a whole page. */
  private static String firstLine(Exception e) {
    String first = String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason given");
    return first.length() <= 100 ? first : first.substring(0, 100) + "…";
  }

  /** Which proxy this is, for the record. */
  public String version() {
    return version;
  }

  /** Opens a proxy in front of a port of this machine. */
  WorkerPath open(String name, int port, PathProbe probe) throws IOException {
    Proxy proxy = client.createProxy(name, listenHost + ":0", advertisedHost + ":" + port);
    String listen = proxy.getListen();
    int listenPort = Integer.parseInt(listen.substring(listen.lastIndexOf(':') + 1));
    return new WorkerPath(proxy, host, listenPort, probe);
  }

  /** Where taps listen: the loopback, or every address when the proxy is on another host. */
  InetAddress tapAddress() throws IOException {
    return InetAddress.getByName(advertisedHost.equals("127.0.0.1") ? "127.0.0.1" : "0.0.0.0");
  }

  @Override
  public void close() {
    if (embedded != null) {
      embedded.close();
    }
  }
}
