package dev.threeledger.wire.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/**
 * What every Toxiproxy must do, seen through its Java client. Runs against an embedded server, or
 * against the one that {@code -Dtoxiproxy.url} names: then proxies of others are left alone, and
 * none of ours is left behind.
 */
abstract class ToxiproxyContract {
  private static ToxiproxyServer embedded;
  static TestedToxiproxy server;
  static URI uri;
  static ToxiproxyClient client;

  private final Deque<Line> lines = new ArrayDeque<>();

  @BeforeAll
  static void findServer() throws IOException {
    Optional<TestedToxiproxy> given = TestedToxiproxy.given();
    if (given.isEmpty()) {
      embedded = ToxiproxyServer.start("127.0.0.1", 0);
    }
    server = given.orElseGet(() -> TestedToxiproxy.own(embedded.uri()));
    uri = server.uri();
    client = server.client();
    if (given.isPresent()) {
      demandReached();
    }
  }

  /** Else each test would wait for its deadline. */
  private static void demandReached() {
    try (Line line = new Line(server)) {
      line.openAndUsed();
    } catch (IOException e) {
      throw new IllegalStateException(
          "no connection comes back to this machine through the Toxiproxy at %s (%s). Its proxies' ports must be reached from here at %s, and this machine from there at %s: name this machine otherwise with -Dtoxiproxy.advertise"
              .formatted(uri, e, uri.getHost(), server.advertise()),
          e);
    }
  }

  @AfterAll
  static void leavesNothing() throws IOException {
    try {
      if (client != null) {
        assertThat(client.getProxies())
            .extracting(Proxy::getName)
            .noneMatch(ToxiproxyContract::isOurs);
      }
    } finally {
      client = null;
      if (embedded != null) {
        embedded.close();
        embedded = null;
      }
    }
  }

  private static boolean isOurs(String proxy) {
    return proxy.startsWith(server.prefix());
  }

  @AfterEach
  void closeLines() throws IOException {
    while (!lines.isEmpty()) {
      lines.pop().close();
    }
  }

  /** A new proxy with an upstream of its own; closed after the test. */
  Line line() throws IOException {
    Line line = new Line(server);
    lines.push(line);
    return line;
  }

  /** Skips a test that would touch others' proxies, while there are any. */
  static void skipIfOthersUseIt() throws IOException {
    boolean alone =
        client.getProxies().stream().map(Proxy::getName).allMatch(ToxiproxyContract::isOurs);
    assumeTrue(
        alone,
        () -> {
          String reason =
              "SKIPPED: reset: the Toxiproxy at %s has proxies of others, which it would reset too"
                  .formatted(uri);
          System.out.println(reason);
          return reason;
        });
  }

  static int portOf(Proxy proxy) {
    String listen = proxy.getListen();
    return Integer.parseInt(listen.substring(listen.lastIndexOf(':') + 1));
  }
}
