package dev.threeledger.wire.toxiproxy;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/**
 * What every Toxiproxy must do, seen through its Java client. Runs against an embedded server, or
 * against the one named by {@code -Dthreeledger.toxiproxy=http://host:8474}, which must share this
 * machine's loopback.
 */
abstract class ToxiproxyContract {
  private static ToxiproxyServer embedded;
  static URI uri;
  static ToxiproxyClient client;

  private final Deque<Line> lines = new ArrayDeque<>();

  @BeforeAll
  static void findServer() throws IOException {
    String given = System.getProperty("threeledger.toxiproxy");
    if (given == null) {
      embedded = ToxiproxyServer.start("127.0.0.1", 0);
      uri = embedded.uri();
    } else {
      uri = URI.create(given);
    }
    client = new ToxiproxyClient(uri.getHost(), uri.getPort());
  }

  @AfterAll
  static void closeServer() {
    if (embedded != null) {
      embedded.close();
      embedded = null;
    }
  }

  @AfterEach
  void closeLines() throws IOException {
    while (!lines.isEmpty()) {
      lines.pop().close();
    }
  }

  /** A new proxy with an upstream of its own; closed after the test. */
  Line line() throws IOException {
    Line line = new Line(client);
    lines.push(line);
    return line;
  }

  static int portOf(Proxy proxy) {
    String listen = proxy.getListen();
    return Integer.parseInt(listen.substring(listen.lastIndexOf(':') + 1));
  }
}
