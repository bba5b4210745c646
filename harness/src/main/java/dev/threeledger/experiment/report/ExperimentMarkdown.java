package dev.threeledger.experiment.report;

import static dev.threeledger.report.SummaryMarkdown.escape;

import dev.threeledger.cost.CostComparison;
import dev.threeledger.cost.PlanChange;
import dev.threeledger.experiment.Difference;
import dev.threeledger.experiment.ExperimentResult;
import dev.threeledger.experiment.PairClass;
import java.util.List;
import java.util.Map;

/** {@code experiment.md} in GitHub's flavour: short, to be read in a pull request. */
final class ExperimentMarkdown {
  private final ExperimentResult result;
  private final StringBuilder out = new StringBuilder();

  private ExperimentMarkdown(ExperimentResult result) {
    this.result = result;
  }

  static String text(ExperimentResult result) {
    return new ExperimentMarkdown(result).text();
  }

  private String text() {
    String expected = result.asExpected() ? ", as expected" : ", **not as expected**";
    out.append("## Threeledger: ").append(result.decision()).append(expected).append(": ");
    out.append(escape(result.experiment().name())).append("\n\n");
    paragraph(escape(result.experiment().claim()));
    if (!result.unexpected().isEmpty()) {
      list("Not as expected:", result.unexpected());
    }
    for (Difference difference : Words.variable(result)) {
      variable(difference);
    }
    if (!Words.notOneVariable(result).isEmpty()) {
      paragraph(escape(Words.notOneVariable(result)));
    }
    classes();
    stopped();
    deviation();
    costs();
    plans();
    if (!result.baselineRepeats()) {
      paragraph(escape(RepeatsPart.sentence(result)));
    }
    missing();
    again();
    return out.toString();
  }

  private void variable(Difference difference) {
    out.append("**").append(escape(difference.path())).append("**: ");
    if (result.differences().isEmpty()) {
      paragraph("not recorded");
    } else {
      String baseline = code(Words.value(difference.baseline()));
      paragraph(baseline + " → " + code(Words.value(difference.candidate())));
    }
  }

  private void classes() {
    if (Words.nothingRun(result)) {
      paragraph("No pair was run.");
      return;
    }
    out.append("| pairs |");
    for (PairClass kind : PairClass.values()) {
      out.append(' ').append(kind.yamlName()).append(" |");
    }
    out.append("\n|---:|").append("---:|".repeat(PairClass.values().length));
    Map<PairClass, Long> counts = Words.counts(result);
    out.append("\n| ").append(result.pairs().size()).append(" |");
    for (PairClass kind : PairClass.values()) {
      out.append(' ').append(counts.getOrDefault(kind, 0L)).append(" |");
    }
    out.append("\n\n");
  }

  private void stopped() {
    result
        .stoppedBy()
        .ifPresent(
            stopped ->
                paragraph(
                    "**Stopped early by "
                        + stopped.rule().yamlName()
                        + "** in "
                        + escape(stopped.run())
                        + (stopped.event() == 0 ? "" : ", event " + stopped.event())
                        + ": "
                        + escape(stopped.what())));
  }

  private void deviation() {
    result
        .firstDeviation()
        .ifPresentOrElse(
            first ->
                paragraph(
                    "**First deviation** in "
                        + escape(first.run())
                        + ", event "
                        + first.finding().at()
                        + " ("
                        + escape(first.event())
                        + "), found by "
                        + escape(first.finding().check())
                        + ": "
                        + escape(first.finding().message())),
            () -> paragraph("**First deviation**: " + FirstPart.none(result)));
  }

  private void costs() {
    if (Words.costs(result).isEmpty()) {
      paragraph("No cost was compared.");
      return;
    }
    out.append("| cost | baseline | candidate | ratio | interval | outcome |\n");
    out.append("|---|---:|---:|---:|---:|---|\n");
    for (CostComparison cost : Words.costs(result)) {
      out.append("| ").append(cost.metric().title());
      out.append(" | ").append(Words.figure(cost.metric(), cost.baseline()));
      out.append(" | ").append(Words.figure(cost.metric(), cost.candidate()));
      out.append(" | ").append(Words.ratio(cost, cost.ratio()));
      out.append(" | ").append(Words.interval(cost));
      out.append(" | ").append(Words.outcome(cost)).append(" |\n");
    }
    out.append('\n');
  }

  private void plans() {
    for (PlanChange change : result.plans()) {
      String baseline = escape(String.join(", ", change.baseline()));
      String candidate = escape(String.join(", ", change.candidate()));
      paragraph(
          "**Plan changed**, "
              + PlansPart.time(change)
              + ": "
              + code(change.statement())
              + ": "
              + baseline
              + " → "
              + candidate);
    }
  }

  private void missing() {
    list(
        "Missing for a go:",
        Words.missing(result).stream()
            .map(c -> Words.brief(c.name() + ": " + c.detail()))
            .toList());
  }

  private void list(String lead, List<String> items) {
    if (!items.isEmpty()) {
      out.append(lead).append("\n\n");
      items.forEach(item -> out.append("- ").append(escape(item)).append('\n'));
      out.append('\n');
    }
  }

  private void again() {
    out.append("Check it again:\n\n");
    // indented: a code block that no text can end
    command(Words.recheck(result));
    command(Words.replay(result));
    out.append("\nOwner ").append(escape(result.experiment().owner()));
    out.append(". Registered `").append(result.registered());
    out.append("`, folder ").append(code(result.batch()));
    out.append(", folder digest `").append(result.digest()).append("`\n");
  }

  private void command(String command) {
    if (!command.isEmpty()) {
      out.append("    ").append(command.replaceAll("\\p{Cntrl}+", " ")).append('\n');
    }
  }

  /** A span of code, which a backtick would end. */
  private static String code(String text) {
    return "`" + text.replaceAll("\\p{Cntrl}+", " ").replace('`', '\'') + "`";
  }

  private void paragraph(String text) {
    out.append(text).append("\n\n");
  }
}
