package dev.threeledger.scenario;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.scenario.Subject.Audit;
import dev.threeledger.scenario.Subject.Call;
import dev.threeledger.scenario.Subject.Fencing;
import dev.threeledger.scenario.Subject.Manual;
import dev.threeledger.scenario.Subject.Promises;
import dev.threeledger.scenario.Subject.Reconcile;
import dev.threeledger.scenario.Subject.Retry;
import java.util.List;
import java.util.Map;

/** Writes a subject in the format of {@code subject.yaml}, all defaults filled in. */
final class SubjectJson {
  private SubjectJson() {}

  static ObjectNode write(Subject subject) {
    ObjectNode tree = ScenarioJson.object();
    tree.put("subject", subject.name());
    if (subject.image() != null) {
      tree.put("image", subject.image());
    }
    if (subject.image() == null || !subject.command().isEmpty()) {
      tree.set("command", ScenarioJson.list(subject.command()));
    }
    if (!subject.prepare().isEmpty()) {
      tree.set("prepare", ScenarioJson.list(subject.prepare()));
      tree.set("prepare_settings", ScenarioJson.list(subject.prepareSettings()));
    }
    tree.set("environment", ScenarioJson.texts(subject.environment()));
    tree.putObject("ready")
        .put("http", subject.ready().http())
        .put("within", Durations.write(subject.ready().within()));
    ObjectNode triggers = tree.putObject("trigger");
    subject.triggers().forEach((name, call) -> triggers.set(name, call(call)));
    tree.putObject("stop")
        .put("signal", subject.stopSignal())
        .put("within", Durations.write(subject.stopWithin()));
    tree.set("settings", ScenarioJson.texts(subject.settings()));
    tree.set("periodic", ScenarioJson.texts(subject.periodic()));
    tree.set("history", lists(subject.history()));
    if (subject.fencing() != null) {
      tree.set("fencing", fencing(subject.fencing()));
    }
    tree.putObject("ledgers")
        .put("business", subject.businessSql())
        .put("execution", subject.executionSql());
    ObjectNode reconcile = tree.putObject("reconcile");
    subject.reconcile().forEach((kind, rule) -> reconcile.set(kind, reconcile(rule)));
    tree.set("states", states(subject.states()));
    if (!subject.transitions().isEmpty()) {
      tree.set("transitions", lists(subject.transitions()));
    }
    if (subject.retry() != null) {
      tree.set("retry", retry(subject.retry()));
    }
    if (!subject.secretsAllowed().isEmpty()) {
      tree.set("secrets_allowed", ScenarioJson.list(subject.secretsAllowed()));
    }
    promises(subject.promises(), tree);
    return tree;
  }

  private static ObjectNode call(Call call) {
    ObjectNode tree = ScenarioJson.object();
    tree.put("method", call.method()).put("url", call.url()).put("body", call.body());
    tree.set("headers", ScenarioJson.texts(call.headers()));
    return tree.put("timeout", Durations.write(call.timeout()));
  }

  private static ObjectNode fencing(Fencing fencing) {
    ObjectNode tree = ScenarioJson.object().put("table", fencing.table());
    tree.set("key", ScenarioJson.list(fencing.key()));
    tree.put("token", fencing.token()).put("holder", fencing.holder());
    return fencing.state() == null ? tree : tree.put("state", fencing.state());
  }

  private static ObjectNode reconcile(Reconcile rule) {
    ObjectNode tree = ScenarioJson.object();
    tree.put("when", rule.when().yamlName()).put("business", rule.businessRows());
    if (rule.effect() != null) {
      tree.put("effect", rule.effect());
    }
    tree.put("amount", rule.amountEqual() ? "equal" : "any");
    if (!rule.also().isEmpty()) {
      tree.set("also", ScenarioJson.list(rule.also()));
    }
    return tree;
  }

  private static ObjectNode states(Map<String, StateRole> states) {
    ObjectNode tree = ScenarioJson.object();
    states.forEach((state, role) -> tree.withArray(role.yamlName()).add(state));
    return tree;
  }

  private static ObjectNode lists(Map<String, List<String>> lists) {
    ObjectNode tree = ScenarioJson.object();
    lists.forEach((name, texts) -> tree.set(name, ScenarioJson.list(texts)));
    return tree;
  }

  private static ObjectNode retry(Retry retry) {
    ObjectNode tree = ScenarioJson.object();
    tree.set("attempts", Scalars.json(retry.attempts()));
    tree.set("within", Scalars.json(retry.within()));
    ArrayNode permanent = tree.putArray("permanent");
    retry.permanent().forEach(permanent::add);
    put(tree, "undo_attempts", retry.undoAttempts());
    if (retry.rate() != null) {
      put(tree, "budget", retry.rate().budget());
      put(tree, "per", retry.rate().per());
      put(tree, "tenant_budget", retry.rate().tenantBudget());
      put(tree, "burst", retry.rate().burst());
    }
    return tree;
  }

  private static void put(ObjectNode tree, String key, String text) {
    if (text != null) {
      tree.set(key, Scalars.json(text));
    }
  }

  private static void promises(Promises promises, ObjectNode tree) {
    put(tree, "tenant", promises.tenant());
    if (promises.manual() != null) {
      Manual manual = promises.manual();
      ObjectNode written = tree.putObject("manual");
      written.put("owner", manual.owner()).put("remedy", manual.remedy());
      written.put("reason", manual.reason());
      if (manual.audit() != null) {
        Audit audit = manual.audit();
        written
            .putObject("audit")
            .put("table", audit.table())
            .put("who", audit.who())
            .put("why", audit.why())
            .put("before", audit.before())
            .put("after", audit.after());
      }
    }
    if (promises.mostAhead() != null) {
      tree.putObject("fair").set("most_ahead", Scalars.json(promises.mostAhead()));
    }
    if (!promises.invariants().isEmpty()) {
      tree.set("invariants", ScenarioJson.invariants(promises.invariants()));
    }
  }
}
