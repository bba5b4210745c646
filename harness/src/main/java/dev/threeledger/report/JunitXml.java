package dev.threeledger.report;

import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import dev.threeledger.verdict.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * {@code junit.xml}: a test suite per scenario, a test case per run. A run with the verdict that
 * its scenario states succeeds, be it FAIL. Otherwise INCONCLUSIVE is an error and anything else a
 * failure: also a canary that passed. A planned cell that did not run is skipped.
 */
final class JunitXml {
  private JunitXml() {}

  static String text(BatchSummary summary) {
    Map<String, List<CellSummary>> suites =
        summary.cells().stream()
            .collect(
                Collectors.groupingBy(CellSummary::scenario, TreeMap::new, Collectors.toList()));
    Map<String, List<String>> notRun =
        summary.notRun().stream()
            .collect(
                Collectors.groupingBy(
                    id -> id.replaceAll("/.*", ""), TreeMap::new, Collectors.toList()));
    notRun.keySet().forEach(scenario -> suites.putIfAbsent(scenario, List.of()));
    Markup xml = new Markup();
    xml.trusted("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.open("testsuites", counts("threeledger", summary.cells(), summary.notRun().size()));
    xml.trusted("\n");
    suites.forEach(
        (scenario, cells) ->
            suite(xml, summary, scenario, cells, notRun.getOrDefault(scenario, List.of())));
    return xml.closeLine().toString();
  }

  private static void suite(
      Markup xml,
      BatchSummary summary,
      String scenario,
      List<CellSummary> cells,
      List<String> notRun) {
    xml.open("testsuite", counts(scenario, cells, notRun.size())).trusted("\n");
    xml.open("properties");
    property(xml, "threeledger.batch", summary.batch());
    property(xml, "threeledger.batch.digest", summary.digest());
    String seeds =
        cells.stream()
            .map(cell -> Long.toString(cell.asked().seed()))
            .distinct()
            .collect(Collectors.joining(","));
    property(xml, "threeledger.seed", seeds);
    xml.closeLine();
    cells.forEach(cell -> testCase(xml, cell));
    for (String id : notRun) {
      String name = id.substring(Math.min(scenario.length() + 1, id.length()));
      xml.open("testcase", "classname", scenario, "name", name, "time", "0.000");
      xml.empty("skipped", "message", "not run: the batch was stopped before").closeLine();
    }
    xml.closeLine();
  }

  private static String[] counts(String name, List<CellSummary> cells, int skipped) {
    Duration time = cells.stream().map(CellSummary::duration).reduce(Duration.ZERO, Duration::plus);
    List<String> attributes = new ArrayList<>(List.of("name", name));
    attributes.addAll(List.of("tests", Integer.toString(cells.size() + skipped)));
    attributes.addAll(List.of("failures", count(cells, "failure")));
    attributes.addAll(List.of("errors", count(cells, "error")));
    attributes.addAll(List.of("skipped", Integer.toString(skipped)));
    attributes.addAll(List.of("time", seconds(time)));
    return attributes.toArray(String[]::new);
  }

  private static String count(List<CellSummary> cells, String outcome) {
    return Long.toString(cells.stream().filter(cell -> outcome.equals(outcome(cell))).count());
  }

  /** {@code failure}, {@code error}, or null for success. */
  private static String outcome(CellSummary cell) {
    if (cell.verdict().asExpected()) {
      return null;
    }
    return cell.verdict().verdict() == Verdict.INCONCLUSIVE ? "error" : "failure";
  }

  private static void property(Markup xml, String name, String value) {
    xml.empty("property", "name", name, "value", value);
  }

  private static void testCase(Markup xml, CellSummary cell) {
    String time = seconds(cell.duration());
    xml.open("testcase", "classname", cell.scenario(), "name", cell.name(), "time", time);
    String outcome = outcome(cell);
    if (outcome != null) {
      String type = cell.verdict().verdict() + " instead of " + cell.verdict().expected();
      xml.element(outcome, body(cell), "message", cell.unexpected(), "type", type);
    }
    xml.element("system-out", cell.folder() + "\n" + cell.evidence()).closeLine();
  }

  private static String body(CellSummary cell) {
    List<String> lines = new ArrayList<>(List.of(cell.asked().repeat()));
    lines.addAll(cell.verdict().reasons());
    for (CheckResult check : cell.verdict().checks()) {
      for (Finding finding : check.findings()) {
        lines.add(check.check() + ": " + finding.message() + " (event " + finding.at() + ")");
      }
    }
    return String.join("\n", lines);
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.3f", duration.toMillis() / 1000.0);
  }
}
