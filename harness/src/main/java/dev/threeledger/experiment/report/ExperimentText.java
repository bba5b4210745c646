package dev.threeledger.experiment.report;

import dev.threeledger.cost.CostComparison;
import dev.threeledger.cost.PlanChange;
import dev.threeledger.experiment.Difference;
import dev.threeledger.experiment.ExperimentResult;
import java.util.ArrayList;
import java.util.List;

/** What a terminal shows when an experiment has ended. */
public final class ExperimentText {
  /** Labels stand left of this column, what they name from here on. */
  private static final int INDENT = 17;

  private static final int NARROWEST = 40;

  private final int width;
  private final String folder;
  private final StringBuilder out = new StringBuilder();

  private ExperimentText(int width, String folder) {
    this.folder = folder;
    this.width = Math.max(NARROWEST, width);
  }

  /**
   * Decision, variable, classes counted, what stopped it, first deviation, costs, missing
   * conditions and digests; ends with a line end. Texts are folded, and hold no control characters.
   *
   * @param width columns of the terminal; digests, commands and the table of costs (80 columns) may
   *     be wider
   * @param folder of the experiment, as the user would write it
   */
  public static String format(ExperimentResult result, int width, String folder) {
    return new ExperimentText(width, folder).text(result);
  }

  private String text(ExperimentResult result) {
    String expected = result.asExpected() ? ", as expected" : ", not as expected";
    out.append(result.decision()).append(expected).append(": ");
    out.append(printable(result.experiment().name())).append('\n');
    field("claim", result.experiment().claim());
    result.unexpected().forEach(what -> field("unexpected", what));
    for (Difference difference : Words.variable(result)) {
      field("changed", changed(result, difference));
    }
    field("", Words.notOneVariable(result));
    boolean none = Words.nothingRun(result);
    int pairs = result.pairs().size();
    field("pairs", none ? "none was run" : pairs + ": " + Words.classes(result));
    if (!result.baselineRepeats()) {
      field("baseline", RepeatsPart.sentence(result));
    }
    found(result);
    if (Words.costs(result).isEmpty()) {
      field("costs", "none was compared");
    } else {
      costs(Words.costs(result));
    }
    for (PlanChange plan : result.plans()) {
      field("plan changed", plan.statement());
      String shapes =
          String.join(", ", plan.baseline()) + " → " + String.join(", ", plan.candidate());
      field("", shapes + "; " + PlansPart.time(plan));
    }
    Words.missing(result).forEach(c -> field("missing", Words.brief(c.name() + ": " + c.detail())));
    line("registered", result.registered());
    line("folder digest", result.digest());
    line("check again", Words.recheck(result, folder));
    line("replay", Words.replay(result, folder));
    return out.toString();
  }

  private static String changed(ExperimentResult result, Difference difference) {
    if (result.differences().isEmpty()) {
      return difference.path();
    }
    return difference.path()
        + ": "
        + Words.value(difference.baseline())
        + " → "
        + Words.value(difference.candidate());
  }

  private void found(ExperimentResult result) {
    result
        .stoppedBy()
        .ifPresent(
            stopped -> {
              String event = stopped.event() == 0 ? "" : " at event " + stopped.event();
              field("stopped by", stopped.rule().yamlName() + " in " + stopped.run() + event);
              field("", stopped.what());
            });
    result
        .firstDeviation()
        .ifPresentOrElse(
            first -> {
              String where = " at event " + first.finding().at() + ", " + first.event();
              field("first deviation", first.run() + where);
              field("", first.finding().check() + ": " + first.finding().message());
            },
            () -> field("first deviation", "none"));
  }

  private void costs(List<CostComparison> costs) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("cost", "baseline", "candidate", "ratio", "interval", "outcome"));
    for (CostComparison cost : costs) {
      rows.add(
          List.of(
              cost.metric().yamlName(),
              Words.figure(cost.metric(), cost.baseline()),
              Words.figure(cost.metric(), cost.candidate()),
              Words.ratio(cost, cost.ratio()),
              Words.interval(cost),
              Words.lower(cost.outcome())));
    }
    out.append('\n');
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder(pad(row.get(0), INDENT));
      for (int column = 1; column < row.size() - 1; column++) {
        int most = widest(rows, column);
        line.append(" ".repeat(most - row.get(column).length())).append(row.get(column));
        line.append("  ");
      }
      out.append(line).append(row.get(row.size() - 1)).append('\n');
    }
    out.append('\n');
  }

  private static int widest(List<List<String>> rows, int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }

  /** A label and a text, folded; nothing when the text is empty. */
  private void field(String label, String text) {
    if (text.isEmpty()) {
      return;
    }
    String lead = label;
    for (String line : fold(printable(text), width - INDENT)) {
      out.append((pad(lead, INDENT) + line).stripTrailing()).append('\n');
      lead = "";
    }
  }

  /** A label and a text that must stay whole, to be copied. */
  private void line(String label, String text) {
    if (!text.isEmpty()) {
      out.append(pad(label, INDENT)).append(printable(text)).append('\n');
    }
  }

  private static List<String> fold(String text, int room) {
    List<String> lines = new ArrayList<>();
    String rest = text.strip();
    while (rest.length() > room) {
      int space = rest.lastIndexOf(' ', room);
      int end = space > 0 ? space : room;
      lines.add(rest.substring(0, end));
      rest = rest.substring(end).strip();
    }
    lines.add(rest);
    return lines;
  }

  private static String pad(String text, int length) {
    return text + " ".repeat(Math.max(0, length - text.length()));
  }

  /** Without control characters: a message may hold what a subject wrote. */
  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ");
  }
}
