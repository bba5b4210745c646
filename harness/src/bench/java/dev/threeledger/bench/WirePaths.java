package dev.threeledger.bench;

import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.CommitObserver;
import dev.threeledger.wire.Gate;
import dev.threeledger.wire.postgres.PostgresTap;
import dev.threeledger.wire.toxiproxy.ToxiproxyServer;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Ways from a client to a PostgreSQL server.
 *
 * <pre>
 *   direct                    client ─────────────────────────► server
 *   relay                     client ─► bare relay ───────────► server
 *   tap                       client ─► tap ──────────────────► server
 *   toxiproxy                 client ─► embedded Toxiproxy ───► server
 *   toxiproxy and tap         client ─► embedded ─► tap ──────► server     as a worker's
 *   real toxiproxy            client ─► Toxiproxy at a URL ───► server
 *   real toxiproxy and tap    client ─► at a URL ─► tap ──────► server
 * </pre>
 *
 * <p>A tap's timeline is written to a file, masked, as in a run; nothing is held, and nothing is
 * asked of the database.
 */
final class WirePaths implements AutoCloseable {
  static final String DIRECT = "direct";
  static final String RELAY = "relay";
  static final String TAP = "tap";
  static final String TOXIPROXY = "toxiproxy";
  static final String BOTH = "toxiproxy and tap";
  static final String REAL = "real toxiproxy";
  static final String REAL_AND_TAP = "real toxiproxy and tap";

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final Path folder;
  private final String toxiproxy;
  private final int server;

  WirePaths(Path folder, String toxiproxy, int server) {
    this.folder = folder;
    this.toxiproxy = toxiproxy;
    this.server = server;
  }

  /** Those that can be measured. */
  static List<String> names(String toxiproxy) {
    return toxiproxy.isEmpty()
        ? List.of(DIRECT, RELAY, TAP, TOXIPROXY, BOTH)
        : List.of(DIRECT, RELAY, TAP, TOXIPROXY, BOTH, REAL, REAL_AND_TAP);
  }

  /** The port of 127.0.0.1 by which that way begins. */
  int open(String path) throws IOException {
    return switch (path) {
      case DIRECT -> server;
      case RELAY -> closing(new Relay(server)).port();
      case TAP -> tap();
      case TOXIPROXY -> embedded(server);
      case BOTH -> embedded(tap());
      case REAL -> proxy(URI.create(toxiproxy), server);
      case REAL_AND_TAP -> proxy(URI.create(toxiproxy), tap());
      default -> throw new IllegalArgumentException(path);
    };
  }

  private int tap() throws IOException {
    Timeline timeline =
        closing(
            new Timeline(
                BatchFolder.create(folder).run("bench/tap", 1).timelineWriter(), System::nanoTime));
    return closing(
            PostgresTap.open(
                "1",
                () -> new InetSocketAddress("127.0.0.1", server),
                timeline,
                Gate.OPEN,
                CommitObserver.NONE))
        .port();
  }

  private int embedded(int target) throws IOException {
    return proxy(closing(ToxiproxyServer.start("127.0.0.1", 0)).uri(), target);
  }

  private int proxy(URI api, int target) throws IOException {
    ToxiproxyClient client = new ToxiproxyClient(api.getHost(), api.getPort());
    eu.rekawek.toxiproxy.Proxy proxy =
        client.createProxy("bench-" + System.nanoTime(), "127.0.0.1:0", "127.0.0.1:" + target);
    opened.push(proxy::delete);
    String listen = proxy.getListen();
    return Integer.parseInt(listen.substring(listen.lastIndexOf(':') + 1));
  }

  private <T extends AutoCloseable> T closing(T part) {
    opened.push(part);
    return part;
  }

  @Override
  public void close() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }
}
