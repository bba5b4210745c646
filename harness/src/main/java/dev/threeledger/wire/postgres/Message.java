package dev.threeledger.wire.postgres;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A typed protocol message, or the beginning of one that is too long to be kept.
 *
 * @param bytes from the type on; not to be changed
 * @param total length of the whole message in bytes, type and length word included
 */
record Message(char type, byte[] bytes, int total) {
  /** Bytes before the body: type and length word. */
  static final int HEADER = 5;

  /** True when {@code bytes} is only the beginning. */
  boolean cutShort() {
    return bytes.length < total;
  }

  /** The body, to be read field by field. */
  Fields fields() {
    return new Fields(ByteBuffer.wrap(bytes, HEADER, bytes.length - HEADER));
  }

  /**
   * Reads a body. Every method throws {@link BufferUnderflowException} past the end, except that a
   * text without its end is the rest of the body.
   */
  static final class Fields {
    private final ByteBuffer body;

    Fields(ByteBuffer body) {
      this.body = body;
    }

    boolean atEnd() {
      return !body.hasRemaining();
    }

    char letter() {
      return (char) (body.get() & 0xff);
    }

    int int16() {
      return body.getShort() & 0xffff;
    }

    int int32() {
      return body.getInt();
    }

    byte[] bytes(int length) {
      if (length < 0 || length > body.remaining()) {
        throw new BufferUnderflowException();
      }
      byte[] value = new byte[length];
      body.get(value);
      return value;
    }

    /** A text that ends with a zero byte. */
    String text() {
      int start = body.position();
      int end = start;
      while (end < body.limit() && body.get(end) != 0) {
        end++;
      }
      String value = StandardCharsets.UTF_8.decode(body.slice(start, end - start)).toString();
      body.position(Math.min(end + 1, body.limit()));
      return value;
    }
  }
}
