package dev.threeledger.experiment.report;

import dev.threeledger.experiment.ExperimentResult.Run;
import dev.threeledger.report.Markup;
import dev.threeledger.report.Page;
import dev.threeledger.verdict.Finding;

/** A run in a table: its verdict, its first deviation with its event, why it is INCONCLUSIVE. */
final class RunCell {
  private RunCell() {}

  /** A {@code td}; a run that is null was not run. */
  static void write(Markup page, Run run) {
    page.open("td");
    if (run == null) {
      page.element("span", "not run", "class", "fine").close();
      return;
    }
    page.open("a", "href", Links.run(run.folder()));
    Page.verdict(page, run.verdict());
    page.close();
    run.firstDeviation().ifPresent(finding -> finding(page, run.folder(), finding));
    run.reasons().forEach(reason -> page.element("p", reason, "class", "fine"));
    if (run.firstDeviation().isEmpty() && run.reasons().isEmpty()) {
      page.element("p", "Nothing was found.", "class", "fine");
    }
    page.close();
  }

  /** The id of a cell, which may be broken where its parts end. */
  static void name(Markup page, String cell) {
    for (String part : cell.split("(?<=[/@,=])")) {
      page.text(part).empty("wbr");
    }
  }

  private static void finding(Markup page, String folder, Finding finding) {
    page.element("p", finding.message());
    page.open("p", "class", "fine").text(finding.check());
    page.text(finding.key() == null ? "" : ", key " + finding.key()).text(", event ");
    page.element("a", "#" + finding.at(), "href", Links.event(folder, finding.at())).close();
  }
}
