package dev.threeledger.report;

import dev.threeledger.verdict.Verdict;
import java.util.List;

/** {@code index.html}: all runs of a batch, those that are not as expected first. */
final class BatchPage {
  private BatchPage() {}

  static String html(BatchSummary summary) {
    Markup page = new Markup();
    page.open("header");
    page.element("p", "Threeledger, batch " + summary.batch(), "class", "crumbs");
    page.open("div", "class", "headline " + (summary.good() ? "pass" : "fail"));
    String ratio = summary.asExpected() + " / " + summary.cells().size();
    page.element("div", ratio, "class", "big").open("div");
    page.element("h1", summary.headline());
    page.open("p", "class", "fine").text("Batch digest ").element("code", summary.digest());
    page.close().close().closeLine().closeLine();
    counts(page, summary);
    table(page, summary);
    if (!summary.notRun().isEmpty()) {
      Page.section(page, "notrun", "Planned and not run").open("ul");
      summary.notRun().forEach(id -> page.element("li", id));
      page.close().closeLine();
    }
    page.open("p", "class", "fine").text("Also here: ");
    for (String file : List.of("summary.json", "summary.md", "junit.xml")) {
      page.element("a", file, "href", file).text(" ");
    }
    return Page.html("Threeledger " + summary.batch(), page.closeLine());
  }

  private static void counts(Markup page, BatchSummary summary) {
    page.open("div", "class", "counts");
    count(page, summary.cells().size(), "cells", null);
    for (Verdict verdict : Verdict.values()) {
      count(page, summary.count(verdict), verdict.name(), Page.css(verdict));
    }
    count(page, summary.cells().size() - summary.asExpected(), "not as expected", null);
    page.closeLine();
  }

  private static void count(Markup page, long number, String what, String style) {
    page.open("div").element("b", Long.toString(number));
    page.element("span", what, "class", style == null ? "fine" : "verdict " + style).close();
  }

  private static void table(Markup page, BatchSummary summary) {
    Page.section(page, "cells", "Cells");
    page.empty("input", "type", "search", "placeholder", "show only cells with …");
    page.open("table", "class", "cells").open("thead").open("tr");
    for (String head :
        List.of("verdict", "expected", "cell", "faults", "duration", "first deviation")) {
      page.element("th", head);
    }
    page.close().close().open("tbody");
    summary.unexpected().forEach(cell -> row(page, cell));
    summary.cells().stream()
        .filter(cell -> cell.verdict().asExpected())
        .forEach(cell -> row(page, cell));
    page.close().close().closeLine();
  }

  private static void row(Markup page, CellSummary cell) {
    page.open("tr", "class", cell.verdict().asExpected() ? null : "unexpected");
    page.open("td");
    Page.verdict(page, cell.verdict().verdict());
    page.close();
    page.element("td", cell.verdict().expected().name(), "class", "fine nowrap");
    page.open("td");
    String report = Page.address(cell.folder()) + "/report.html";
    page.element("a", cell.title(), "href", report).close();
    page.element("td", cell.faults());
    page.element("td", Wording.duration(cell.duration()), "class", "nowrap");
    page.element("td", cell.lead()).closeLine();
  }
}
