package dev.threeledger.report;

import dev.threeledger.timeline.Entry;
import dev.threeledger.verdict.CellVerdict;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import dev.threeledger.verdict.Verdict;
import java.util.List;

/** The first deviation with its event; then why a run is INCONCLUSIVE. */
final class DeviationPart {
  private DeviationPart() {}

  static void write(Markup page, CellVerdict verdict, List<Entry> entries) {
    verdict.firstDeviation().ifPresent(finding -> deviation(page, finding, entries));
    if (verdict.verdict() == Verdict.INCONCLUSIVE || !verdict.reasons().isEmpty()) {
      inconclusive(page, verdict);
    }
  }

  private static void deviation(Markup page, Finding finding, List<Entry> entries) {
    Page.section(page, "deviation", "First deviation");
    page.element("p", finding.message(), "class", "lead");
    page.open("p", "class", "fine").text("Breaks ").element("b", finding.check());
    if (finding.key() != null) {
      page.text(" for key ").element("code", finding.key());
    }
    page.text(". Shown by events ");
    Page.events(page, finding.events());
    page.close();
    entries.stream()
        .filter(entry -> entry.seq() == finding.at())
        .findFirst()
        .ifPresent(entry -> event(page, entry));
    page.closeLine();
  }

  private static void event(Markup page, Entry entry) {
    page.open("p", "class", "event");
    page.element("a", "#" + entry.seq(), "href", "#e" + entry.seq());
    page.element("span", Wording.millis(entry.atNanos()) + " ms", "class", "time");
    page.text(Wording.line(entry));
    page.close();
  }

  private static void inconclusive(Markup page, CellVerdict verdict) {
    Page.section(page, "inconclusive", "Why nothing better than INCONCLUSIVE is possible");
    page.open("ul");
    verdict.reasons().forEach(reason -> page.element("li", reason));
    for (CheckResult check : verdict.checks()) {
      if (check.verdict() == Verdict.INCONCLUSIVE) {
        page.open("li").element("b", check.check()).text(": " + check.reason()).close();
      }
    }
    page.close().closeLine();
  }
}
