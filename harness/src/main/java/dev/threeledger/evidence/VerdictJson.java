package dev.threeledger.evidence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.verdict.CellVerdict;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import dev.threeledger.verdict.Landing;
import dev.threeledger.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The form of {@code verdict.json}; described by {@code schema/verdict.schema.json}. */
final class VerdictJson {
  private VerdictJson() {}

  /**
   * The verdict as a tree.
   *
   * @param evidence digest of the SHA256SUMS that was judged, or null
   */
  static ObjectNode tree(CellVerdict verdict, String evidence) {
    ObjectNode tree = Trees.object();
    tree.put("verdict", verdict.verdict().name());
    tree.put("expected", verdict.expected().name());
    tree.put("asExpected", verdict.asExpected());
    tree.put("evidence", evidence);
    tree.set("firstDeviation", verdict.firstDeviation().map(VerdictJson::finding).orElse(null));
    tree.set("reasons", Trees.of(verdict.reasons()));
    tree.set("landings", array(verdict.landings(), VerdictJson::landing));
    tree.set("checks", array(verdict.checks(), VerdictJson::check));
    return tree;
  }

  private static <T> ArrayNode array(List<T> items, Function<T, ObjectNode> form) {
    ArrayNode array = Trees.object().arrayNode();
    items.forEach(item -> array.add(form.apply(item)));
    return array;
  }

  private static ObjectNode finding(Finding finding) {
    ObjectNode tree = Trees.object();
    tree.put("check", finding.check()).put("key", finding.key());
    tree.put("message", finding.message()).put("at", finding.at());
    tree.set("events", Trees.of(finding.events()));
    return tree;
  }

  private static ObjectNode landing(Landing landing) {
    ObjectNode tree = Trees.object();
    tree.put("fault", landing.fault()).put("landed", landing.landed());
    tree.set("proof", Trees.of(landing.proof()));
    tree.set("missing", Trees.of(landing.missing()));
    tree.set("events", Trees.of(landing.events()));
    return tree;
  }

  private static ObjectNode check(CheckResult result) {
    ObjectNode tree = Trees.object();
    tree.put("check", result.check()).put("verdict", result.verdict().name());
    tree.put("reason", result.reason());
    tree.set("findings", array(result.findings(), VerdictJson::finding));
    tree.set("notes", Trees.of(result.notes()));
    return tree;
  }

  /** Reads back what {@link #tree} gave. */
  static CellVerdict read(JsonNode tree) {
    return new CellVerdict(
        Verdict.valueOf(tree.path("verdict").asText()),
        Verdict.valueOf(tree.path("expected").asText()),
        texts(tree.path("reasons")),
        list(tree.path("checks"), VerdictJson::readCheck),
        list(tree.path("landings"), VerdictJson::readLanding));
  }

  private static CheckResult readCheck(JsonNode tree) {
    return new CheckResult(
        tree.path("check").asText(),
        Verdict.valueOf(tree.path("verdict").asText()),
        list(tree.path("findings"), VerdictJson::readFinding),
        texts(tree.path("notes")),
        text(tree.path("reason")));
  }

  private static Finding readFinding(JsonNode tree) {
    return new Finding(
        tree.path("check").asText(),
        text(tree.path("key")),
        tree.path("message").asText(),
        tree.path("at").asLong(),
        list(tree.path("events"), JsonNode::asLong));
  }

  private static Landing readLanding(JsonNode tree) {
    return new Landing(
        tree.path("fault").asText(),
        tree.path("landed").asBoolean(),
        texts(tree.path("proof")),
        texts(tree.path("missing")),
        list(tree.path("events"), JsonNode::asLong));
  }

  private static String text(JsonNode node) {
    return node.isTextual() ? node.textValue() : null;
  }

  private static List<String> texts(JsonNode array) {
    return list(array, JsonNode::asText);
  }

  private static <T> List<T> list(JsonNode array, Function<JsonNode, T> form) {
    List<T> items = new ArrayList<>();
    array.forEach(node -> items.add(form.apply(node)));
    return items;
  }
}
