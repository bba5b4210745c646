package dev.threeledger.experiment;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.experiment.Experiment.Expected;
import java.util.Collection;

/** What an experiment commits itself to before it runs, as {@code registered.json} holds it. */
final class Declared {
  private Declared() {}

  static ObjectNode of(Experiment experiment) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("experiment", experiment.name()).put("claim", experiment.claim());
    tree.put("changed", experiment.changed());
    texts(tree, "passWhen", experiment.passWhen().stream().map(Threshold::text).toList());
    texts(tree, "stopWhen", experiment.stopWhen().stream().map(StopRule::yamlName).toList());
    if (experiment.expect() != null) {
      expected(tree.putObject("expect"), experiment.expect());
    }
    texts(tree, "observe", experiment.observe().stream().map(Observation::yamlName).toList());
    ObjectNode cells = tree.putObject("cells");
    texts(cells, "families", experiment.cells().families());
    texts(cells, "tags", experiment.cells().tags());
    texts(cells, "ids", experiment.cells().ids());
    tree.put("repeat", experiment.repeat()).put("seed", experiment.fixed().seed());
    tree.put("concurrency", experiment.fixed().concurrency());
    tree.put("owner", experiment.owner());
    ObjectNode rollback = tree.putObject("rollback");
    experiment.rollback().forEach(rollback::put);
    texts(tree, "notCovered", experiment.notCovered());
    return tree;
  }

  private static void expected(ObjectNode tree, Expected expected) {
    tree.put("decision", expected.decision() == Decision.GO ? "go" : "stop");
    tree.put("check", expected.check()).put("scenario", expected.scenario());
    tree.put("event", expected.event());
    tree.put("stoppedBy", expected.stoppedBy() == null ? null : expected.stoppedBy().yamlName());
  }

  private static void texts(ObjectNode tree, String name, Collection<String> texts) {
    ArrayNode array = tree.putArray(name);
    texts.forEach(array::add);
  }
}
