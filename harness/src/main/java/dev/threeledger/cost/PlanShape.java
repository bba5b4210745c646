package dev.threeledger.cost;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * What a plan does, without what it costs: kinds of nodes, relations, indexes and how they hang
 * together. No costs, times, row counts, conditions or aliases: two executions of one statement
 * with other values have the same shape when the database goes the same way.
 *
 * <p>Such as {@code Update on execution (Index Scan using execution_pkey on execution)}; what a
 * node takes its rows from stands in brackets after it, in the order of the plan.
 */
final class PlanShape {
  private PlanShape() {}

  /**
   * Of a plan as EXPLAIN and auto_explain write it in JSON: the object that holds {@code Plan}, or
   * that node itself.
   */
  static String of(JsonNode plan) {
    return node(plan.has("Plan") ? plan.get("Plan") : plan);
  }

  private static String node(JsonNode node) {
    StringBuilder shape = new StringBuilder(kind(node));
    if (node.has("Index Name")) {
      shape.append(" using ").append(node.get("Index Name").asText());
    }
    for (String on : List.of("Relation Name", "Function Name", "CTE Name")) {
      if (node.has(on)) {
        shape.append(" on ").append(node.get(on).asText());
      }
    }
    if (node.has("Conflict Arbiter Indexes")) {
      shape.append(" arbiter ").append(texts(node.get("Conflict Arbiter Indexes")));
    }
    List<String> inner = new ArrayList<>();
    node.path("Plans").forEach(child -> inner.add(node(child)));
    return inner.isEmpty()
        ? shape.toString()
        : shape.append(" (").append(String.join(", ", inner)).append(')').toString();
  }

  /** {@code ModifyTable} is named by what it does; a join and an aggregate by how. */
  private static String kind(JsonNode node) {
    String type = node.path("Node Type").asText();
    if (type.equals("ModifyTable") || type.equals("SetOp")) {
      return node.path("Operation").asText(node.path("Command").asText(type));
    }
    String join = node.path("Join Type").asText("");
    String strategy = node.path("Strategy").asText("");
    return type
        + (join.isEmpty() || join.equals("Inner") ? "" : " " + join)
        + (strategy.isEmpty() || strategy.equals("Plain") ? "" : " " + strategy)
        + (node.path("Scan Direction").asText("").equals("Backward") ? " Backward" : "");
  }

  private static String texts(JsonNode array) {
    return String.join(
        " and ",
        StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).sorted().toList());
  }
}
