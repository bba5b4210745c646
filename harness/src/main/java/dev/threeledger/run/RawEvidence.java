package dev.threeledger.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.cost.PlanFile;
import dev.threeledger.environment.CellEnvironment;
import dev.threeledger.environment.EnvironmentException;
import dev.threeledger.environment.Lane;
import dev.threeledger.environment.ReplicationPositions;
import dev.threeledger.environment.ServerLog;
import dev.threeledger.environment.ServerLog.Kind;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.timeline.Event.ConnectionOpened;
import dev.threeledger.timeline.Timeline;
import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the database and the taps can tell beside the timeline, into {@code raw/}. What cannot be
 * read is noted in its place: it is not evidence of a verdict.
 */
final class RawEvidence {
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private final RunFolder folder;
  private final Lane lane;
  private final CellEnvironment environment;
  private final Timeline timeline;
  private boolean everyPlan;
  private ReplicationPositions begun;

  RawEvidence(RunFolder folder, Lane lane, CellEnvironment environment, Timeline timeline) {
    this.folder = folder;
    this.lane = lane;
    this.environment = environment;
    this.timeline = timeline;
  }

  /**
   * Before the workers start.
   *
   * @param everyPlan have the server log the plan of each of their statements
   */
  void begin(boolean everyPlan) {
    this.everyPlan = everyPlan;
    if (everyPlan) {
      lane.databases().explainEverything(environment.database());
    }
    begun = environment.history().positions();
  }

  /** When nothing more happens. */
  void write() throws EvidenceException {
    folder.writeRaw("replication.json", replication());
    folder.writeRaw("postgres-settings.json", JSON.valueToTree(lane.settings()));
    folder.writeRaw("metrics.json", metrics());
    folder.writeRaw(
        "outside-journal.json",
        JSON.valueToTree(
            Map.of(
                "notApplicable",
                "WireMock's own journal is off; every request stands on the timeline as"
                    + " RequestReceived")));
    try {
      write(environment.logged());
    } catch (IOException e) {
      folder.writeRaw("database-log.json", unread(e));
    }
  }

  private void write(List<ServerLog.Message> logged) throws EvidenceException {
    Map<Integer, String> workers = workers();
    PlanFile plans = new PlanFile();
    Map<Kind, ArrayNode> others = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      others.put(kind, JSON.createArrayNode());
    }
    for (ServerLog.Message message : logged) {
      String worker = workers.get(message.port());
      if (message.kind() != Kind.PLAN) {
        others.get(message.kind()).add(tree(message, worker));
      } else if (worker != null) {
        plans.add(message.text(), message.millis());
      }
    }
    others.remove(Kind.PLAN);
    folder.writeRaw(PlanFile.NAME, plans.tree(everyPlan));
    for (Map.Entry<Kind, ArrayNode> entry : others.entrySet()) {
      folder.writeRaw("database-" + fileName(entry.getKey()) + ".json", entry.getValue());
    }
  }

  /** Whose connection to the server a client port is; the harness's own are not among them. */
  private Map<Integer, String> workers() {
    Map<Integer, String> workers = new HashMap<>();
    timeline.entries().stream()
        .map(entry -> entry.event())
        .filter(ConnectionOpened.class::isInstance)
        .map(ConnectionOpened.class::cast)
        .forEach(opened -> workers.put(opened.port(), opened.worker()));
    return workers;
  }

  private JsonNode replication() {
    ObjectNode tree = JSON.createObjectNode();
    try {
      ReplicationPositions now = environment.history().positions();
      if (begun != null) {
        tree.set("begun", JSON.valueToTree(begun));
        tree.put("walBytes", now.bytesSince(begun));
      }
      tree.set("collected", JSON.valueToTree(now));
    } catch (EnvironmentException e) {
      return unread(e);
    }
    return tree;
  }

  private JsonNode metrics() {
    ObjectNode tree = JSON.createObjectNode();
    tree.put("passedOnWithoutUnderstanding", environment.notUnderstood());
    try {
      tree.set("database", JSON.valueToTree(environment.history().statistics()));
    } catch (EnvironmentException e) {
      tree.set("database", unread(e));
    }
    return tree;
  }

  private static JsonNode unread(Exception e) {
    return JSON.valueToTree(Map.of("unread", String.valueOf(e.getMessage())));
  }

  private static String fileName(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-') + "s";
  }

  private static JsonNode tree(ServerLog.Message message, String worker) {
    return JSON.createObjectNode()
        .put("at", message.at().toString())
        .put("worker", worker)
        .put("pid", message.pid())
        .put("sqlState", message.sqlState())
        .put("millis", message.millis())
        .put("text", message.text())
        .put("detail", message.detail())
        .put("statement", message.statement());
  }
}
