package dev.threeledger.experiment;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.verdict.Finding;

/** A finding, in the form that it has in {@code verdict.json}. */
final class FindingJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private FindingJson() {}

  static ObjectNode tree(Finding finding) {
    ObjectNode tree = JSON.createObjectNode();
    tree.put("check", finding.check());
    tree.put("key", finding.key() == null ? "none: it concerns the whole run" : finding.key());
    tree.put("message", finding.message()).put("at", finding.at());
    tree.set("events", JSON.valueToTree(finding.events()));
    return tree;
  }
}
