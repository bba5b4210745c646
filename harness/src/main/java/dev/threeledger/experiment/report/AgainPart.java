package dev.threeledger.experiment.report;

import dev.threeledger.experiment.ExperimentResult;
import dev.threeledger.report.Markup;
import dev.threeledger.report.Page;

/** The commands by which anyone can check all of this. */
final class AgainPart {
  private AgainPart() {}

  static void write(Markup page, ExperimentResult result) {
    Page.section(page, "again", "How to check this again");
    page.element(
        "p",
        "Judge everything again from the folder alone, and notice every changed byte; nothing is started:");
    page.element("pre", Words.recheck(result));
    String replay = Words.replay(result);
    if (replay.isEmpty()) {
      page.element("p", "No run deviated, so there is none to replay.");
    } else {
      page.element(
          "p", "Run the first deviating sample again and see where its timeline diverges:");
      page.element("pre", replay);
    }
    page.closeLine();
  }
}
