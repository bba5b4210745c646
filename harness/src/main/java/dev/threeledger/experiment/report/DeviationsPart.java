package dev.threeledger.experiment.report;

import dev.threeledger.experiment.ExperimentResult;
import dev.threeledger.experiment.ExperimentResult.Pair;
import dev.threeledger.experiment.PairClass;
import dev.threeledger.report.Markup;
import dev.threeledger.report.Page;
import java.util.List;
import java.util.stream.Stream;

/** Of each pair with a failing side: the first deviation of either side next to the other. */
final class DeviationsPart {
  /** So many stand open; the others are folded. */
  private static final int OPEN = 10;

  private DeviationsPart() {}

  static void write(Markup page, ExperimentResult result) {
    Page.section(page, "deviations", "First deviation of each pair that fails on a side");
    List<Pair> pairs =
        Stream.of(PairClass.BROKEN, PairClass.FIXED, PairClass.SAME_FAIL)
            .flatMap(kind -> result.pairs().stream().filter(pair -> pair.pairClass() == kind))
            .toList();
    if (pairs.isEmpty()) {
      page.element(
              "p",
              Words.nothingRun(result)
                  ? "No pair was run."
                  : "No pair is broken, fixed, or fails on both sides.")
          .closeLine();
      return;
    }
    table(page, pairs.subList(0, Math.min(OPEN, pairs.size())));
    if (pairs.size() > OPEN) {
      page.open("details");
      page.element("summary", "The other " + Words.amount(pairs.size() - OPEN, "pair"));
      table(page, pairs.subList(OPEN, pairs.size()));
      page.closeLine();
    }
    page.closeLine();
  }

  private static void table(Markup page, List<Pair> pairs) {
    page.open("table", "class", "beside").open("thead").open("tr");
    page.element("th", "pair").element("th", "baseline").element("th", "candidate");
    page.close().close().open("tbody");
    for (Pair pair : pairs) {
      page.open("tr").open("th", "scope", "row");
      RunCell.name(page, pair.cell());
      page.element("small", "attempt " + pair.attempt());
      String kind = pair.pairClass().yamlName();
      page.element("span", kind, "class", "class " + kind).close();
      RunCell.write(page, pair.baseline());
      RunCell.write(page, pair.candidate());
      page.closeLine();
    }
    page.close().closeLine();
  }
}
