package dev.threeledger.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.threeledger.environment.CellEnvironment;
import dev.threeledger.environment.EnvironmentException;
import dev.threeledger.environment.Lane;
import dev.threeledger.environment.ServerLog;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.evidence.RunFolder;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What the database and the taps can tell beside the timeline, into {@code raw/}. */
final class RawEvidence {
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private RawEvidence() {}

  /**
   * Writes it. A server log that cannot be read is noted in its place: it is not evidence of a
   * verdict.
   */
  static void write(RunFolder folder, Lane lane, CellEnvironment environment)
      throws EvidenceException {
    folder.writeRaw("replication.json", positions(environment));
    folder.writeRaw("postgres-settings.json", JSON.valueToTree(lane.settings()));
    folder.writeRaw(
        "metrics.json",
        JSON.valueToTree(Map.of("passedOnWithoutUnderstanding", environment.notUnderstood())));
    folder.writeRaw(
        "outside-journal.json",
        JSON.valueToTree(
            Map.of(
                "notApplicable",
                "WireMock's own journal is off; every request stands on the timeline as RequestReceived")));
    try {
      Map<String, List<ServerLog.Message>> byKind = new TreeMap<>();
      for (ServerLog.Kind kind : ServerLog.Kind.values()) {
        byKind.put(fileName(kind), List.of());
      }
      new ServerLog(lane.server().log())
          .of(environment.database()).stream()
              .collect(java.util.stream.Collectors.groupingBy(message -> fileName(message.kind())))
              .forEach(byKind::put);
      for (Map.Entry<String, List<ServerLog.Message>> entry : byKind.entrySet()) {
        folder.writeRaw("database-" + entry.getKey() + ".json", messages(entry.getValue()));
      }
    } catch (IOException e) {
      folder.writeRaw(
          "database-log.json", JSON.valueToTree(Map.of("unread", String.valueOf(e.getMessage()))));
    }
  }

  private static com.fasterxml.jackson.databind.JsonNode positions(CellEnvironment environment) {
    try {
      return JSON.valueToTree(environment.history().positions());
    } catch (EnvironmentException e) {
      return JSON.valueToTree(Map.of("unread", String.valueOf(e.getMessage())));
    }
  }

  private static String fileName(ServerLog.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-') + "s";
  }

  private static com.fasterxml.jackson.databind.JsonNode messages(
      List<ServerLog.Message> messages) {
    com.fasterxml.jackson.databind.node.ArrayNode array = JSON.createArrayNode();
    for (ServerLog.Message message : messages) {
      array
          .addObject()
          .put("at", message.at().toString())
          .put("pid", message.pid())
          .put("sqlState", message.sqlState())
          .put("millis", message.millis())
          .put("text", message.text())
          .put("detail", message.detail())
          .put("statement", message.statement());
    }
    return array;
  }
}
