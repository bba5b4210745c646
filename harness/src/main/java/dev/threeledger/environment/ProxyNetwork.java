package dev.threeledger.environment;

import dev.threeledger.wire.toxiproxy.ToxiproxyServer;
import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;

/**
 * The Toxiproxy that stands between workers and taps: the embedded one, a real one at a URL, or one
 * in a container. All are driven through the same client.
 *
 * <p>Owner: the batch. A proxy belongs to one cell and is deleted with it.
 */
public final class ProxyNetwork implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";
  private static final String EVERYWHERE = "0.0.0.0";

  private final ToxiproxyServer embedded;
  private final ToxiproxyClient client;
  private final String host;
  private final String listenHost;
  private final String advertisedHost;
  private final String tapHost;
  private final String version;

  private ProxyNetwork(
      ToxiproxyServer embedded,
      ToxiproxyClient client,
      String host,
      String listenHost,
      String advertisedHost,
      String tapHost,
      String version) {
    this.embedded = embedded;
    this.client = client;
    this.host = host;
    this.listenHost = listenHost;
    this.advertisedHost = advertisedHost;
    this.tapHost = tapHost;
    this.version = version;
  }

  /** Starts the embedded server. */
  public static ProxyNetwork embedded() {
    try {
      ToxiproxyServer server = ToxiproxyServer.start(LOOPBACK, 0);
      ToxiproxyClient client = new ToxiproxyClient(LOOPBACK, server.uri().getPort());
      return new ProxyNetwork(
          server, client, LOOPBACK, LOOPBACK, LOOPBACK, LOOPBACK, "embedded " + client.version());
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
      String advertised = advertisedHost == null ? LOOPBACK : advertisedHost;
      boolean local = host.equals(LOOPBACK) || host.equals("localhost");
      return new ProxyNetwork(
          null,
          client,
          host,
          local ? LOOPBACK : EVERYWHERE,
          advertised,
          advertised.equals(LOOPBACK) ? LOOPBACK : EVERYWHERE,
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

  /**
   * Uses one in a container whose address this machine reaches.
   *
   * @param client of its API
   * @param address of the container
   * @param gateway address at which the container reaches this machine
   * @param advertisedHost another name under which it does, or null
   * @param version for the record
   */
  public static ProxyNetwork inContainer(
      ToxiproxyClient client,
      String address,
      String gateway,
      String advertisedHost,
      String version) {
    return new ProxyNetwork(
        null,
        client,
        address,
        EVERYWHERE,
        advertisedHost == null ? gateway : advertisedHost,
        advertisedHost == null ? gateway : EVERYWHERE,
        version);
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

  /**
   * Where taps listen: the loopback; the gateway of the proxy's container; or every address, where
   * the proxy reaches this machine by a name that was given.
   */
  InetAddress tapAddress() throws IOException {
    return InetAddress.getByName(tapHost);
  }

  @Override
  public void close() {
    if (embedded != null) {
      embedded.close();
    }
  }
}
