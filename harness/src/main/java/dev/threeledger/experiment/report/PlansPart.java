package dev.threeledger.experiment.report;

import dev.threeledger.cost.PlanChange;
import dev.threeledger.experiment.ExperimentResult;
import dev.threeledger.experiment.Observation;
import dev.threeledger.report.Markup;
import dev.threeledger.report.Page;
import java.util.List;
import java.util.Locale;

/** Statements that the database carries out by another plan on the candidate's side. */
final class PlansPart {
  private PlansPart() {}

  static void write(Markup page, ExperimentResult result) {
    Page.section(page, "plans", "Plans that changed");
    if (result.plans().isEmpty()) {
      page.element("p", none(result)).closeLine();
      return;
    }
    page.open("table", "class", "plans").open("thead").open("tr");
    page.element("th", "statement").element("th", "baseline").element("th", "candidate");
    page.element("th", "time, ratio").close().close().open("tbody");
    for (PlanChange change : result.plans()) {
      page.open("tr").open("td").element("code", change.statement()).close();
      shapes(page, change.baseline());
      shapes(page, change.candidate());
      page.element("td", ratio(change)).closeLine();
    }
    page.close().close().closeLine();
  }

  /** Why there is nothing to show: without plans at hand it is not said that none changed. */
  static String none(ExperimentResult result) {
    if (Words.nothingRun(result)) {
      return "Plans were not compared: no pair was run.";
    }
    String where = result.observations().get(Observation.PLANS);
    if (where == null) {
      return "No other plan was seen; plans are not among what was to be observed.";
    }
    return where.startsWith("not ")
        ? "Plans were not compared. Plans: " + where + "."
        : "No statement that both sides sent was found to have another plan.";
  }

  /** {@code 13.20}, or that it is not known. */
  static String ratio(PlanChange change) {
    return Double.isFinite(change.ratio())
        ? String.format(Locale.ROOT, "%.2f", change.ratio())
        : "not known";
  }

  /** {@code time × 13.20}, or that it is not known. */
  static String time(PlanChange change) {
    return "time " + (Double.isFinite(change.ratio()) ? "× " : "") + ratio(change);
  }

  private static void shapes(Markup page, List<String> shapes) {
    page.open("td");
    shapes.forEach(shape -> page.element("p", shape));
    if (shapes.isEmpty()) {
      page.element("p", "no plan was seen", "class", "fine");
    }
    page.close();
  }
}
