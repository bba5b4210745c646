package dev.threeledger.experiment.report;

import dev.threeledger.experiment.Decision;
import dev.threeledger.experiment.ExperimentResult;
import dev.threeledger.experiment.ExperimentResult.Condition;
import dev.threeledger.experiment.ExperimentResult.Stopped;
import dev.threeledger.experiment.ExperimentResult.ThresholdResult;
import dev.threeledger.experiment.StopRule;
import dev.threeledger.report.Markup;
import dev.threeledger.report.Page;
import java.util.List;
import java.util.stream.Collectors;

/** Why it is a go or a stop: conditions, thresholds, and what ended it early. */
final class DecisionPart {
  private DecisionPart() {}

  static void write(Markup page, ExperimentResult result) {
    Page.section(page, "decision", "The decision");
    if (result.decision() == Decision.GO) {
      page.element("p", "A go: every condition is met.", "class", "lead");
    } else {
      page.element("p", "A stop, because", "class", "lead").open("ul", "class", "why");
      result.why().forEach(why -> page.element("li", Words.brief(why)));
      if (result.why().isEmpty()) {
        page.element("li", "no reason is recorded");
      }
      page.close();
    }
    conditions(page, result.conditions());
    page.element("h3", "Thresholds, as registered");
    thresholds(page, result.thresholds());
    page.closeLine();
    stopped(page, result);
  }

  private static void conditions(Markup page, List<Condition> conditions) {
    if (conditions.isEmpty()) {
      page.element("p", "No condition was judged.", "class", "missing");
      return;
    }
    page.open("table", "class", "conditions").open("thead").open("tr");
    page.element("th", "").element("th", "condition").element("th", "what shows it, or is missing");
    page.close().close().open("tbody");
    for (Condition condition : conditions) {
      page.open("tr", "class", condition.met() ? null : "unmet").open("td");
      word(page, condition.met(), condition.met() ? "met" : "missing");
      page.close().element("th", condition.name(), "scope", "row");
      page.element("td", condition.detail()).closeLine();
    }
    page.close().closeLine();
  }

  private static void thresholds(Markup page, List<ThresholdResult> thresholds) {
    if (thresholds.isEmpty()) {
      page.element("p", "No threshold was judged.", "class", "missing");
      return;
    }
    page.open("table", "class", "conditions").open("tbody");
    for (ThresholdResult threshold : thresholds) {
      page.open("tr", "class", threshold.met() ? null : "unmet").open("td");
      String not = threshold.resolved() ? "not met" : "not resolved";
      word(page, threshold.met(), threshold.met() ? "met" : not);
      page.close().open("th", "scope", "row");
      page.element("code", threshold.threshold().text()).close();
      page.element("td", threshold.seen()).closeLine();
    }
    page.close().closeLine();
  }

  private static void word(Markup page, boolean good, String word) {
    String style = good ? "pass" : word.equals("not resolved") ? "inconclusive" : "fail";
    page.element("span", word, "class", "verdict " + style);
  }

  private static void stopped(Markup page, ExperimentResult result) {
    Page.section(page, "stopped", "Stopped early");
    String rules =
        result.experiment().stopWhen().stream()
            .map(StopRule::yamlName)
            .collect(Collectors.joining(", "));
    if (result.stoppedBy().isEmpty()) {
      page.element("p", "No stop rule ended it. In force were: " + rules + ".");
    } else {
      Stopped stopped = result.stoppedBy().get();
      page.open("p", "class", "lead").text("Ended at once by ");
      page.element("b", stopped.rule().yamlName()).text(": " + stopped.what()).close();
      page.open("p", "class", "event");
      String name = stopped.event() == 0 ? "the run's page" : "#" + stopped.event();
      page.element("a", name, "href", Links.event(stopped.run(), stopped.event()));
      page.text(" in ").element("a", stopped.run(), "href", Links.run(stopped.run())).close();
      page.element(
          "p", "The scene is kept as it was. In force were: " + rules + ".", "class", "fine");
    }
    page.closeLine();
  }
}
