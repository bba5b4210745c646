package dev.threeledger.experiment.report;

import dev.threeledger.experiment.Decision;
import dev.threeledger.experiment.Difference;
import dev.threeledger.experiment.Experiment;
import dev.threeledger.experiment.ExperimentResult;
import dev.threeledger.report.Markup;
import java.util.List;

/** The command that checks it, the decision, the one changed variable, what was registered. */
final class HeadPart {
  private HeadPart() {}

  static void write(Markup page, ExperimentResult result) {
    Experiment experiment = result.experiment();
    page.open("header");
    page.element("p", "Threeledger, experiment " + result.batch(), "class", "crumbs");
    page.open("p", "class", "repeat").element("span", "Check it again");
    page.element("code", Words.recheck(result)).closeLine();
    String style = result.decision() == Decision.GO ? "pass" : "fail";
    page.open("div", "class", "headline " + style);
    page.element("div", result.decision().name(), "class", "big");
    page.open("div").element("h1", experiment.name());
    page.element("p", experiment.claim(), "class", "claim");
    page.element("p", Words.shows(result));
    page.element("p", Words.expectation(result), "class", "expected");
    unexpected(page, result.unexpected());
    page.close().closeLine().closeLine();
    variable(page, result);
    facts(page, result);
  }

  private static void unexpected(Markup page, List<String> unexpected) {
    if (!unexpected.isEmpty()) {
      page.open("ul", "class", "unexpected");
      unexpected.forEach(what -> page.element("li", what));
      page.close();
    }
  }

  private static void variable(Markup page, ExperimentResult result) {
    page.open("section", "id", "variable").element("h2", "The one changed variable");
    String warning = Words.notOneVariable(result);
    if (!warning.isEmpty()) {
      page.element("p", warning, "class", "missing");
    }
    for (Difference difference : Words.variable(result)) {
      page.open("div", "class", "variable");
      page.element("code", difference.path(), "class", "path");
      side(page, "baseline", difference.baseline(), result);
      page.element("span", "→", "class", "arrow");
      side(page, "candidate", difference.candidate(), result);
      page.closeLine();
    }
  }

  private static void side(Markup page, String name, String value, ExperimentResult result) {
    boolean recorded = !result.differences().isEmpty();
    page.open("div", "class", "side").element("small", name);
    page.element("b", recorded ? Words.value(value) : "not recorded").close();
  }

  private static void facts(Markup page, ExperimentResult result) {
    Experiment experiment = result.experiment();
    page.open("dl", "class", "facts");
    fact(page, "topic", experiment.topic(), null);
    fact(page, "chapter", experiment.chapter(), null);
    fact(page, "owner", experiment.owner(), null);
    fact(page, "started", Words.when(result), null);
    fact(page, "versions", versions(experiment), null);
    String pairs = experiment.repeat() + " per cell, seed " + experiment.fixed().seed();
    fact(page, "pairs", pairs, null);
    fact(page, "registered before", result.registered(), "wide");
    fact(page, "folder digest", result.digest(), "wide");
    page.closeLine().closeLine();
  }

  private static String versions(Experiment experiment) {
    String baseline = experiment.baseline().version();
    String candidate = experiment.candidate().version();
    return "baseline "
        + (baseline == null ? "without a label" : baseline)
        + ", candidate "
        + (candidate == null ? "without a label" : candidate);
  }

  private static void fact(Markup page, String name, String value, String style) {
    page.element("dt", name).open("dd", "class", style);
    if ("wide".equals(style)) {
      page.element("code", value);
    } else {
      page.text(value == null ? "not stated" : value);
    }
    page.close();
  }
}
