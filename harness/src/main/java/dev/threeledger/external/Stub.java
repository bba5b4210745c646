package dev.threeledger.external;

import java.nio.file.Path;

/**
 * One mapping of a file.
 *
 * @param text the whole file, to find lines in
 * @param mapping the mapping as WireMock reads it
 */
record Stub(
    Path file, String text, Operation operation, String undoneBy, String foundBy, String mapping) {

  /** {@code file:line:column} of a field's name, {@code file} where it does not stand once. */
  String at(String field) {
    return at(file, text, field);
  }

  static String at(Path file, String text, String field) {
    String quoted = "\"" + field + "\"";
    int at = text.indexOf(quoted);
    if (at < 0 || text.indexOf(quoted, at + 1) >= 0) {
      return file.toString();
    }
    long line = text.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
    int column = at - text.lastIndexOf('\n', at);
    return file + ":" + line + ":" + column;
  }
}
