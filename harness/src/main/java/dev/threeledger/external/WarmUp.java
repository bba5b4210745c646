package dev.threeledger.external;

import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Gate;
import dev.threeledger.wire.http.Exchanges;
import dev.threeledger.wire.http.HttpTap;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A few requests through everything that a request goes through, before the first run: the first
 * one of a JVM takes a second or more, longer than a worker's time-out.
 */
final class WarmUp {
  static final String NAME = "threeledger.warm-up";
  static final Operation OPERATION =
      new Operation(
          NAME,
          "warm-up",
          Expression.parse(List.of("$.headers['Idempotency-Key']")),
          Expression.parse(List.of("$.body.reference")),
          null,
          true,
          "w_",
          200,
          null,
          null);
  static final String MAPPING =
      """
      {
        "name": "threeledger.warm-up",
        "request": {
          "method": "POST",
          "urlPath": "/threeledger/warm-up",
          "headers": { "Threeledger-Request": { "matches": "threeledger/.*" } }
        },
        "response": {
          "status": 201,
          "jsonBody": { "id": "{{effect.id}}" },
          "transformers": ["response-template"]
        }
      }
      """;
  private static final String BODY = "{\"reference\":\"warm-up\"}";
  private static final int TIMES = 10;
  private static final int TIMEOUT_MILLIS = 30_000;

  private WarmUp() {}

  /**
   * Sends the requests, in a run of their own.
   *
   * @throws IllegalStateException when one is not answered as the mapping says
   */
  static void of(LedgerExtension extension, int port) {
    Exchanges exchanges = new Exchanges();
    Timeline timeline = Timeline.inMemory();
    extension.use(
        "warm-up", new EffectLedger(timeline, exchanges, Gate.OPEN, Map.of(), Brake.NONE));
    InetSocketAddress server = new InetSocketAddress("127.0.0.1", port);
    try (HttpTap tap =
        HttpTap.open("warm-up", "threeledger", server, exchanges, timeline, Gate.OPEN)) {
      for (int i = 0; i < TIMES; i++) {
        String answer = ask(tap.port());
        if (!answer.startsWith("HTTP/1.1 20")) {
          throw new IllegalStateException("WireMock on port " + port + " answered: " + answer);
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException("WireMock on port " + port + " does not answer", e);
    } finally {
      extension.use(null, null);
    }
  }

  private static String ask(int port) throws IOException {
    String request =
        "POST /threeledger/warm-up HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: warm-up\r\n"
            + ("Connection: close\r\nContent-Length: " + BODY.length() + "\r\n\r\n" + BODY);
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }
}
