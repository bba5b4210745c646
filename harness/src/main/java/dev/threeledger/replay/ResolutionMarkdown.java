package dev.threeledger.replay;

import dev.threeledger.evidence.Change;
import dev.threeledger.run.CellOutcome;
import dev.threeledger.run.Surroundings;
import dev.threeledger.verdict.Finding;

/** {@code resolution.md}: the same for people. */
final class ResolutionMarkdown {
  private ResolutionMarkdown() {}

  static String text(ResolutionResult result) {
    Original original = result.original();
    StringBuilder out = new StringBuilder();
    out.append("# ").append(original.asked().cell()).append(": ").append(result.status());
    out.append("\n\n");
    result.whyNot().forEach(why -> out.append("- ").append(one(why)).append('\n'));
    if (!result.whyNot().isEmpty()) {
      out.append('\n');
    }
    String by = result.said().by() == null ? "" : ", by " + one(result.said().by());
    out.append(result.at()).append(by).append(". Failing evidence: `").append(original.shown());
    out.append("`, SHA256SUMS `").append(original.digest()).append("`.\n");
    section(out, "Symptom", result.said().symptom());
    Finding finding = original.verdict().firstDeviation().orElseThrow();
    section(
        out,
        "First deviation",
        "Event %d, %s: %s".formatted(finding.at(), finding.check(), finding.message()));
    section(out, "Root cause", result.said().rootCause());
    section(out, "Change", result.said().change());
    if (!result.changes().isEmpty()) {
      out.append("\n| what differs | then | now |\n|---|---|---|\n");
      for (Change change : result.changes()) {
        out.append("| ").append(cell(change.name())).append(" | ").append(cell(change.then()));
        out.append(" | ").append(cell(change.now())).append(" |\n");
      }
    }
    out.append("\n## Retest\n\nBatch `").append(Surroundings.shown(result.batch().folder()));
    out.append("`.\n\n| run | came out | against the original |\n|---|---|---|\n");
    for (ReplayResult.Run run : result.retests()) {
      out.append("| original sample | ").append(cell(run.came().text())).append(" | ");
      out.append(cell(run.path())).append(" |\n");
    }
    for (CellOutcome outcome : result.normals()) {
      out.append("| normal cell ").append(outcome.cell().id()).append(" | ");
      out.append(outcome.verdict().verdict()).append(" | |\n");
    }
    return out.toString();
  }

  private static void section(StringBuilder out, String heading, String text) {
    out.append("\n## ").append(heading).append("\n\n").append(one(text)).append('\n');
  }

  /** What a person or a subject wrote stays one line, and no mark-up. */
  private static String one(String text) {
    return text.strip().replaceAll("\\s+", " ").replaceAll("([\\\\`*_<>\\[\\]#])", "\\\\$1");
  }

  private static String cell(String text) {
    return one(text).replace("|", "\\|");
  }
}
