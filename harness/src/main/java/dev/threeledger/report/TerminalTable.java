package dev.threeledger.report;

import dev.threeledger.verdict.Verdict;
import java.util.List;

/** The batch as a table for a terminal. */
public final class TerminalTable {
  private static final int NARROWEST_LEAD = 20;
  private static final String RESET = "\u001b[0m";

  private TerminalTable() {}

  /**
   * One line per run, then the totals and the batch digest; ends with a line end.
   *
   * @param columns width of the terminal; the first deviation is cut to what is left of it
   * @param colours true: verdicts in ANSI colours
   */
  public static String format(BatchSummary summary, int columns, boolean colours) {
    int cell = width(summary.cells().stream().map(CellSummary::title).toList(), "cell");
    int faults = width(summary.cells().stream().map(CellSummary::faults).toList(), "faults");
    int lead = Math.max(NARROWEST_LEAD, columns - 12 - 2 - cell - 2 - faults - 2 - 9 - 2);
    String form = "%s  %-" + cell + "s  %-" + faults + "s  %9s  %s";
    StringBuilder out = new StringBuilder();
    line(out, form, pad("verdict"), "cell", "faults", "duration", "first deviation");
    for (CellSummary run : summary.cells()) {
      line(
          out,
          form,
          verdict(run, colours),
          printable(run.title()),
          printable(run.faults()),
          Wording.duration(run.duration()),
          cut(printable(note(run)), lead));
    }
    summary.notRun().forEach(id -> line(out, "%s  %s", pad("not run"), printable(id)));
    out.append('\n').append(summary.headline());
    for (Verdict verdict : Verdict.values()) {
      out.append(", ").append(summary.count(verdict)).append(' ').append(verdict);
    }
    out.append("\nbatch digest ").append(summary.digest()).append('\n');
    return out.toString();
  }

  private static void line(StringBuilder out, String form, Object... values) {
    out.append(String.format(form, values).stripTrailing()).append('\n');
  }

  private static String note(CellSummary run) {
    return run.verdict().asExpected() || run.verdict().expected() == Verdict.PASS
        ? run.lead()
        : "expected " + run.verdict().expected() + ". " + run.lead();
  }

  private static String pad(String word) {
    return String.format("%-12s", word);
  }

  private static String verdict(CellSummary run, boolean colours) {
    String word = pad(run.verdict().verdict().name());
    if (!colours) {
      return word;
    }
    String colour =
        switch (run.verdict().verdict()) {
          case PASS -> "\u001b[32m";
          case INCONCLUSIVE -> "\u001b[33m";
          case FAIL -> "\u001b[31m";
        };
    return colour + word + RESET;
  }

  private static int width(List<String> texts, String head) {
    return texts.stream().mapToInt(String::length).reduce(head.length(), Math::max);
  }

  /** Without control characters: a message may hold what a subject wrote. */
  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ");
  }

  private static String cut(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length - 1) + "…";
  }
}
