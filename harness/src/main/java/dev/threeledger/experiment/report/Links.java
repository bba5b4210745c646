package dev.threeledger.experiment.report;

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
}
