package dev.threeledger.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.threeledger.evidence.RunAsked;
import dev.threeledger.verdict.CellVerdict;
import dev.threeledger.verdict.Landing;

/** For each planned fault what was planned, what proves that it struck, and what is missing. */
final class LandingPart {
  private LandingPart() {}

  static void write(Markup page, RunAsked asked, CellVerdict verdict) {
    Page.section(page, "faults", "Faults");
    if (verdict.landings().isEmpty()) {
      page.element("p", "No fault is planned in this cell.", "class", "fine");
    }
    for (int i = 0; i < verdict.landings().size(); i++) {
      Landing landing = verdict.landings().get(i);
      page.open("div", "class", "landing " + (landing.landed() ? "landed" : "missed"));
      page.open("h3").element("span", landing.landed() ? "landed" : "not landed", "class", "tag");
      page.text(landing.fault()).close();
      plan(page, asked.scenario().path("fault").path(i));
      sentences(page, landing);
      page.close();
    }
    page.closeLine();
  }

  private static void plan(Markup page, JsonNode fault) {
    if (fault.isObject()) {
      page.element("p", Wording.flow(fault), "class", "plan");
    }
  }

  private static void sentences(Markup page, Landing landing) {
    page.open("ul");
    landing.missing().forEach(text -> page.element("li", "Missing: " + text, "class", "missing"));
    landing.proof().forEach(text -> page.element("li", text));
    page.close();
    if (!landing.events().isEmpty()) {
      page.open("p", "class", "fine").text("Events ");
      Page.events(page, landing.events());
      page.close();
    }
  }
}
