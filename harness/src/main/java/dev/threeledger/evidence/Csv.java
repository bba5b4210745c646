package dev.threeledger.evidence;

import java.util.ArrayList;
import java.util.List;

/**
 * RFC 4180 with one refinement, as PostgreSQL's own CSV has it: a missing value is an empty field
 * without quotes, an empty text is {@code ""}.
 */
final class Csv {
  private Csv() {}

  /** One record with its line end. */
  static String line(List<String> fields) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < fields.size(); i++) {
      line.append(i == 0 ? "" : ",").append(field(fields.get(i)));
    }
    return line.append("\r\n").toString();
  }

  private static String field(String value) {
    if (value == null) {
      return "";
    }
    boolean plain = !value.isEmpty() && value.chars().noneMatch(c -> "\",\r\n".indexOf(c) >= 0);
    return plain ? value : '"' + value.replace("\"", "\"\"") + '"';
  }

  /** All records of a file, in order. */
  static List<List<String>> read(String text) {
    List<List<String>> records = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      List<String> fields = new ArrayList<>();
      at = record(text, at, fields);
      records.add(fields);
    }
    return records;
  }

  /** Reads one record; gives the place after its line end. */
  private static int record(String text, int from, List<String> fields) {
    int at = from;
    while (true) {
      at = text.startsWith("\"", at) ? quoted(text, at + 1, fields) : plain(text, at, fields);
      if (at < text.length() && text.charAt(at) == ',') {
        at++;
        continue;
      }
      return text.startsWith("\r\n", at) ? at + 2 : at + 1;
    }
  }

  private static int plain(String text, int from, List<String> fields) {
    int end = from;
    while (end < text.length() && ",\r\n".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    fields.add(end == from ? null : text.substring(from, end));
    return end;
  }

  private static int quoted(String text, int from, List<String> fields) {
    StringBuilder value = new StringBuilder();
    int at = from;
    while (at < text.length()) {
      if (text.charAt(at) != '"') {
        value.append(text.charAt(at++));
      } else if (text.startsWith("\"", at + 1)) {
        value.append('"');
        at += 2;
      } else {
        break;
      }
    }
    fields.add(value.toString());
    return at + 1;
  }
}
