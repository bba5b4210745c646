package dev.threeledger.scenario;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.scenario.Scenario.Expectation;
import dev.threeledger.scenario.Scenario.Given;
import dev.threeledger.scenario.Scenario.Limits;
import dev.threeledger.scenario.Scenario.Trigger;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Writes one cell in the scenario format, all defaults filled in: what was asked for. Reading it
 * back gives an equal {@link Scenario}. Paths are relative to the scenario's file, so that the text
 * is the same on every machine.
 */
public final class ScenarioJson {
  private ScenarioJson() {}

  /** The cell's tree. */
  public static ObjectNode write(Scenario scenario) {
    ObjectNode tree = object();
    tree.put("scenario", scenario.name());
    tree.put("cell", scenario.cell());
    tree.put("family", scenario.family());
    tree.set("tags", list(scenario.tags()));
    tree.put("claim", scenario.claim());
    tree.set("given", given(scenario.given(), scenario.file()));
    if (!scenario.secrets().isEmpty()) {
      ArrayNode secrets = tree.putArray("secrets");
      scenario.secrets().forEach(secrets::add);
    }
    if (scenario.due() != null) {
      tree.put("due", scenario.due());
    }
    ArrayNode when = tree.putArray("when");
    scenario.when().forEach(trigger -> when.addObject().set("trigger", trigger(trigger)));
    ArrayNode faults = tree.putArray("fault");
    scenario.faults().forEach(fault -> faults.add(FaultJson.write(fault)));
    tree.set("stop_when", list(scenario.stopWhen().stream().map(StopCondition::yamlName).toList()));
    tree.set("survives", numbers(scenario.survives()));
    ArrayNode expect = tree.putArray("expect");
    scenario.expect().forEach(expectation -> expect.add(expectation(expectation)));
    tree.set("checks", list(scenario.checks()));
    if (!scenario.invariants().isEmpty()) {
      tree.set("invariants", invariants(scenario.invariants()));
    }
    tree.set("limits", limits(scenario.limits()));
    tree.put("verdict", scenario.expectedVerdict().name());
    return tree;
  }

  private static ObjectNode given(Given given, Path file) {
    ObjectNode tree = object();
    if (given.data() != null) {
      Path directory = file.toAbsolutePath().normalize().getParent();
      tree.put("data", directory.relativize(given.data()).toString());
    }
    tree.put("workers", given.workers());
    tree.set("settings", texts(given.settings()));
    ObjectNode partner = tree.putObject("partner");
    given
        .partner()
        .forEach(
            (operation, behaviour) ->
                partner.putObject(operation).put("deduplicates", behaviour.deduplicates()));
    return tree;
  }

  private static ObjectNode trigger(Trigger trigger) {
    ObjectNode tree = object();
    tree.put("job", trigger.job());
    tree.set("key", texts(trigger.key()));
    if (!trigger.input().isEmpty()) {
      ObjectNode input = tree.putObject("with");
      trigger.input().forEach(input::set);
    }
    tree.put("via", trigger.via());
    tree.set("worker", Scalars.json(trigger.worker()));
    if (trigger.once() != null) {
      tree.put("once", trigger.once().yamlName());
    }
    tree.put("after", Durations.write(trigger.after()));
    return tree;
  }

  private static ObjectNode expectation(Expectation expectation) {
    ObjectNode tree = object();
    tree.set("key", Scalars.json(expectation.key()));
    if (expectation.state() != null) {
      tree.put("state", expectation.state().yamlName());
    }
    tree.set("effects", numbers(expectation.effects()));
    if (expectation.attempts() != null) {
      tree.put("attempts", expectation.attempts());
    }
    return tree;
  }

  static ArrayNode invariants(List<Invariant> invariants) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    invariants.forEach(one -> list.addObject().put("name", one.name()).put("sql", one.sql()));
    return list;
  }

  private static ObjectNode limits(Limits limits) {
    return object()
        .put("run", Durations.write(limits.run()))
        .put("recover", Durations.write(limits.recover()))
        .put("quiet", Durations.write(limits.quiet()));
  }

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static ArrayNode list(Collection<String> texts) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    texts.forEach(text -> list.add(Scalars.json(text)));
    return list;
  }

  static ObjectNode texts(Map<String, String> texts) {
    ObjectNode tree = object();
    texts.forEach((name, text) -> tree.set(name, Scalars.json(text)));
    return tree;
  }

  private static ObjectNode numbers(Map<String, Integer> numbers) {
    ObjectNode tree = object();
    numbers.forEach(tree::put);
    return tree;
  }
}
