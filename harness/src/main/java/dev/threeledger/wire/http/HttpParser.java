package dev.threeledger.wire.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;

/**
 * Follows the messages in one direction of a connection, whatever pieces the bytes come in.
 *
 * <pre>
 *   HEAD ──► LENGTH ─────────────────────────┐
 *     │ ───► CHUNK_SIZE ⇄ CHUNK_DATA, TRAILER ├─► HEAD …
 *     │ ───► CLOSE (ends with the connection) │
 *     └────► RAW (not understood: everything from here on is passed on)
 * </pre>
 *
 * <p>Every byte that is fed comes out again exactly once, in order, in {@code head}, {@code body}
 * or {@code raw}. Not thread-safe.
 */
final class HttpParser {
  private static final int LONGEST_HEAD = 64 * 1024;
  private static final int LONGEST_CHUNK_LINE = 4 * 1024;
  private static final int LONGEST_METHOD = 32;

  /** Takes what was recognised, on the feeding thread. */
  interface Listener {
    /** A complete head. */
    Body head(HttpHead head, byte[] raw) throws IOException;

    /** Bytes of the body with its framing: chunk sizes and trailers are among them. */
    void body(byte[] bytes, int from, int length) throws IOException;

    /** The message is complete. */
    void end() throws IOException;

    /** Bytes that are not understood; from the first on, nothing else follows. */
    void raw(byte[] bytes, int from, int length) throws IOException;
  }

  /** What follows a head. */
  enum Body {
    /** What the head itself says. */
    AS_FRAMED,
    /** Nothing: the answer to a HEAD request, say. */
    NONE,
    /** Nothing that is HTTP/1.1: the head was taken, the rest is raw. */
    NOT_HTTP
  }

  private enum State {
    HEAD,
    LENGTH,
    CHUNK_SIZE,
    CHUNK_DATA,
    TRAILER,
    CLOSE,
    RAW
  }

  private final boolean request;
  private final Listener listener;
  private final ByteArrayOutputStream head = new ByteArrayOutputStream();
  private final StringBuilder line = new StringBuilder();
  private State state = State.HEAD;
  private long left;
  private boolean startSeen;
  private boolean lineBlank = true;

  HttpParser(boolean request, Listener listener) {
    this.request = request;
    this.listener = listener;
  }

  /** True when bytes are being passed on without being understood. */
  boolean raw() {
    return state == State.RAW;
  }

  /** From now on everything is raw; a head that was begun comes out first. */
  void passOn() throws IOException {
    state = State.RAW;
    byte[] begun = head.toByteArray();
    head.reset();
    listener.raw(begun, 0, begun.length);
  }

  /** Takes the next bytes. */
  void feed(byte[] bytes, int length) throws IOException {
    int at = 0;
    while (at < length) {
      at =
          switch (state) {
            case HEAD -> inHead(bytes, at, length);
            case LENGTH -> inLength(bytes, at, length);
            case CHUNK_SIZE -> inChunkSize(bytes, at, length);
            case CHUNK_DATA -> inChunkData(bytes, at, length);
            case TRAILER -> inTrailer(bytes, at, length);
            case CLOSE -> inClose(bytes, at, length);
            case RAW -> inRaw(bytes, at, length);
          };
    }
  }

  /** The connection ended; true when it did so between messages, or as the end of one. */
  boolean finish() throws IOException {
    if (state == State.CLOSE) {
      state = State.HEAD;
      listener.end();
      return true;
    }
    return state == State.RAW || (state == State.HEAD && head.size() == 0);
  }

  private int inHead(byte[] bytes, int from, int length) throws IOException {
    for (int at = from; at < length; at++) {
      byte next = bytes[at];
      head.write(next);
      if (next == '\n') {
        if (startSeen && lineBlank) {
          headComplete();
          return at + 1;
        }
        lineBlank = true;
      } else if (next != '\r') {
        lineBlank = false;
        startSeen = true;
      }
      if (head.size() > LONGEST_HEAD || !plausible(next)) {
        passOn();
        return at + 1;
      }
    }
    return length;
  }

  /** Tells binary protocols from a head at their first bytes, which may never hold a line end. */
  private boolean plausible(byte next) {
    boolean control = next >= 0 && next < ' ' && next != '\r' && next != '\n' && next != '\t';
    if (control) {
      return false;
    }
    if (!request && startSeen && head.size() <= 7) {
      return "HTTP/1.".startsWith(head.toString(java.nio.charset.StandardCharsets.ISO_8859_1));
    }
    if (request && head.size() == LONGEST_METHOD) {
      return head.toString(java.nio.charset.StandardCharsets.ISO_8859_1).indexOf(' ') >= 0;
    }
    return true;
  }

  private void headComplete() throws IOException {
    byte[] raw = head.toByteArray();
    Optional<HttpHead> read = HttpHead.read(raw, request);
    HttpHead.Framing framing = read.map(h -> h.framing(request)).orElse(HttpHead.Framing.UNKNOWN);
    startSeen = false;
    lineBlank = true;
    if (framing == HttpHead.Framing.UNKNOWN) {
      passOn();
      return;
    }
    head.reset();
    Body body = listener.head(read.orElseThrow(), raw);
    switch (body) {
      case AS_FRAMED -> begin(framing, read.orElseThrow().contentLength());
      case NONE -> listener.end();
      case NOT_HTTP -> state = State.RAW;
    }
  }

  private void begin(HttpHead.Framing framing, long length) throws IOException {
    line.setLength(0);
    left = length;
    state =
        switch (framing) {
          case CHUNKED -> State.CHUNK_SIZE;
          case CLOSE -> State.CLOSE;
          case LENGTH, UNKNOWN -> State.LENGTH;
        };
    if (state == State.LENGTH && left == 0) {
      complete();
    }
  }

  private void complete() throws IOException {
    state = State.HEAD;
    listener.end();
  }

  private int inLength(byte[] bytes, int from, int length) throws IOException {
    int now = (int) Math.min(left, length - from);
    listener.body(bytes, from, now);
    left -= now;
    if (left == 0) {
      complete();
    }
    return from + now;
  }

  private int inChunkSize(byte[] bytes, int from, int length) throws IOException {
    int next = takeLine(bytes, from, length);
    if (next < 0) {
      return length;
    }
    int semicolon = line.indexOf(";");
    String digits = (semicolon < 0 ? line.toString() : line.substring(0, semicolon)).strip();
    line.setLength(0);
    if (!digits.matches("[0-9A-Fa-f]{1,15}")) {
      passOn();
      return next;
    }
    left = Long.parseLong(digits, 16);
    state = left == 0 ? State.TRAILER : State.CHUNK_DATA;
    return next;
  }

  private int inChunkData(byte[] bytes, int from, int length) throws IOException {
    if (left > 0) {
      int now = (int) Math.min(left, length - from);
      listener.body(bytes, from, now);
      left -= now;
      return from + now;
    }
    int next = takeLine(bytes, from, length);
    if (next < 0) {
      return length;
    }
    boolean blank = line.isEmpty();
    line.setLength(0);
    state = State.CHUNK_SIZE;
    if (!blank) {
      passOn();
    }
    return next;
  }

  private int inTrailer(byte[] bytes, int from, int length) throws IOException {
    int next = takeLine(bytes, from, length);
    if (next < 0) {
      return length;
    }
    boolean blank = line.isEmpty();
    line.setLength(0);
    if (blank) {
      complete();
    }
    return next;
  }

  /** Passes on up to the line's end; the offset after it, or -1 when the line goes on. */
  private int takeLine(byte[] bytes, int from, int length) throws IOException {
    for (int at = from; at < length; at++) {
      if (bytes[at] == '\n') {
        listener.body(bytes, from, at + 1 - from);
        if (!line.isEmpty() && line.charAt(line.length() - 1) == '\r') {
          line.setLength(line.length() - 1);
        }
        return at + 1;
      }
      line.append((char) (bytes[at] & 0xff));
      if (line.length() > LONGEST_CHUNK_LINE) {
        listener.body(bytes, from, at + 1 - from);
        line.setLength(0);
        passOn();
        return at + 1;
      }
    }
    listener.body(bytes, from, length - from);
    return -1;
  }

  private int inClose(byte[] bytes, int from, int length) throws IOException {
    listener.body(bytes, from, length - from);
    return length;
  }

  private int inRaw(byte[] bytes, int from, int length) throws IOException {
    listener.raw(bytes, from, length - from);
    return length;
  }
}
