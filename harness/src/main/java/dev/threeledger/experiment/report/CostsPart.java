package dev.threeledger.experiment.report;

import dev.threeledger.cost.CostComparison;
import dev.threeledger.cost.CostComparison.Outcome;
import dev.threeledger.experiment.ExperimentResult;
import dev.threeledger.report.Markup;
import dev.threeledger.report.Page;
import java.util.List;
import java.util.Locale;

/** What the candidate costs against the baseline: a picture, a table, and how it was tested. */
final class CostsPart {
  private CostsPart() {}

  static void write(Markup page, ExperimentResult result) {
    List<CostComparison> costs = Words.costs(result);
    Page.section(page, "costs", "Costs");
    if (costs.isEmpty()) {
      page.element(
          "p",
          "No cost was compared: "
              + (Words.nothingRun(result)
                  ? "no pair was run."
                  : "there is no comparable pair with figures."));
      page.closeLine();
      return;
    }
    page.element("p", test(costs));
    page.open("div", "class", "scroll").trusted(ForestPlot.draw(costs)).closeLine();
    table(page, costs);
    unresolved(page, costs);
    page.closeLine();
  }

  /** How it was tested. */
  static String test(List<CostComparison> costs) {
    CostComparison first = costs.get(0);
    return "Each figure is the median over the pairs of candidate / baseline, or of candidate − baseline"
        + " where a side has 0. Its interval comes from order statistics (the sign test inverted),"
        + " corrected for "
        + Words.amount(costs.size(), "metric")
        + "; p is the two-sided sign test, not corrected. Equivalent means the whole interval lies from 1/"
        + Words.times(first.margin())
        + " to "
        + Words.times(first.margin())
        + "; of a difference, that it stays within "
        + Words.times(first.margin() - 1)
        + " of the larger median. At least "
        + Words.amount(first.least(), "pair")
        + " are needed to say anything. Nothing is concluded from a mean.";
  }

  private static void table(Markup page, List<CostComparison> costs) {
    page.open("table", "class", "costs").open("thead").open("tr");
    for (String head :
        List.of(
            "metric",
            "baseline, median",
            "candidate, median",
            "ratio",
            "interval",
            "confidence",
            "p",
            "pairs",
            "outcome")) {
      page.element("th", head);
    }
    page.close().close().open("tbody");
    for (CostComparison cost : costs) {
      page.open("tr").element("th", cost.metric().title(), "scope", "row");
      page.element("td", Words.figure(cost.metric(), cost.baseline()));
      page.element("td", Words.figure(cost.metric(), cost.candidate()));
      page.element("td", Words.ratio(cost, cost.ratio()));
      page.element("td", Words.interval(cost));
      page.element("td", percent(cost.confidence()));
      page.element("td", p(cost.p()));
      page.element("td", Integer.toString(cost.pairs()));
      page.open("td");
      page.element("span", Words.lower(cost.outcome()), "class", "outcome " + css(cost.outcome()));
      page.close().closeLine();
    }
    page.close().closeLine();
  }

  private static void unresolved(Markup page, List<CostComparison> costs) {
    List<CostComparison> open =
        costs.stream().filter(cost -> cost.outcome() == Outcome.NOT_RESOLVED).toList();
    if (open.isEmpty()) {
      return;
    }
    page.open("ul", "class", "unresolved");
    for (CostComparison cost : open) {
      page.open("li").element("b", cost.metric().title()).text(" is " + Words.outcome(cost) + ".");
      page.close();
    }
    page.close();
  }

  /** The style class of an outcome. */
  static String css(Outcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String percent(double share) {
    return Double.isFinite(share) ? String.format(Locale.ROOT, "%.1f %%", share * 100) : "–";
  }

  private static String p(double p) {
    if (!Double.isFinite(p)) {
      return "–";
    }
    return p < 0.001 ? "< 0.001" : String.format(Locale.ROOT, "%.3f", p);
  }
}
