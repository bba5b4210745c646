package dev.threeledger.report;

import dev.threeledger.verdict.Verdict;
import java.util.List;

/** {@code summary.md} in GitHub's flavour: what is not as expected first, each with its command. */
public final class SummaryMarkdown {
  private SummaryMarkdown() {}

  static String text(BatchSummary summary) {
    StringBuilder out = new StringBuilder();
    out.append("## Threeledger: ").append(summary.headline()).append("\n\n");
    List<CellSummary> unexpected = summary.unexpected();
    unexpected.forEach(cell -> unexpected(out, cell));
    if (!summary.notRun().isEmpty()) {
      out.append("Not run: ").append(escape(String.join(", ", summary.notRun()))).append("\n\n");
    }
    out.append("| verdict | expected | cell | landed | duration | first deviation |\n");
    out.append("|---|---|---|---|---:|---|\n");
    unexpected.forEach(cell -> row(out, cell));
    summary.cells().stream()
        .filter(cell -> cell.verdict().asExpected())
        .forEach(cell -> row(out, cell));
    out.append("\nBatch `").append(summary.batch()).append("`, digest `");
    return out.append(summary.digest()).append("`\n").toString();
  }

  private static void unexpected(StringBuilder out, CellSummary cell) {
    out.append("### ").append(escape(cell.title())).append(": ").append(verdicts(cell));
    out.append("\n\n").append(escape(cell.unexpected())).append("\n\n");
    // indented: a code block that no text can end
    out.append("    ").append(cell.asked().repeat().replaceAll("[\r\n]", " ")).append("\n\n");
  }

  private static String verdicts(CellSummary cell) {
    return cell.verdict().verdict() + " (expected " + cell.verdict().expected() + ")";
  }

  private static void row(StringBuilder out, CellSummary cell) {
    out.append("| ").append(word(cell.verdict().verdict(), cell.verdict().asExpected()));
    out.append(" | ").append(cell.verdict().expected());
    out.append(" | ").append(escape(cell.title()));
    out.append(" | ").append(escape(cell.faults()));
    out.append(" | ").append(Wording.duration(cell.duration()));
    out.append(" | ").append(escape(cell.lead())).append(" |\n");
  }

  private static String word(Verdict verdict, boolean asExpected) {
    return asExpected ? verdict.name() : "**" + verdict.name() + "**";
  }

  /** Text that Markdown and HTML leave alone, on one line. */
  public static String escape(String text) {
    return text.replaceAll("[\\p{Cntrl}]+", " ")
        .replaceAll("([\\\\`*\\[\\]|#~_])", "\\\\$1")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("@", "&#64;");
  }
}
