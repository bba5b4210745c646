package dev.threeledger.wire.http;

import dev.threeledger.wire.Passage;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** An answer in the partner's place, as bytes. */
final class ReplacedAnswer {
  private static final Set<String> FRAMING =
      Set.of("content-length", "transfer-encoding", "connection");

  private ReplacedAnswer() {}

  /**
   * The whole answer. Content-Length is ours; a framing header of the answer is left out.
   *
   * @param head true for the answer to a HEAD request: no body
   * @param closes true when the connection is closed after it
   */
  static byte[] bytes(Passage.Answer answer, boolean head, boolean closes) {
    String text = answer.body() == null ? "" : answer.body();
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    StringBuilder lines = new StringBuilder("HTTP/1.1 " + answer.status() + " \r\n");
    for (Map.Entry<String, String> header : new TreeMap<>(answer.headers()).entrySet()) {
      if (!FRAMING.contains(header.getKey().toLowerCase(Locale.ROOT))) {
        lines.append(header.getKey()).append(": ").append(header.getValue()).append("\r\n");
      }
    }
    boolean bodyless = answer.status() == 204 || answer.status() == 304;
    if (!bodyless) {
      lines.append("Content-Length: ").append(body.length).append("\r\n");
    }
    if (closes) {
      lines.append("Connection: close\r\n");
    }
    byte[] headBytes = lines.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    int length = head || bodyless ? 0 : body.length;
    byte[] all = java.util.Arrays.copyOf(headBytes, headBytes.length + length);
    System.arraycopy(body, 0, all, headBytes.length, length);
    return all;
  }
}
