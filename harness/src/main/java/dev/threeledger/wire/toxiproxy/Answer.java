package dev.threeledger.wire.toxiproxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * An HTTP answer.
 *
 * @param body empty: none is sent
 */
record Answer(int status, String contentType, String body) {
  private static final String TEXT = "text/plain; charset=utf-8";

  static final Answer DONE = new Answer(204, TEXT, "");
  static final Answer WRONG_METHOD = new Answer(405, TEXT, "");
  static final Answer NO_SUCH_PAGE = new Answer(404, TEXT, "404 page not found\n");
  static final Answer FORBIDDEN = new Answer(403, TEXT, "User agent not allowed\n");

  static Answer json(int status, JsonNode body) {
    return new Answer(status, "application/json", body.toString());
  }

  void send(HttpExchange exchange) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", contentType);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
    exchange.close();
  }
}
