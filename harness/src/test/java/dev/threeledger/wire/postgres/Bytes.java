package dev.threeledger.wire.postgres;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Protocol messages for tests. */
final class Bytes {
  private Bytes() {}

  /** A message whose body is made of: String (with its zero), Integer, Short, Character, byte[]. */
  static byte[] message(char type, Object... fields) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (Object field : fields) {
      body.writeBytes(field(field));
    }
    return ByteBuffer.allocate(5 + body.size())
        .put((byte) type)
        .putInt(4 + body.size())
        .put(body.toByteArray())
        .array();
  }

  private static byte[] field(Object field) {
    if (field instanceof String text) {
      return (text + "\0").getBytes(StandardCharsets.UTF_8);
    }
    if (field instanceof Integer number) {
      return ByteBuffer.allocate(4).putInt(number).array();
    }
    if (field instanceof Short number) {
      return ByteBuffer.allocate(2).putShort(number).array();
    }
    if (field instanceof Character letter) {
      return new byte[] {(byte) letter.charValue()};
    }
    return (byte[]) field;
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  // ── From the worker ────────────────────────────────────────────────────────────────────────

  static byte[] query(String sql) {
    return message('Q', sql);
  }

  static byte[] parse(String name, String sql) {
    return message('P', name, sql, (short) 0);
  }

  /** Bind to the unnamed portal with text parameters. */
  static byte[] bind(String name, String... parameters) {
    ByteArrayOutputStream values = new ByteArrayOutputStream();
    for (String parameter : parameters) {
      byte[] text = parameter.getBytes(StandardCharsets.UTF_8);
      values.writeBytes(field(text.length));
      values.writeBytes(text);
    }
    return message(
        'B', "", name, (short) 0, (short) parameters.length, values.toByteArray(), (short) 0);
  }

  static byte[] execute() {
    return message('E', "", 0);
  }

  static byte[] extended(String sql, String... parameters) {
    return join(parse("", sql), bind("", parameters), execute());
  }

  static byte[] sync() {
    return message('S');
  }

  static byte[] flush() {
    return message('H');
  }

  // ── From the server ────────────────────────────────────────────────────────────────────────

  static byte[] complete(String tag) {
    return message('C', tag);
  }

  static byte[] ready(char status) {
    return message('Z', status);
  }

  static byte[] error(String sqlState) {
    return message('E', 'S', "ERROR", 'C', sqlState, 'M', "as planned", '\0');
  }

  static byte[] parsedAndBound() {
    return join(message('1'), message('2'));
  }
}
