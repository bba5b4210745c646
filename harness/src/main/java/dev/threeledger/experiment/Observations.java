package dev.threeledger.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Where what was to be observed stands, in every run of a pair. */
final class Observations {
  /** What a text begins with that says why something is not known. */
  static final String NOT_VERIFIED = "not verified: ";

  private static final String NOT_APPLICABLE = "not applicable: ";
  private static final ObjectMapper JSON = new ObjectMapper();

  private Observations() {}

  /**
   * For each kind that was asked for: the file of each run that it stands in, or {@code not
   * verified: why}, or {@code not applicable: why} where every run says so.
   *
   * @param runs of both sides of the pairs
   */
  static Map<Observation, String> of(Set<Observation> asked, List<JudgedRun> runs) {
    Map<Observation, String> observations = new LinkedHashMap<>();
    for (Observation kind : asked) {
      observations.put(kind, runs.isEmpty() ? NOT_VERIFIED + "nothing was run" : of(kind, runs));
    }
    return observations;
  }

  /** True when the text says that the kind is not at hand. */
  static boolean missing(String observation) {
    return observation.startsWith(NOT_VERIFIED);
  }

  private static String of(Observation kind, List<JudgedRun> runs) {
    String file = file(kind);
    int notApplicable = 0;
    int empty = 0;
    String why = null;
    for (JudgedRun run : runs) {
      String said = run.environment().path("notApplicable").path(kind.yamlName()).asText("");
      if (!said.isEmpty()) {
        notApplicable++;
        why = said.startsWith(NOT_APPLICABLE) ? said.substring(NOT_APPLICABLE.length()) : said;
        continue;
      }
      Path path = run.folder().path().resolve(file);
      if (!Files.isRegularFile(path)) {
        return NOT_VERIFIED + run.place() + " has no " + file;
      }
      JsonNode tree = tree(path);
      if (tree.path("unread").isTextual()) {
        return NOT_VERIFIED + run.place() + ": " + tree.path("unread").asText();
      }
      empty += kind == Observation.PLANS && tree.path("plans").isEmpty() ? 1 : 0;
    }
    if (notApplicable == runs.size()) {
      return NOT_APPLICABLE + why;
    }
    if (kind == Observation.PLANS && empty + notApplicable == runs.size()) {
      return NOT_VERIFIED + "statements were sent, and no run has the plan of one";
    }
    return file + " of each run";
  }

  private static String file(Observation kind) {
    return switch (kind) {
      case PLANS -> "raw/database-plans.json";
      case SLOW_STATEMENTS -> "raw/database-slow-statements.json";
      case LOCK_WAITS -> "raw/database-lock-waits.json";
      case DEADLOCKS -> "raw/database-deadlocks.json";
      case REPLICATION_LAG -> "raw/replication.json";
      case STATEMENTS, PHASES -> "timeline.jsonl";
      case EFFECTS -> "ledgers/external.csv";
      case METRICS -> "raw/metrics.json";
      case CONSUMER_OFFSETS -> "raw/consumer-offsets.json";
    };
  }

  /** A missing node for what is no JSON. */
  private static JsonNode tree(Path file) {
    try {
      return file.toString().endsWith(".json")
          ? JSON.readTree(Files.readString(file))
          : JSON.missingNode();
    } catch (IOException e) {
      return JSON.createObjectNode().put("unread", file.getFileName() + " is no JSON");
    }
  }
}
