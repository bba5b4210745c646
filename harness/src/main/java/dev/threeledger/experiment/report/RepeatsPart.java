package dev.threeledger.experiment.report;

import dev.threeledger.experiment.ExperimentResult;
import dev.threeledger.experiment.ExperimentResult.Repeat;
import dev.threeledger.report.Markup;
import dev.threeledger.report.Page;
import java.util.List;

/** Whether the baseline gave the same verdicts twice, before anything was compared. */
final class RepeatsPart {
  private RepeatsPart() {}

  static void write(Markup page, ExperimentResult result) {
    Page.section(page, "repeats", "Does the baseline repeat itself?");
    page.element("p", sentence(result), "class", result.baselineRepeats() ? null : "missing");
    List<Repeat> others = result.repeats().stream().filter(repeat -> !repeat.same()).toList();
    if (!others.isEmpty()) {
      table(page, others);
    }
    List<Repeat> same = result.repeats().stream().filter(Repeat::same).toList();
    if (!same.isEmpty()) {
      page.open("details");
      page.element("summary", Words.amount(same.size(), "cell") + " with the same verdict twice");
      table(page, same);
      page.closeLine();
    }
    page.closeLine();
  }

  /** The answer. */
  static String sentence(ExperimentResult result) {
    List<Repeat> repeats = result.repeats();
    if (repeats.isEmpty()) {
      return "Not verified: the baseline was not run twice before the comparison.";
    }
    long others = repeats.stream().filter(repeat -> !repeat.same()).count();
    return others == 0
        ? "Yes: "
            + Words.amount(repeats.size(), "cell")
            + " of the baseline, run twice before the comparison, gave the same verdict both times."
        : "Not comparable: the baseline does not repeat in "
            + others
            + " of "
            + Words.amount(repeats.size(), "cell")
            + ".";
  }

  private static void table(Markup page, List<Repeat> repeats) {
    page.open("table", "class", "beside").open("thead").open("tr");
    page.element("th", "cell").element("th", "first").element("th", "again");
    page.close().close().open("tbody");
    for (Repeat repeat : repeats) {
      page.open("tr").open("th", "scope", "row");
      RunCell.name(page, repeat.cell());
      page.close();
      RunCell.write(page, repeat.first());
      RunCell.write(page, repeat.again());
      page.closeLine();
    }
    page.close().closeLine();
  }
}
