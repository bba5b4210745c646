package dev.threeledger.experiment.report;

import dev.threeledger.experiment.ExperimentResult;
import dev.threeledger.experiment.ExperimentResult.Deviation;
import dev.threeledger.report.Markup;
import dev.threeledger.report.Page;
import dev.threeledger.verdict.Finding;

/** The first deviation of the experiment. */
final class FirstPart {
  private FirstPart() {}

  static void write(Markup page, ExperimentResult result) {
    Page.section(page, "deviation", "First deviation");
    if (result.firstDeviation().isEmpty()) {
      page.element("p", none(result));
    } else {
      deviation(page, result.firstDeviation().get());
    }
    page.closeLine();
  }

  /** Why there is none. */
  static String none(ExperimentResult result) {
    return Words.nothingRun(result)
        ? "None: no pair was run."
        : "None: no run of a pair deviates from what its scenario promises.";
  }

  private static void deviation(Markup page, Deviation first) {
    Finding finding = first.finding();
    page.element("p", finding.message(), "class", "lead");
    page.open("p", "class", "fine").text("Breaks ").element("b", finding.check());
    if (finding.key() != null) {
      page.text(" for key ").element("code", finding.key());
    }
    page.text(" in scenario " + first.scenario() + ". Shown by events ");
    page.open("span", "class", "events");
    for (Long seq : finding.events()) {
      page.element("a", "#" + seq, "href", Links.event(first.run(), seq)).text(" ");
    }
    page.close().close();
    page.open("p", "class", "event");
    page.element("a", "#" + finding.at(), "href", Links.event(first.run(), finding.at()));
    page.text(" " + first.event() + " in ");
    page.element("a", first.run(), "href", Links.run(first.run())).close();
  }
}
