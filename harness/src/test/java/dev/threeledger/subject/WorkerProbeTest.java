package dev.threeledger.subject;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.threeledger.scenario.Formats;
import dev.threeledger.timeline.Timeline;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is seen of a worker's ready address. */
@Timeout(20)
class WorkerProbeTest {
  private static final InetAddress HOST = InetAddress.getLoopbackAddress();

  private static String probe(int port, Duration within) {
    String url = "http://" + HOST.getHostAddress() + ":" + port;
    Worker worker =
        new Worker(
            "1",
            Formats.subject(),
            Map.of("subject.url", url),
            Path.of("worker.log"),
            Timeline.inMemory(),
            null);
    return worker.probe(within);
  }

  @Test
  void anyAnswerIsOne() throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress(HOST, 0), 1);
    server.createContext(
        "/health",
        exchange -> {
          exchange.sendResponseHeaders(503, -1);
          exchange.close();
        });
    server.start();
    try {
      assertThat(probe(server.getAddress().getPort(), Duration.ofSeconds(10)))
          .isEqualTo("answered 503");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void whatAcceptsAndSaysNothingIsSilent() throws Exception {
    try (ServerSocket mute = new ServerSocket(0, 5, HOST)) {
      assertThat(probe(mute.getLocalPort(), Duration.ofMillis(50))).startsWith("silent: ");
      assertThat(probe(mute.getLocalPort(), Duration.ofNanos(1))).startsWith("silent: ");
    }
  }

  @Test
  void whereNobodyListensItIsRefused() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 5, HOST)) {
      port = closed.getLocalPort();
    }
    assertThat(probe(port, Duration.ofSeconds(10))).isEqualTo("refused");
  }

  @Test
  void whatHangsUpIsClosed() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, HOST)) {
      Thread hangsUp =
          new Thread(
              () -> {
                while (!server.isClosed()) {
                  try (Socket socket = server.accept()) {
                    socket.shutdownOutput();
                  } catch (java.io.IOException e) {
                    return;
                  }
                }
              });
      hangsUp.start();
      assertThat(probe(server.getLocalPort(), Duration.ofSeconds(10))).isEqualTo("closed");
    }
  }
}
