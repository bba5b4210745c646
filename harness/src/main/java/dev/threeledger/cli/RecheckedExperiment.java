package dev.threeledger.cli;

import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.experiment.ExperimentRecheck;
import dev.threeledger.experiment.ExperimentResult;
import dev.threeledger.experiment.RefusedException;
import dev.threeledger.experiment.report.ExperimentReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/** What {@code recheck} says of an experiment's folder. */
final class RecheckedExperiment {
  private final PrintWriter out;
  private final BatchFolder batch;
  private final boolean write;

  /**
   * @param write true: each new verdict is kept in a sibling folder of its run
   */
  RecheckedExperiment(PrintWriter out, BatchFolder batch, boolean write) {
    this.out = out;
    this.batch = batch;
    this.write = write;
  }

  /** Judges it again; true when everything is as it was left. */
  boolean recheck() throws IOException {
    ExperimentRecheck recheck;
    try {
      recheck = ExperimentRecheck.of(batch);
    } catch (RefusedException e) {
      line("REFUSED", Console.shown(batch.path()).toString());
      line("", e.getMessage());
      return false;
    }
    ExperimentResult now = recheck.now();
    line(now.decision().name(), Console.shown(batch.path()) + "  " + now.experiment().name());
    now.why().forEach(why -> line("", why));
    now.firstDeviation()
        .ifPresent(
            first ->
                line(
                    "",
                    "first deviation: %s: %s (event %d of %s)"
                        .formatted(
                            first.finding().check(),
                            first.finding().message(),
                            first.finding().at(),
                            first.run())));
    List<String> reports = ExperimentReport.changed(batch, now);
    recheck.changed().forEach(change -> line("CHANGED", change));
    reports.forEach(name -> line("CHANGED", name + " was changed"));
    recheck.differing().forEach(difference -> line("DIFFERS", difference));
    out.println(recheck.runs() + " runs judged again from their evidence");
    if (write) {
      recheck.keep();
    }
    return recheck.changed().isEmpty() && reports.isEmpty() && recheck.differing().isEmpty();
  }

  private void line(String what, String text) {
    out.printf("%-12s %s%n", what, text);
  }
}
