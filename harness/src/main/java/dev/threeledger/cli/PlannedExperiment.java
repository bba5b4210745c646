package dev.threeledger.cli;

import dev.threeledger.experiment.Difference;
import dev.threeledger.experiment.Experiment;
import dev.threeledger.experiment.ExperimentPlan;
import dev.threeledger.experiment.SideName;
import dev.threeledger.experiment.StopRule;
import dev.threeledger.experiment.Threshold;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;

/** What {@code --check} prints: what is compared, by what, and how much of it would be run. */
final class PlannedExperiment {
  private PlannedExperiment() {}

  static void print(ExperimentPlan plan, PrintWriter out) {
    Experiment experiment = plan.experiment();
    out.println(experiment.name() + ": " + experiment.claim());
    plan.differences().forEach(difference -> line(out, "changed", text(difference)));
    line(out, "runs", runs(plan));
    line(out, "pass when", texts(experiment.passWhen().stream().map(Threshold::text).toList()));
    line(out, "stop when", texts(experiment.stopWhen().stream().map(StopRule::yamlName).toList()));
    out.println("nothing was started");
    out.flush();
  }

  private static void line(PrintWriter out, String what, String text) {
    out.printf("  %-10s %s%n", what, text);
  }

  /** As {@code settings.defect: none → look-then-insert}. */
  static String text(Difference difference) {
    return "%s: %s → %s"
        .formatted(difference.path(), value(difference.baseline()), value(difference.candidate()));
  }

  private static String value(String value) {
    return value == null ? "(absent)" : value;
  }

  private static String runs(ExperimentPlan plan) {
    int cells = plan.cells(SideName.BASELINE).size();
    return "%d: the baseline twice %d, stop drill %d, rollback %d, pairs %d (%d × %d × 2)"
        .formatted(
            plan.runs(),
            plan.cells(SideName.BASELINE_FIRST).size() + plan.cells(SideName.BASELINE_AGAIN).size(),
            plan.cells(SideName.STOP_DRILL).size(),
            plan.cells(SideName.ROLLED_BACK).size(),
            2 * cells * plan.experiment().repeat(),
            cells,
            plan.experiment().repeat());
  }

  private static String texts(List<String> texts) {
    return texts.stream().collect(Collectors.joining("; "));
  }
}
