package dev.threeledger.experiment.report;

import dev.threeledger.experiment.ExperimentResult;
import dev.threeledger.experiment.Observation;
import dev.threeledger.report.Markup;
import dev.threeledger.report.Page;
import java.util.List;
import java.util.Map;

/** What was observed, the way back, and what was not tested. */
final class RecordPart {
  private RecordPart() {}

  static void write(Markup page, ExperimentResult result) {
    observations(page, result.observations());
    rollback(page, result);
    notTested(page, result);
  }

  private static void observations(Markup page, Map<Observation, String> observations) {
    Page.section(page, "observed", "What was to be observed, and where it stands");
    if (observations.isEmpty()) {
      page.element("p", "No observation was asked for.").closeLine();
      return;
    }
    page.open("table", "class", "pairs").open("tbody");
    for (Observation observation : Observation.values()) {
      String where = observations.get(observation);
      if (where != null) {
        page.open("tr").element("th", observation.yamlName(), "scope", "row");
        String style = where.startsWith("not verified") ? "unread" : null;
        page.element("td", where, "class", style).closeLine();
      }
    }
    page.close().close().closeLine();
  }

  private static void rollback(Markup page, ExperimentResult result) {
    Page.section(page, "rollback", "The way back");
    Map<String, String> rollback = result.experiment().rollback();
    if (rollback.isEmpty()) {
      page.element("p", "No way back is stated.", "class", "missing").closeLine();
      return;
    }
    page.open("p")
        .text("These values turn the candidate into the baseline again. Whether that was");
    page.text(" rehearsed stands among the ").element("a", "conditions", "href", "#decision");
    page.text(".").close();
    page.open("table", "class", "pairs").open("tbody");
    rollback.forEach(
        (path, value) -> {
          page.open("tr").element("th", path, "scope", "row");
          page.element("td", Words.value(value)).closeLine();
        });
    page.close().close().closeLine();
  }

  private static void notTested(Markup page, ExperimentResult result) {
    Page.section(page, "untested", "What was not tested");
    List<String> sentences = NotTested.sentences(result);
    if (Words.nothingRun(result)) {
      page.element("p", "No pair was run: nothing was compared.", "class", "missing");
    }
    if (sentences.isEmpty() && !Words.nothingRun(result)) {
      page.element("p", "Nothing is named, and every planned pair was run and compared.");
    } else if (!sentences.isEmpty()) {
      page.open("ul");
      sentences.forEach(sentence -> page.element("li", sentence));
      page.close();
    }
    page.closeLine();
  }
}
