package dev.threeledger.evidence;

import dev.threeledger.ledger.LedgerRow;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A ledger as a CSV file: the columns key, kind, amount and state, then all others in the order in
 * which they were read.
 */
final class LedgerCsv {
  private static final List<String> FIRST = List.of("key", "kind", "amount", "state");

  private LedgerCsv() {}

  static String write(List<LedgerRow> rows, UnaryOperator<String> mask) {
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

  static List<LedgerRow> read(String text) {
    List<List<String>> records = Csv.read(text);
    List<LedgerRow> rows = new ArrayList<>();
    for (List<String> record : records.subList(Math.min(1, records.size()), records.size())) {
      rows.add(row(records.get(0), record));
    }
    return rows;
  }

  private static LedgerRow row(List<String> header, List<String> record) {
    if (record.size() != header.size()) {
      throw new IllegalArgumentException(
          "a line has " + record.size() + " fields, the header " + header.size());
    }
    Map<String, String> columns = new LinkedHashMap<>();
    for (int i = 0; i < header.size(); i++) {
      if (record.get(i) != null) {
        columns.put(header.get(i), record.get(i));
      }
    }
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
