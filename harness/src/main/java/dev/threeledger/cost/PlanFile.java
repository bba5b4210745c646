package dev.threeledger.cost;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code raw/database-plans.json}: {@code everyStatement}, and {@code plans}, one for each
 * statement and shape:
 *
 * <pre>
 * { "statement": …, "shape": …, "count": 12, "millis": [ 0.021, … ], "first": the plan as logged }
 * </pre>
 *
 * A run has hundreds of executions and a handful of shapes; so the whole plan is kept of the first
 * alone, and of all of them their times. Reading takes the shape from that plan, not from {@code
 * shape}, which is for people.
 */
public final class PlanFile {
  /** In {@code raw/}. */
  public static final String NAME = "database-plans.json";

  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private final Map<Group, Logged> groups = new LinkedHashMap<>();
  private int unread;

  /** A file to be filled. */
  public PlanFile() {}

  private record Group(String statement, String shape) {}

  private record Logged(JsonNode first, List<Double> millis) {}

  /**
   * Adds one execution.
   *
   * @param logged what auto_explain logged, in JSON: {@code Query Text} and {@code Plan}
   * @param millis duration as logged with it
   */
  public void add(String logged, double millis) {
    JsonNode tree;
    try {
      tree = JSON.readTree(logged);
    } catch (IOException cutShort) {
      unread++;
      return;
    }
    Group group = new Group(StatementText.of(tree.path("Query Text").asText()), PlanShape.of(tree));
    groups.computeIfAbsent(group, first -> new Logged(tree, new ArrayList<>())).millis.add(millis);
  }

  /**
   * What is written.
   *
   * @param everyStatement whether the server was told to log the plan of every statement
   */
  public JsonNode tree(boolean everyStatement) {
    ObjectNode tree = JSON.createObjectNode().put("everyStatement", everyStatement);
    if (unread > 0) {
      tree.put("unread", unread);
    }
    ArrayNode plans = tree.putArray("plans");
    groups.forEach(
        (group, logged) -> {
          ObjectNode plan = plans.addObject();
          plan.put("statement", group.statement).put("shape", group.shape);
          plan.put("count", logged.millis.size());
          logged.millis.forEach(plan.putArray("millis")::add);
          plan.set("first", logged.first);
        });
    return tree;
  }

  static Plans read(JsonNode tree) {
    Map<String, StatementPlans> statements = new TreeMap<>();
    for (JsonNode plan : tree.path("plans")) {
      List<Double> millis = new ArrayList<>();
      plan.path("millis").forEach(time -> millis.add(time.asDouble()));
      JsonNode first = plan.path("first");
      StatementPlans plans =
          new StatementPlans(
              StatementText.of(first.path("Query Text").asText()),
              Map.of(PlanShape.of(first), plan.path("count").asInt()),
              millis);
      statements.merge(plans.statement(), plans, Plans::and);
    }
    return new Plans(tree.path("everyStatement").asBoolean(), List.copyOf(statements.values()));
  }
}
