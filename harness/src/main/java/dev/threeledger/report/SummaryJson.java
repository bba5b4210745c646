package dev.threeledger.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.verdict.Finding;
import dev.threeledger.verdict.Verdict;

/** The form of {@code summary.json}; described by {@code schema/summary.schema.json}. */
final class SummaryJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private SummaryJson() {}

  static String text(BatchSummary summary) {
    ObjectNode tree = JSON.createObjectNode();
    tree.put("batch", summary.batch()).put("digest", summary.digest());
    tree.put("good", summary.good());
    ObjectNode totals = tree.putObject("totals");
    totals.put("cells", summary.cells().size()).put("asExpected", summary.asExpected());
    for (Verdict verdict : Verdict.values()) {
      totals.put(verdict.name(), summary.count(verdict));
    }
    totals.put("notRun", summary.notRun().size());
    summary.cells().forEach(cell -> tree.withArray("/cells").add(cell(cell)));
    tree.set("notRun", JSON.valueToTree(summary.notRun()));
    if (summary.cells().isEmpty()) {
      tree.putArray("cells");
    }
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(tree) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }

  private static ObjectNode cell(CellSummary cell) {
    ObjectNode tree = JSON.createObjectNode();
    tree.put("cell", cell.asked().cell()).put("attempt", cell.asked().attempt());
    tree.put("seed", cell.asked().seed());
    tree.put("verdict", cell.verdict().verdict().name());
    tree.put("expected", cell.verdict().expected().name());
    tree.put("asExpected", cell.verdict().asExpected());
    tree.put("durationMillis", cell.duration().toMillis());
    tree.set("landed", JSON.valueToTree(cell.faults(true)));
    tree.set("notLanded", JSON.valueToTree(cell.faults(false)));
    tree.set(
        "firstDeviation", cell.verdict().firstDeviation().map(SummaryJson::finding).orElse(null));
    tree.set("reasons", JSON.valueToTree(cell.verdict().reasons()));
    tree.put("folder", cell.folder()).put("evidence", cell.evidence());
    tree.put("repeat", cell.asked().repeat());
    return tree;
  }

  private static ObjectNode finding(Finding finding) {
    return JSON.createObjectNode()
        .put("check", finding.check())
        .put("key", finding.key())
        .put("message", finding.message())
        .put("at", finding.at());
  }
}
