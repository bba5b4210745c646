package dev.threeledger.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.threeledger.evidence.Change;
import dev.threeledger.evidence.RunAsked;
import dev.threeledger.verdict.CellVerdict;
import java.nio.file.Path;

/** The commands that repeat and replay the run, which one it replays, and the verdict. */
final class HeadPart {
  private HeadPart() {}

  static void write(Markup page, RunAsked asked, Path folder, CellVerdict verdict) {
    page.open("header");
    page.open("p", "class", "crumbs");
    // the run of an experiment lies one deeper, below its side
    String up = asked.side().isEmpty() ? "../../../" : "../../../../";
    String batch = asked.side().isEmpty() ? "batch" : "experiment";
    page.element("a", batch, "href", up + "index.html").text(" › ");
    page.text(asked.side().isEmpty() ? "" : asked.side() + " › ");
    page.text(asked.cell() + " › attempt " + asked.attempt()).close();
    page.open("p", "class", "repeat").element("span", "Repeat this run");
    page.element("code", asked.repeat()).closeLine();
    page.open("p", "class", "repeat").element("span", "Replay it from its record");
    page.element("code", "./threeledger replay " + shown(folder)).closeLine();
    if (asked.replays() != null) {
      page.open("p", "class", "repeat").element("span", "Replays");
      page.element("code", asked.replays().folder()).closeLine();
      for (Change change : asked.replays().changed()) {
        page.element("p", "changed since: " + change.text(), "class", "expected").text("\n");
      }
    }
    page.open("div", "class", "headline " + Page.css(verdict.verdict()));
    page.element("div", verdict.verdict().name(), "class", "big");
    page.open("div");
    page.element("h1", asked.cell());
    JsonNode claim = asked.scenario().path("claim");
    if (claim.isTextual()) {
      page.element("p", claim.asText(), "class", "claim");
    }
    page.element("p", expectation(verdict), "class", "expected");
    page.close().closeLine().closeLine();
  }

  private static String shown(Path folder) {
    Path here = Path.of("").toAbsolutePath();
    Path absolute = folder.toAbsolutePath().normalize();
    return (absolute.startsWith(here) ? here.relativize(absolute) : absolute).toString();
  }

  private static String expectation(CellVerdict verdict) {
    return verdict.asExpected()
        ? "As expected: the scenario states " + verdict.expected() + "."
        : "Not as expected: the scenario states " + verdict.expected() + ".";
  }
}
