package dev.threeledger.experiment.report;

import dev.threeledger.experiment.ExperimentResult.Run;
import dev.threeledger.report.Markup;
import dev.threeledger.report.Page;

/** Links from the experiment's page to the pages of its runs. */
final class Links {
  private Links() {}

  /** The page of a run. */
  static String run(String folder) {
    return Page.address(folder) + "/report.html";
  }

  /** The page of a run at an event; at its top when {@code seq} is 0. */
  static String event(String folder, long seq) {
    return run(folder) + (seq == 0 ? "" : "#e" + seq);
  }

  /** A run's verdict that leads to its page; {@code not run} when there is none. */
  static void verdict(Markup page, Run run) {
    if (run == null) {
      page.element("span", "not run", "class", "fine");
      return;
    }
    page.open("a", "href", run(run.folder()));
    Page.verdict(page, run.verdict());
    page.close();
  }
}
