package dev.threeledger.report;

import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.verdict.CellVerdict;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Every event, foldable. */
final class EventsPart {
  private EventsPart() {}

  static void write(Markup page, List<Entry> entries, CellVerdict verdict) {
    Set<Long> accused = accused(verdict);
    page.open("details", "id", "events");
    page.element("summary", "All " + entries.size() + " events");
    page.empty("input", "type", "search", "id", "filter", "placeholder", "show only events with …");
    page.open("table", "class", "log").open("thead").open("tr");
    for (String head : List.of("seq", "ms", "where", "event", "key", "details")) {
      page.element("th", head);
    }
    page.close().close().open("tbody");
    entries.forEach(entry -> row(page, entry, accused.contains(entry.seq())));
    page.close().close().closeLine();
  }

  private static Set<Long> accused(CellVerdict verdict) {
    return verdict.checks().stream()
        .map(CheckResult::findings)
        .flatMap(List::stream)
        .map(Finding::at)
        .collect(Collectors.toSet());
  }

  private static void row(Markup page, Entry entry, boolean accused) {
    Event event = entry.event();
    page.open("tr", "id", "e" + entry.seq(), "class", source(event) + (accused ? " accused" : ""));
    page.element("td", Long.toString(entry.seq()), "class", "number");
    page.element("td", Wording.millis(entry.atNanos()), "class", "number");
    page.element("td", Wording.lane(event));
    page.element("td", Wording.name(event));
    page.element("td", event.key() == null ? "" : event.key());
    page.open("td").open("div", "class", "clip");
    page.text(String.join(", ", Wording.details(entry))).close();
    page.close().closeLine();
  }

  /** The style of the source: what we injected must not look like what was seen. */
  private static String source(Event event) {
    if (event instanceof Event.Injected) {
      return "injected";
    }
    if (event instanceof Event.Outside) {
      return "outside";
    }
    return event instanceof Event.Harness ? "harness" : "seen";
  }
}
