package dev.threeledger.selftest;

import dev.threeledger.run.BatchResult;
import java.util.List;

/**
 * What a self-test found.
 *
 * @param rows in the order of the table
 * @param controls how many cells were run with the correct executor
 * @param controlsPassed how many of them gave PASS
 * @param neverAlone checks that are the only finder of no defect in the whole table
 * @param batch the runs behind it
 */
public record SelfTestResult(
    List<RowResult> rows,
    int controls,
    int controlsPassed,
    List<String> neverAlone,
    BatchResult batch) {
  public SelfTestResult {
    rows = List.copyOf(rows);
    neverAlone = List.copyOf(neverAlone);
  }

  /** How many rows are as the table says. */
  public int caught() {
    return (int) rows.stream().filter(RowResult::caught).count();
  }

  /** True when every row was caught as the table says, and every control passed. */
  public boolean good() {
    return !rows.isEmpty()
        && caught() == rows.size()
        && controlsPassed == controls
        && batch.stoppedBy().isEmpty()
        && !batch.interrupted();
  }

  /** As a table for a terminal; ends with a line end. */
  public String text() {
    int defect = width("defect", rows.stream().map(r -> r.row().defect()).toList());
    int cell = width("cell", rows.stream().map(r -> r.row().cell()).toList());
    int check = width("caught by", rows.stream().map(SelfTestResult::by).toList());
    String form = "%-7s %-" + defect + "s  %-" + cell + "s  %-" + check + "s  %s";
    StringBuilder out = new StringBuilder();
    line(out, form, "", "defect", "cell", "caught by", "first deviation");
    for (RowResult row : rows) {
      line(
          out,
          form,
          row.caught() ? "caught" : "MISSED",
          row.row().defect(),
          row.row().cell(),
          by(row),
          row.first() == null ? "none" : row.first());
      row.wrong().forEach(wrong -> line(out, "        %s", wrong));
    }
    out.append('\n').append(caught()).append(" of ").append(rows.size());
    out.append(" defects caught as the table says");
    if (controls > 0) {
      out.append("; without the defect ").append(controlsPassed).append(" of ");
      out.append(controls).append(" cells PASS");
    }
    out.append("\n* found by this check alone");
    if (!neverAlone.isEmpty()) {
      out.append("; no defect of the table is found by one of these alone: ");
      out.append(String.join(", ", neverAlone));
    }
    return out.append('\n').toString();
  }

  private static String by(RowResult row) {
    return row.row().check() + (row.row().alone() ? " *" : "");
  }

  private static int width(String head, List<String> texts) {
    return texts.stream().mapToInt(String::length).reduce(head.length(), Math::max);
  }

  private static void line(StringBuilder out, String form, Object... values) {
    out.append(String.format(form, values).stripTrailing()).append('\n');
  }
}
