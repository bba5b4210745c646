package dev.threeledger.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.cost.CostComparison;
import dev.threeledger.cost.PlanChange;
import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.experiment.ExperimentResult.Condition;
import dev.threeledger.experiment.ExperimentResult.Deviation;
import dev.threeledger.experiment.ExperimentResult.Pair;
import dev.threeledger.experiment.ExperimentResult.Repeat;
import dev.threeledger.experiment.ExperimentResult.Run;
import dev.threeledger.experiment.ExperimentResult.Stopped;
import dev.threeledger.experiment.ExperimentResult.ThresholdResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * The form of {@code experiment.json}; described by {@code schema/experiment-result.schema.json}.
 * Fields are only ever added. Every field is filled: what is not known is the text {@code not
 * verified: why}, what the file does not state {@code not stated}, what did not come about {@code
 * none: why}. Times of day and absolute paths are left out, so that the same folder gives the same
 * text wherever it stands.
 */
public final class ExperimentJson {
  /** In the batch's folder. */
  public static final String FILE = "experiment.json";

  private static final String NOT_STATED = "not stated";
  private static final ObjectMapper JSON = new ObjectMapper();

  private ExperimentJson() {}

  /** Writes it, or replaces it. */
  public static void write(BatchFolder batch, ExperimentResult result) throws EvidenceException {
    batch.write(FILE, text(result));
  }

  /** The file's text. */
  public static String text(ExperimentResult result) {
    return tree(result).toPrettyString() + "\n";
  }

  private static ObjectNode tree(ExperimentResult result) {
    ObjectNode tree = JSON.createObjectNode();
    tree.put("batch", result.batch()).put("digest", result.digest());
    tree.put("registered", result.registered());
    tree.put("decision", result.decision().name().toLowerCase(Locale.ROOT));
    tree.put("asExpected", result.asExpected());
    tree.set("unexpected", texts(result.unexpected()));
    tree.set("why", texts(result.why()));
    tree.set("experiment", experiment(result.experiment()));
    tree.set("conditions", array(result.conditions(), ExperimentJson::condition));
    tree.set(
        "differences",
        orWhy(
            array(result.differences(), ExperimentJson::difference),
            "no pair has both runs, or they do not differ"));
    tree.put("baselineRepeats", result.baselineRepeats());
    tree.set(
        "repeats",
        orWhy(
            array(result.repeats(), ExperimentJson::repeat), "the baseline's repeat was not run"));
    tree.set("pairs", orWhy(array(result.pairs(), ExperimentJson::pair), "no pair was planned"));
    tree.set(
        "thresholds",
        orWhy(array(result.thresholds(), ExperimentJson::threshold), "no threshold is stated"));
    tree.set(
        "costs", orWhy(array(result.costs(), ExperimentJson::cost), "there is no comparable pair"));
    tree.set("plans", array(result.plans(), ExperimentJson::plan));
    tree.set(
        "stoppedBy",
        result
            .stoppedBy()
            .<JsonNode>map(ExperimentJson::stopped)
            .orElse(text("none: no stop rule was met")));
    tree.set(
        "firstDeviation",
        result
            .firstDeviation()
            .<JsonNode>map(ExperimentJson::deviation)
            .orElse(text("none: no run of a pair has a finding")));
    ObjectNode observations = tree.putObject("observations");
    result.observations().forEach((kind, text) -> observations.put(kind.yamlName(), text));
    return tree;
  }

  private static ObjectNode experiment(Experiment experiment) {
    ObjectNode tree = JSON.createObjectNode();
    tree.put("name", experiment.name());
    tree.put("topic", stated(experiment.topic()));
    tree.put("chapter", stated(experiment.chapter()));
    tree.put("claim", experiment.claim());
    tree.put("changed", experiment.changed());
    tree.set("baseline", side(experiment, experiment.baseline()));
    tree.set("candidate", side(experiment, experiment.candidate()));
    ObjectNode cells = tree.putObject("cells");
    cells.set("families", texts(experiment.cells().families()));
    cells.set("tags", texts(experiment.cells().tags()));
    cells.set("ids", texts(experiment.cells().ids()));
    ObjectNode fixed = tree.putObject("fixed");
    fixed.put("seed", experiment.fixed().seed());
    fixed.put("concurrency", experiment.fixed().concurrency());
    fixed.set("settings", map(experiment.fixed().settings()));
    fixed.set("partner", map(experiment.fixed().partner()));
    fixed.put("data", path(experiment, experiment.fixed().data()));
    tree.put("repeat", experiment.repeat());
    tree.set("passWhen", texts(experiment.passWhen().stream().map(Threshold::text).toList()));
    tree.set("stopWhen", texts(experiment.stopWhen().stream().map(StopRule::yamlName).toList()));
    tree.set("observe", texts(experiment.observe().stream().map(Observation::yamlName).toList()));
    tree.put("owner", stated(experiment.owner()));
    tree.set("rollback", map(experiment.rollback()));
    tree.set("notCovered", texts(experiment.notCovered()));
    tree.set("expect", expected(experiment.expect()));
    return tree;
  }

  private static JsonNode expected(Experiment.Expected expected) {
    if (expected == null) {
      return text(NOT_STATED);
    }
    ObjectNode tree = JSON.createObjectNode();
    tree.put("decision", expected.decision().name().toLowerCase(Locale.ROOT));
    tree.put("check", stated(expected.check())).put("scenario", stated(expected.scenario()));
    tree.put("event", stated(expected.event()));
    return tree.put(
        "stoppedBy", expected.stoppedBy() == null ? NOT_STATED : expected.stoppedBy().yamlName());
  }

  private static ObjectNode side(Experiment experiment, Experiment.Side side) {
    ObjectNode tree = JSON.createObjectNode();
    tree.put("version", stated(side.version())).put("subject", path(experiment, side.subject()));
    tree.set("settings", map(side.settings()));
    tree.set("partner", map(side.partner()));
    return tree.put("data", path(experiment, side.data()));
  }

  /** As it would be written in the file. */
  private static String path(Experiment experiment, Path path) {
    if (path == null) {
      return NOT_STATED;
    }
    Path folder = experiment.file().toAbsolutePath().normalize().getParent();
    return folder.relativize(path.toAbsolutePath().normalize()).toString().replace('\\', '/');
  }

  private static ObjectNode condition(Condition condition) {
    return JSON.createObjectNode()
        .put("name", condition.name())
        .put("met", condition.met())
        .put("detail", stated(condition.detail()));
  }

  private static ObjectNode difference(Difference difference) {
    return JSON.createObjectNode()
        .put("path", difference.path())
        .put("baseline", absent(difference.baseline()))
        .put("candidate", absent(difference.candidate()));
  }

  private static String absent(String value) {
    return value == null ? "none: the path is not there" : value;
  }

  private static ObjectNode repeat(Repeat repeat) {
    ObjectNode tree = JSON.createObjectNode();
    tree.put("cell", repeat.cell()).put("same", repeat.same());
    tree.set("first", run(repeat.first()));
    tree.set("again", run(repeat.again()));
    return tree;
  }

  private static ObjectNode pair(Pair pair) {
    ObjectNode tree = JSON.createObjectNode();
    tree.put("cell", pair.cell()).put("attempt", pair.attempt());
    tree.put("class", pair.pairClass().yamlName()).put("why", pair.why());
    tree.set("baseline", run(pair.baseline()));
    tree.set("candidate", run(pair.candidate()));
    return tree;
  }

  private static JsonNode run(Run run) {
    if (run == null) {
      return text(Observations.NOT_VERIFIED + "there is no such run, or it cannot be read");
    }
    ObjectNode tree = JSON.createObjectNode();
    tree.put("folder", run.folder()).put("verdict", run.verdict().name());
    tree.put("landed", run.landed()).put("faults", run.faults());
    tree.set(
        "firstDeviation",
        run.firstDeviation()
            .<JsonNode>map(FindingJson::tree)
            .orElse(text("none: no check has a finding")));
    tree.set("reasons", texts(run.reasons()));
    return tree;
  }

  private static ObjectNode threshold(ThresholdResult result) {
    return JSON.createObjectNode()
        .put("threshold", result.threshold().text())
        .put("met", result.met())
        .put("resolved", result.resolved())
        .put("seen", result.seen());
  }

  private static ObjectNode cost(CostComparison cost) {
    String why =
        cost.pairs() < cost.least()
            ? "%d pairs, %d are needed".formatted(cost.pairs(), cost.least())
            : "no figure on one side";
    ObjectNode tree = JSON.createObjectNode();
    tree.put("metric", cost.metric().yamlName()).put("unit", cost.metric().unit());
    tree.put("pairs", cost.pairs()).put("least", cost.least());
    tree.set("baseline", number(cost.baseline(), why));
    tree.set("candidate", number(cost.candidate(), why));
    tree.put("absolute", cost.absolute());
    tree.set("ratio", number(cost.ratio(), why));
    tree.set("low", number(cost.low(), why));
    tree.set("high", number(cost.high(), why));
    tree.set("confidence", number(cost.confidence(), why));
    tree.set("p", number(cost.p(), why));
    tree.set("margin", number(cost.margin(), why));
    return tree.put("outcome", cost.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  private static ObjectNode plan(PlanChange plan) {
    ObjectNode tree = JSON.createObjectNode();
    tree.put("statement", plan.statement());
    tree.set("baseline", texts(plan.baseline()));
    tree.set("candidate", texts(plan.candidate()));
    tree.set("ratio", number(plan.ratio(), "no time on one side"));
    return tree;
  }

  private static ObjectNode stopped(Stopped stopped) {
    return JSON.createObjectNode()
        .put("rule", stopped.rule().yamlName())
        .put("run", stopped.run())
        .put("event", stopped.event())
        .put("what", stopped.what());
  }

  private static ObjectNode deviation(Deviation deviation) {
    ObjectNode tree = JSON.createObjectNode();
    tree.put("run", deviation.run()).put("scenario", deviation.scenario());
    tree.put("event", deviation.event());
    tree.set("finding", FindingJson.tree(deviation.finding()));
    return tree;
  }

  private static JsonNode number(double value, String why) {
    return Double.isNaN(value) || Double.isInfinite(value)
        ? text(Observations.NOT_VERIFIED + why)
        : JSON.getNodeFactory().numberNode(value);
  }

  private static String stated(String value) {
    return value == null || value.isBlank() ? NOT_STATED : value;
  }

  private static JsonNode orWhy(ArrayNode array, String why) {
    return array.isEmpty() ? text(Observations.NOT_VERIFIED + why) : array;
  }

  private static JsonNode text(String text) {
    return JSON.getNodeFactory().textNode(text);
  }

  private static JsonNode map(Map<String, String> map) {
    return JSON.valueToTree(map);
  }

  private static ArrayNode texts(java.util.Collection<String> texts) {
    ArrayNode array = JSON.createArrayNode();
    texts.forEach(array::add);
    return array;
  }

  private static <T> ArrayNode array(List<T> items, Function<T, JsonNode> form) {
    ArrayNode array = JSON.createArrayNode();
    items.forEach(item -> array.add(form.apply(item)));
    return array;
  }
}
