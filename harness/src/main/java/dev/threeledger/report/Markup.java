package dev.threeledger.report;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes HTML, SVG or XML. Every text and attribute is escaped; characters that XML does not allow
 * become U+FFFD. Elements are closed in order; an unclosed one is a defect and throws.
 */
public final class Markup {
  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /** Opens an element. Attributes are name and value in turn; one with a null value is left out. */
  public Markup open(String tag, String... attributes) {
    start(tag, attributes);
    out.append('>');
    open.push(tag);
    return this;
  }

  /** Closes the innermost open element. */
  public Markup close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  /** Closes an element and starts a new line, for a source that people can read. */
  public Markup closeLine() {
    close();
    out.append('\n');
    return this;
  }

  /** An element without content. */
  public Markup empty(String tag, String... attributes) {
    start(tag, attributes);
    out.append("/>");
    return this;
  }

  /** An element that holds just a text. */
  public Markup element(String tag, String text, String... attributes) {
    return open(tag, attributes).text(text).close();
  }

  /** A text, escaped. */
  public Markup text(String text) {
    out.append(escape(text));
    return this;
  }

  /** Our own constant text, not escaped: a style sheet, a script, another {@code Markup}. */
  public Markup trusted(String constant) {
    out.append(constant);
    return this;
  }

  private void start(String tag, String... attributes) {
    out.append('<').append(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      if (attributes[i + 1] != null) {
        out.append(' ').append(attributes[i]).append("=\"");
        out.append(escape(attributes[i + 1])).append('"');
      }
    }
  }

  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(allowed(c) ? c : 0xFFFD);
              }
            });
    return escaped.toString();
  }

  private static boolean allowed(int c) {
    boolean control = c < 0x20 && c != '\t' && c != '\n' && c != '\r' || c >= 0x7F && c < 0xA0;
    boolean surrogateOrNone = c >= 0xD800 && c <= 0xDFFF || c == 0xFFFE || c == 0xFFFF;
    return !control && !surrogateOrNone;
  }

  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("not closed: " + open);
    }
    return out.toString();
  }
}
