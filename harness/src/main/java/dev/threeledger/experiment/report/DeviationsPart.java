package dev.threeledger.experiment.report;

import dev.threeledger.experiment.ExperimentResult;
import dev.threeledger.experiment.ExperimentResult.Pair;
import dev.threeledger.experiment.ExperimentResult.Run;
import dev.threeledger.experiment.PairClass;
import dev.threeledger.report.Markup;
import dev.threeledger.report.Page;
import dev.threeledger.verdict.Finding;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Of each pair with a failing side: the first deviation of either side next to the other. */
final class DeviationsPart {
  private static final Set<PairClass> SHOWN =
      Set.of(PairClass.BROKEN, PairClass.FIXED, PairClass.SAME_FAIL);

  /** So many stand open; the others are folded. */
  private static final int OPEN = 10;

  private DeviationsPart() {}

  static void write(Markup page, ExperimentResult result) {
    Page.section(page, "deviations", "First deviation of each pair that fails on a side");
    List<Pair> pairs =
        Stream.of(PairClass.BROKEN, PairClass.FIXED, PairClass.SAME_FAIL)
            .filter(SHOWN::contains)
            .flatMap(kind -> result.pairs().stream().filter(pair -> pair.pairClass() == kind))
            .toList();
    if (pairs.isEmpty()) {
      page.element("p", "No pair is broken, fixed, or fails on both sides.").closeLine();
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
      page.open("tr").open("th", "scope", "row").text(pair.cell() + " ");
      page.element("small", "attempt " + pair.attempt());
      String kind = pair.pairClass().yamlName();
      page.element("span", Words.lower(pair.pairClass()), "class", "class " + kind).close();
      side(page, pair.baseline());
      side(page, pair.candidate());
      page.closeLine();
    }
    page.close().closeLine();
  }

  private static void side(Markup page, Run run) {
    page.open("td");
    Links.verdict(page, run);
    if (run != null && run.firstDeviation().isPresent()) {
      Finding finding = run.firstDeviation().get();
      page.element("p", finding.message());
      page.open("p", "class", "fine").text(finding.check());
      page.text(finding.key() == null ? "" : ", key " + finding.key()).text(", event ");
      page.element("a", "#" + finding.at(), "href", Links.event(run.folder(), finding.at()));
      page.close();
    } else if (run != null) {
      page.element("p", "Nothing was found.", "class", "fine");
    }
    if (run != null) {
      run.reasons().forEach(reason -> page.element("p", reason, "class", "fine"));
    }
    page.close();
  }
}
