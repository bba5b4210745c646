package dev.threeledger.ledger;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * RFC 4180 with one refinement, as PostgreSQL's own CSV has it: a missing value is an empty field
 * without quotes, an empty text is {@code ""}.
 */
public final class Csv {
  private Csv() {}

  /** One record with its line end; null: missing. */
  public static String line(List<String> fields) {
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
    return isPlain(value) ? value : '"' + value.replace("\"", "\"\"") + '"';
  }

  private static boolean isPlain(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == ',' || c == '\r' || c == '\n') {
        return false;
      }
    }
    return !value.isEmpty();
  }

  /** All records of a text, in order. */
  public static List<List<String>> read(String text) {
    List<List<String>> records = new ArrayList<>();
    CsvReader reader = new CsvReader(new StringReader(text));
    try {
      while (reader.next()) {
        List<String> fields = new ArrayList<>(reader.fields());
        for (int i = 0; i < reader.fields(); i++) {
          fields.add(reader.field(i));
        }
        records.add(fields);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a text cannot be read", e);
    }
    return records;
  }
}
