package dev.threeledger.wire.toxiproxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Plain HTTP requests to an API, for what no client would send. One connection each. */
record RawHttp(URI uri) {
  private static final JsonMapper MAPPER = new JsonMapper();

  /**
   * @param body as it came
   */
  record Reply(int status, String body) {
    JsonNode json() throws IOException {
      return MAPPER.readTree(body);
    }

    String error() throws IOException {
      return json().path("error").asText();
    }
  }

  Reply get(String path) throws IOException {
    return send("GET", path, "");
  }

  Reply post(String path, String body) throws IOException {
    return send("POST", path, body);
  }

  Reply send(String method, String path, String body) throws IOException {
    return send(method, path, body, "threeledger");
  }

  Reply send(String method, String path, String body, String agent) throws IOException {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "%s %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: %s\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
            .formatted(method, path, uri.getAuthority(), agent, content.length);
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.setSoTimeout(Line.DEADLINE_MILLIS);
      socket.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int status = Integer.parseInt(answer.substring(9, 12));
      return new Reply(status, answer.substring(answer.indexOf("\r\n\r\n") + 4));
    }
  }
}
