package dev.threeledger.ledger;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A ledger as a CSV file: the columns key, kind, amount and state, then all others in the order in
 * which they were read.
 */
public final class LedgerCsv {
  private static final List<String> FIRST = List.of("key", "kind", "amount", "state");

  private LedgerCsv() {}

  /** The whole file. {@code mask} is applied to each value. */
  public static String write(List<LedgerRow> rows, UnaryOperator<String> mask) {
    Set<String> columns = new LinkedHashSet<>(FIRST);
    rows.forEach(row -> columns.addAll(row.columns().keySet()));
    StringBuilder text = new StringBuilder(Csv.line(List.copyOf(columns)));
    for (LedgerRow row : rows) {
      List<String> fields = new ArrayList<>();
      for (String column : columns) {
        String value = value(row, column);
        fields.add(value == null ? null : mask.apply(value));
      }
      text.append(Csv.line(fields));
    }
    return text.toString();
  }

  private static String value(LedgerRow row, String column) {
    String read = row.columns().get(column);
    if (read != null) {
      return read;
    }
    return switch (column) {
      case "key" -> row.key();
      case "kind" -> row.kind();
      case "amount" -> row.amount() == null ? null : row.amount().toPlainString();
      case "state" -> row.state();
      default -> null;
    };
  }

  /**
   * All rows of a text.
   *
   * @throws IllegalArgumentException when a line does not have the header's fields
   */
  public static List<LedgerRow> read(String text) {
    try (LedgerRows rows = open(new StringReader(text))) {
      List<LedgerRow> all = new ArrayList<>();
      for (LedgerRow row = rows.next(); row != null; row = rows.next()) {
        all.add(row);
      }
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException("a text cannot be read", e);
    }
  }

  /**
   * The rows of a file, one at a time.
   *
   * @throws IOException when it cannot be read
   */
  public static LedgerRows open(Path file) throws IOException {
    return open(Files.newBufferedReader(file));
  }

  private static LedgerRows open(Reader in) throws IOException {
    CsvReader reader = new CsvReader(in);
    String[] header = reader.next() ? record(reader) : new String[0];
    return new LedgerRows() {
      @Override
      public LedgerRow next() throws IOException {
        if (!reader.next()) {
          return null;
        }
        if (reader.fields() != header.length) {
          throw new IllegalArgumentException(
              "a line has " + reader.fields() + " fields, the header " + header.length);
        }
        return row(header, record(reader));
      }

      @Override
      public void close() throws IOException {
        reader.close();
      }
    };
  }

  private static String[] record(CsvReader reader) {
    String[] record = new String[reader.fields()];
    for (int i = 0; i < record.length; i++) {
      record[i] = reader.field(i);
    }
    return record;
  }

  /**
   * @param header shared by all rows
   */
  static LedgerRow row(String[] header, String[] record) {
    Columns columns = new Columns(header, record);
    return new LedgerRow(
        columns.get("key"),
        columns.get("kind"),
        decimal(columns.get("amount")),
        columns.get("state"),
        columns);
  }

  /** Exact, or null where the source gave no number ({@code NaN}, say). */
  private static BigDecimal decimal(String text) {
    try {
      return text == null ? null : new BigDecimal(text);
    } catch (NumberFormatException notANumber) {
      return null;
    }
  }
}
