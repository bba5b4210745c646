package dev.threeledger.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class HttpParserTest {

  /** Collects what comes out; answers to {@code HEAD /} have no body. */
  private static final class Seen implements HttpParser.Listener {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    final List<String> messages = new ArrayList<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private int rawFrom = -1;

    @Override
    public HttpParser.Body head(HttpHead head, byte[] raw) {
      bytes.writeBytes(raw);
      messages.add(head.startLine());
      return HttpParser.Body.AS_FRAMED;
    }

    @Override
    public void body(byte[] more, int from, int length) {
      bytes.write(more, from, length);
      body.write(more, from, length);
    }

    @Override
    public void end() {
      messages.add("body of " + body.size());
      body.reset();
    }

    @Override
    public void raw(byte[] more, int from, int length) {
      rawFrom = rawFrom < 0 ? bytes.size() : rawFrom;
      bytes.write(more, from, length);
    }

    List<Object> all() {
      return List.of(messages, rawFrom, body.size());
    }
  }

  private static Seen parse(boolean request, byte[] all, long seed, int longest) {
    Seen seen = new Seen();
    HttpParser parser = new HttpParser(request, seen);
    Random random = new Random(seed);
    try {
      for (int from = 0; from < all.length; ) {
        int to = Math.min(all.length, from + 1 + random.nextInt(longest));
        byte[] piece = Arrays.copyOfRange(all, from, to);
        parser.feed(piece, piece.length);
        from = to;
      }
      parser.finish();
      return seen;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static Seen whole(boolean request, byte[] all) {
    return parse(request, all, 0, 1 << 20);
  }

  @Property(tries = 300)
  void anySplitOfRequestsGivesTheSameBytesAndMessages(
      @ForAll("requests") List<String> requests, @ForAll long seed) {
    byte[] all = bytes(String.join("", requests));
    Seen pieces = parse(true, all, seed, 40);
    assertThat(pieces.bytes.toByteArray()).isEqualTo(all);
    assertThat(pieces.all()).isEqualTo(whole(true, all).all());
    assertThat(pieces.messages).hasSize(2 * requests.size());
  }

  @Property(tries = 300)
  void anySplitOfAnswersGivesTheSameBytesAndMessages(
      @ForAll("answers") List<String> answers, @ForAll long seed) {
    byte[] all = bytes(String.join("", answers));
    Seen pieces = parse(false, all, seed, 40);
    assertThat(pieces.bytes.toByteArray()).isEqualTo(all);
    assertThat(pieces.all()).isEqualTo(whole(false, all).all());
    assertThat(pieces.messages).hasSize(2 * answers.size());
  }

  @Property(tries = 500)
  void damagedBytesComeOutAsTheyWentIn(
      @ForAll("requests") List<String> requests,
      @ForAll boolean request,
      @ForAll long seed,
      @ForAll List<Byte> noise) {
    byte[] all = bytes(String.join("", requests));
    Random random = new Random(seed);
    noise.forEach(value -> all[random.nextInt(all.length)] = value);
    Seen pieces = parse(request, all, seed, 40);
    byte[] out = pieces.bytes.toByteArray();
    assertThat(out).isEqualTo(Arrays.copyOf(all, out.length));
    assertThat(pieces.all()).isEqualTo(whole(request, all).all());
  }

  @Provide
  Arbitrary<List<String>> requests() {
    Arbitrary<String> line =
        Arbitraries.of("GET /a HTTP/1.1", "POST /b?c=d HTTP/1.1", "PUT /e HTTP/1.0");
    return messages(line);
  }

  @Provide
  Arbitrary<List<String>> answers() {
    return messages(Arbitraries.of("HTTP/1.1 200 OK", "HTTP/1.1 404", "HTTP/1.0 503 Not now"));
  }

  private static Arbitrary<List<String>> messages(Arbitrary<String> line) {
    Arbitrary<String> body = Arbitraries.strings().withCharRange('\0', '\u00ff').ofMaxLength(60);
    Arbitrary<String> ends = Arbitraries.of("\r\n", "\n");
    Arbitrary<String> fields = Arbitraries.of("", "X: y", "Content-Type: text/plain");
    return Combinators.combine(line, fields, ends, body, Arbitraries.integers().between(0, 9))
        .as(HttpParserTest::message)
        .list()
        .ofMinSize(1)
        .ofMaxSize(5);
  }

  /** {@code chunk} is the length of the chunks; 0: framed by Content-Length. */
  private static String message(String line, String field, String end, String body, int chunk) {
    String head = line + end + (field.isEmpty() ? "" : field + end);
    if (chunk == 0) {
      return head + "Content-Length: " + body.length() + end + end + body;
    }
    StringBuilder chunks = new StringBuilder(head + "Transfer-Encoding: chunked" + end + end);
    for (int from = 0; from < body.length(); from += chunk) {
      String part = body.substring(from, Math.min(body.length(), from + chunk));
      chunks.append(Integer.toHexString(part.length())).append(";a=b").append(end);
      chunks.append(part).append(end);
    }
    return chunks.append("0").append(end).append("Trailer: x").append(end).append(end).toString();
  }

  @Example
  void anAnswerWithoutLengthEndsWithTheConnection() {
    Seen seen = whole(false, bytes("HTTP/1.1 200 OK\r\n\r\nsome\r\n\r\ntext"));
    assertThat(seen.messages).containsExactly("HTTP/1.1 200 OK", "body of 12");
  }

  @Example
  void theHttp2PrefaceIsPassedOn() {
    Seen seen = whole(true, bytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
    assertThat(seen.messages).isEmpty();
    assertThat(seen.rawFrom).isZero();
  }

  @Example
  void aTlsHandshakeIsPassedOnAtItsFirstByte() throws IOException {
    Seen seen = new Seen();
    HttpParser parser = new HttpParser(true, seen);
    parser.feed(new byte[] {0x16, 3, 1}, 3);
    assertThat(seen.bytes.toByteArray()).containsExactly(0x16, 3, 1);
    assertThat(parser.raw()).isTrue();
  }

  @Example
  void aContradictingLengthIsPassedOn() {
    String text = "POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd";
    Seen seen = whole(true, bytes(text));
    assertThat(seen.messages).isEmpty();
    assertThat(seen.bytes.toString(StandardCharsets.ISO_8859_1)).isEqualTo(text);
  }

  @Example
  void aBrokenChunkSizeIsPassedOn() {
    String text = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nabc";
    Seen seen = whole(true, bytes(text));
    assertThat(seen.messages).containsExactly("POST / HTTP/1.1");
    assertThat(seen.bytes.toString(StandardCharsets.ISO_8859_1)).isEqualTo(text);
  }
}
