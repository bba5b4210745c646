package dev.threeledger.wire.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The first packet of a connection, which has no type. Requests for encryption are declined, as a
 * server without it would.
 *
 * @param kind what it asks for
 * @param bytes as they arrived
 */
record Startup(Kind kind, byte[] bytes) {
  /** What a connection is for. */
  enum Kind {
    SESSION,
    CANCEL,
    /** The harness asks whether the server answers. */
    PROBE,
    /** Not a startup packet. */
    UNKNOWN
  }

  private static final int CANCEL_REQUEST = 80877102;
  static final int SSL_REQUEST = 80877103;
  private static final int GSSENC_REQUEST = 80877104;
  private static final int SHORTEST = 8;
  private static final int LONGEST = 10_000;

  /** Reads it; null when the worker left without one. */
  static Startup read(InputStream worker, OutputStream answers) throws IOException {
    while (true) {
      byte[] head = worker.readNBytes(SHORTEST);
      if (head.length == 0) {
        return null;
      }
      int length = head.length < SHORTEST ? 0 : ByteBuffer.wrap(head).getInt();
      if (length < SHORTEST || length > LONGEST) {
        return new Startup(Kind.UNKNOWN, head);
      }
      int code = ByteBuffer.wrap(head).getInt(4);
      if (code == SSL_REQUEST || code == GSSENC_REQUEST) {
        answers.write('N');
        continue;
      }
      byte[] rest = worker.readNBytes(length - SHORTEST);
      byte[] packet = Arrays.copyOf(head, SHORTEST + rest.length);
      System.arraycopy(rest, 0, packet, SHORTEST, rest.length);
      return new Startup(kind(code), packet);
    }
  }

  private static Kind kind(int code) {
    return switch (code) {
      case CANCEL_REQUEST -> Kind.CANCEL;
      case PostgresTap.PROBE -> Kind.PROBE;
      default -> Kind.SESSION;
    };
  }

  /** A packet of nothing but a request's code. */
  static byte[] request(int code) {
    return ByteBuffer.allocate(SHORTEST).putInt(SHORTEST).putInt(code).array();
  }
}
