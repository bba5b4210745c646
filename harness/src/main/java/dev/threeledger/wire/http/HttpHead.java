package dev.threeledger.wire.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Start line and header fields of one message.
 *
 * @param startLine without its line end
 * @param fields in order, names in lower case
 * @param fieldsStart offset in the head's bytes at which a field can be inserted: just after the
 *     start line
 */
record HttpHead(String startLine, List<Field> fields, int fieldsStart) {
  private static final Pattern REQUEST_LINE =
      Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+ \\S+ HTTP/1\\.[01]");
  private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] [1-9]\\d\\d( .*)?");
  private static final Pattern LENGTH = Pattern.compile("\\d{1,18}");

  /** One header field. */
  record Field(String name, String value) {}

  /** How a message's body ends. */
  enum Framing {
    LENGTH,
    CHUNKED,
    CLOSE,
    UNKNOWN
  }

  /** The head in these bytes, or empty when it is not one of HTTP/1.0 or 1.1. */
  static Optional<HttpHead> read(byte[] raw, boolean request) {
    int blank = 0;
    while (blank < raw.length && (raw[blank] == '\r' || raw[blank] == '\n')) {
      blank++;
    }
    String text = new String(raw, blank, raw.length - blank, StandardCharsets.ISO_8859_1);
    String[] lines = text.split("\r?\n", -1);
    if (!(request ? REQUEST_LINE : STATUS_LINE).matcher(lines[0]).matches()) {
      return Optional.empty();
    }
    int fieldsStart = blank + text.indexOf('\n') + 1;
    return fields(lines).map(fields -> new HttpHead(lines[0], fields, fieldsStart));
  }

  private static Optional<List<Field>> fields(String[] lines) {
    List<Field> fields = new ArrayList<>();
    for (int i = 1; i < lines.length && !lines[i].isEmpty(); i++) {
      String line = lines[i];
      if (Character.isWhitespace(line.charAt(0)) && !fields.isEmpty()) {
        Field last = fields.remove(fields.size() - 1);
        fields.add(new Field(last.name(), last.value() + " " + line.strip()));
        continue;
      }
      int colon = line.indexOf(':');
      if (colon <= 0) {
        return Optional.empty();
      }
      String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
      fields.add(new Field(name, line.substring(colon + 1).strip()));
    }
    return Optional.of(List.copyOf(fields));
  }

  /** The request's method. */
  String method() {
    return startLine.substring(0, startLine.indexOf(' '));
  }

  /** The answer's status. */
  int status() {
    return Integer.parseInt(startLine.substring(9, 12));
  }

  /** All values of a field, joined by a comma, or null when it is absent. */
  String value(String name) {
    List<String> values =
        fields.stream().filter(field -> field.name().equals(name)).map(Field::value).toList();
    return values.isEmpty() ? null : String.join(",", values);
  }

  /** True when this side closes the connection after the message. */
  boolean closes() {
    String connection = value("connection");
    String words = connection == null ? "" : connection.toLowerCase(Locale.ROOT);
    return startLine.contains("HTTP/1.0") ? !words.contains("keep-alive") : words.contains("close");
  }

  /** RFC 9112, 6.3, without the cases that depend on the request. */
  Framing framing(boolean request) {
    String coding = value("transfer-encoding");
    if (coding != null) {
      boolean chunked = coding.toLowerCase(Locale.ROOT).strip().endsWith("chunked");
      return chunked ? Framing.CHUNKED : request ? Framing.UNKNOWN : Framing.CLOSE;
    }
    if (value("content-length") != null) {
      return contentLength() < 0 ? Framing.UNKNOWN : Framing.LENGTH;
    }
    return request ? Framing.LENGTH : Framing.CLOSE;
  }

  /** The body's length under {@link Framing#LENGTH}; -1 when the field contradicts itself. */
  long contentLength() {
    String value = value("content-length");
    if (value == null) {
      return 0;
    }
    List<String> lengths = List.of(value.split("\\s*,\\s*")).stream().distinct().toList();
    boolean one = lengths.size() == 1 && LENGTH.matcher(lengths.get(0)).matches();
    return one ? Long.parseLong(lengths.get(0)) : -1;
  }
}
