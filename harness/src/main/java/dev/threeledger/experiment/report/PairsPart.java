package dev.threeledger.experiment.report;

import dev.threeledger.experiment.ExperimentResult;
import dev.threeledger.experiment.ExperimentResult.Pair;
import dev.threeledger.experiment.ExperimentResult.Run;
import dev.threeledger.experiment.PairClass;
import dev.threeledger.report.Markup;
import dev.threeledger.report.Page;
import dev.threeledger.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every pair as a tile: a row per cell, a tile per attempt, both verdicts and the class. */
final class PairsPart {
  private PairsPart() {}

  static void write(Markup page, ExperimentResult result) {
    Page.section(page, "pairs", "Pairs side by side");
    if (result.pairs().isEmpty()) {
      page.element("p", "No pair was run.").closeLine();
      return;
    }
    counts(page, result);
    legend(page);
    page.empty(
        "input", "type", "search", "placeholder", "show only cells with … (broken, fixed, a name)");
    matrix(page, result.pairs());
    page.closeLine();
  }

  private static void counts(Markup page, ExperimentResult result) {
    Map<PairClass, Long> counts = Words.counts(result);
    page.open("div", "class", "counts");
    page.open("div").element("b", Integer.toString(result.pairs().size()));
    page.element("span", result.pairs().size() == 1 ? "pair" : "pairs", "class", "fine").close();
    for (PairClass kind : PairClass.values()) {
      page.open("div", "class", counts.containsKey(kind) ? null : "zero");
      page.element("b", Long.toString(counts.getOrDefault(kind, 0L)));
      page.element("span", kind.yamlName(), "class", "class " + kind.yamlName()).close();
    }
    page.closeLine();
  }

  private static void legend(Markup page) {
    page.open("div", "class", "key tiles");
    page.element("span", "Left the baseline, right the candidate; each leads to its run:");
    for (Verdict verdict : Verdict.values()) {
      page.open("span").open("span", "class", "tile");
      page.element("b", letter(verdict), "class", Page.css(verdict)).close();
      page.text(verdict.name()).close();
    }
    page.open("span").open("span", "class", "tile").element("b", "–", "class", "none").close();
    page.text("not run").close();
    page.close().open("div", "class", "key tiles");
    page.element("span", "Beneath them the pair's class:");
    for (PairClass kind : PairClass.values()) {
      page.element("span", kind.yamlName(), "class", "class " + kind.yamlName());
    }
    page.closeLine();
  }

  private static void matrix(Markup page, List<Pair> pairs) {
    Map<String, List<Pair>> cells = new LinkedHashMap<>();
    pairs.forEach(p -> cells.computeIfAbsent(p.cell(), cell -> new ArrayList<>()).add(p));
    page.open("table", "class", "matrix").open("thead").open("tr");
    page.element("th", "cell").element("th", "attempts").element("th", "classes");
    page.close().close().open("tbody");
    cells.forEach(
        (cell, attempts) -> {
          page.open("tr").open("th", "scope", "row");
          RunCell.name(page, cell);
          page.close().open("td").open("div", "class", "tiles");
          attempts.forEach(pair -> tile(page, pair));
          page.close().close().element("td", Words.classes(attempts), "class", "fine").closeLine();
        });
    page.close().closeLine();
  }

  private static void tile(Markup page, Pair pair) {
    String title =
        "attempt "
            + pair.attempt()
            + ", "
            + pair.pairClass().yamlName()
            + ": baseline "
            + verdict(pair.baseline())
            + ", candidate "
            + verdict(pair.candidate());
    page.open("span", "class", "tile " + pair.pairClass().yamlName(), "title", title);
    page.element("small", Integer.toString(pair.attempt()));
    half(page, pair.baseline());
    half(page, pair.candidate());
    page.close();
  }

  private static void half(Markup page, Run run) {
    if (run == null) {
      page.element("b", "–", "class", "none");
      return;
    }
    String style = Page.css(run.verdict());
    page.element("a", letter(run.verdict()), "class", style, "href", Links.run(run.folder()));
  }

  private static String verdict(Run run) {
    return run == null ? "not run" : run.verdict().name();
  }

  private static String letter(Verdict verdict) {
    return verdict.name().substring(0, 1);
  }
}
