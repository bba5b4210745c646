package dev.threeledger.report;

import dev.threeledger.verdict.CellVerdict;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;

/** One line per check, in the fixed order of the checks. */
final class ChecksPart {
  private ChecksPart() {}

  static void write(Markup page, CellVerdict verdict) {
    Page.section(page, "checks", "Checks");
    page.open("table", "class", "checks").open("thead").open("tr");
    page.element("th", "check").element("th", "verdict").element("th", "findings and notes");
    page.close().close().open("tbody");
    for (CheckResult check : verdict.checks()) {
      page.open("tr");
      page.element("th", check.check(), "scope", "row");
      page.open("td");
      Page.verdict(page, check.verdict());
      page.close().open("td");
      details(page, check);
      page.close().closeLine();
    }
    page.close().close().closeLine();
  }

  private static void details(Markup page, CheckResult check) {
    for (Finding finding : check.findings()) {
      page.open("p").text(finding.message() + " ");
      Page.events(page, finding.events());
      page.close();
    }
    if (check.reason() != null) {
      page.element("p", check.reason());
    }
    check.notes().forEach(note -> page.element("p", note, "class", "fine"));
  }
}
