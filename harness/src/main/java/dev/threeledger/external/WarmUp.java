package dev.threeledger.external;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Gate;
import dev.threeledger.wire.http.Exchanges;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends each operation of a fresh server a few requests outside any run, so that the first real one
 * is not slowed by class loading (about half a second, which is longer than many a caller's
 * time-out).
 */
final class WarmUp {
  private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ROUNDS = 3;
  private static final int TIMEOUT_MILLIS = 10_000;
  private static final byte[] BODY =
      "{\"reference\":\"warm-up\",\"amount\":\"1.00\"}".getBytes(StandardCharsets.UTF_8);

  private WarmUp() {}

  static void run(OutsideServer server, OutsideSystems systems) {
    server.use("0", new EffectLedger(Timeline.inMemory(), new Exchanges(), Gate.OPEN, Map.of()));
    for (int round = 0; round < ROUNDS; round++) {
      for (String mapping : systems.mappings()) {
        try {
          request(server.port(), JSON.readTree(mapping).path("request"));
        } catch (IOException e) {
          LOG.debug("warm-up: {}", e.toString());
        }
      }
    }
    server.use(null, null);
  }

  private static void request(int port, JsonNode request) throws IOException {
    String path = request.path("urlPath").asText(request.path("url").asText("/"));
    String method = request.path("method").asText("GET");
    HttpURLConnection connection =
        (HttpURLConnection) URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    connection.setRequestMethod(method.equals("ANY") ? "GET" : method);
    connection.setRequestProperty("Content-Type", "application/json");
    connection.setRequestProperty("Idempotency-Key", "warm-up");
    if (!connection.getRequestMethod().equals("GET")) {
      connection.setDoOutput(true);
      try (OutputStream out = connection.getOutputStream()) {
        out.write(BODY);
      }
    }
    connection.getResponseCode();
    connection.disconnect();
  }
}
