package dev.threeledger.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Whether a reader can tell what ran: inputs, code, dependencies, configuration and data. */
final class Traces {
  private Traces() {}

  /** What is not known, each once, with the number of runs that lack it. */
  static List<String> missing(List<JudgedRun> runs) {
    if (runs.isEmpty()) {
      return List.of("nothing was run");
    }
    Map<String, List<String>> places = new LinkedHashMap<>();
    for (JudgedRun run : runs) {
      for (String what : missing(run)) {
        places.computeIfAbsent(what, key -> new ArrayList<>()).add(run.place());
      }
    }
    List<String> missing = new ArrayList<>();
    places.forEach(
        (what, where) ->
            missing.add(
                what
                    + " in "
                    + where.get(0)
                    + (where.size() == 1 ? "" : " and " + (where.size() - 1) + " more")));
    return missing;
  }

  private static List<String> missing(JudgedRun run) {
    List<String> missing = new ArrayList<>();
    JsonNode digests = run.environment().path("digests");
    if (!digest(digests.path("scenario"))) {
      missing.add("inputs: the scenario's digest is not known");
    }
    String commit = run.environment().path("git").path("commit").asText();
    if (!commit.matches("[0-9a-f]{40}([0-9a-f]{24})?")) {
      missing.add("code: the commit is not known");
    }
    JsonNode command = digests.path("command");
    boolean known = command.isArray() && !command.isEmpty();
    for (JsonNode one : command) {
      known &= digest(one);
    }
    if (!known) {
      missing.add("dependencies: no digest of what the command runs");
    }
    if (!digest(digests.path("subject"))) {
      missing.add("configuration: the subject's digest is not known");
    }
    if (!version(run.environment().path("versions").path("postgres"))
        || !Files.isRegularFile(run.folder().path().resolve("raw/postgres-settings.json"))) {
      missing.add("configuration: the database's version and settings are not known");
    }
    if (run.scenario().given().data() != null && !digest(digests.path("data"))) {
      missing.add("data: its digest is not known");
    }
    return missing;
  }

  private static boolean digest(JsonNode file) {
    return file.path("sha256").asText().matches("[0-9a-f]{64}");
  }

  private static boolean version(JsonNode version) {
    return !version.asText().isEmpty() && !version.asText().startsWith(Observations.NOT_VERIFIED);
  }

  /** The commits, and whether their working trees were clean. */
  static String shown(List<JudgedRun> runs) {
    Set<String> commits = new TreeSet<>();
    for (JudgedRun run : runs) {
      JsonNode git = run.environment().path("git");
      JsonNode dirty = git.path("dirty");
      String state =
          dirty.isBoolean()
              ? dirty.booleanValue() ? " with changes that are not committed" : ""
              : ", " + dirty.asText();
      commits.add(git.path("commit").asText() + state);
    }
    return "digests of inputs, code, dependencies, configuration and data are known; commit "
        + String.join(" and ", commits);
  }
}
