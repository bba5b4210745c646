package dev.threeledger.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.evidence.RunAsked;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What one run was made under, as the run itself recorded it: path to value. Paths that a user may
 * name ({@code settings.X}, {@code partner.OP.deduplicates}, {@code data}, {@code subject.…}) are
 * named as in {@code changed:}; beside them stand the rest of the scenario, the seed, versions,
 * digests, the commit, the machine and the database's settings.
 */
final class RecordedConfiguration {
  /** The server's own address, which says nothing about how it behaves. */
  private static final Set<String> NOT_SETTINGS = Set.of("port", "application_name");

  private RecordedConfiguration() {}

  /**
   * All paths of a run.
   *
   * @param environment {@code environment.json}
   * @param postgres {@code raw/postgres-settings.json}, or a missing node
   */
  static Configuration of(RunAsked asked, JsonNode environment, JsonNode postgres) {
    Map<String, String> paths = new TreeMap<>();
    paths.put("seed", Long.toString(asked.seed()));
    asked.settings().forEach((name, value) -> paths.put("settings." + name, value));
    scenario(asked.scenario(), paths);
    Leaves.add("subject", asked.subject(), paths);
    JsonNode digests = environment.path("digests");
    if (digests.has("data")) {
      paths.put("data", digests.path("data").path("sha256").asText());
    }
    digests
        .properties()
        .forEach(
            digest -> {
              if (!digest.getKey().equals("data")) {
                digests("digests." + digest.getKey(), digest.getValue(), paths);
              }
            });
    Leaves.add("versions", environment.path("versions"), paths);
    Leaves.add("machine", environment.path("machine"), paths);
    paths.put("git.commit", environment.path("git").path("commit").asText());
    postgres
        .properties()
        .forEach(
            setting -> {
              if (!NOT_SETTINGS.contains(setting.getKey())) {
                paths.put("postgres." + setting.getKey(), setting.getValue().asText());
              }
            });
    return Configuration.of(paths);
  }

  private static void scenario(JsonNode asked, Map<String, String> paths) {
    if (!(asked.deepCopy() instanceof ObjectNode scenario)) {
      return;
    }
    if (scenario.get("given") instanceof ObjectNode given) {
      Leaves.add("partner", given.path("partner"), paths);
      given.remove(List.of("settings", "partner", "data"));
    }
    Leaves.add("scenario", scenario, paths);
  }

  /** A file with its digest, or a list of such. */
  private static void digests(String path, JsonNode node, Map<String, String> paths) {
    if (node.isArray()) {
      node.forEach(one -> digests(path + "." + one.path("path").asText(), one, paths));
    } else {
      paths.put(path, node.path("sha256").asText());
    }
  }

  /**
   * Where two runs of the same cell differ, sorted by path; what only follows from the changed
   * variable is left out ({@link #follows}).
   *
   * @param changed the one place in which they may differ
   */
  static List<Difference> differences(
      Configuration baseline, Configuration candidate, String changed) {
    return Configuration.differences(baseline, candidate).stream()
        .filter(
            difference ->
                Configuration.covers(changed, difference.path())
                    || !follows(difference.path(), changed))
        .toList();
  }

  /** True when two runs differ in what can only follow from the changed variable. */
  static boolean shows(Configuration baseline, Configuration candidate, String changed) {
    return Configuration.differences(baseline, candidate).stream()
        .anyMatch(difference -> follows(difference.path(), changed));
  }

  /**
   * True for what cannot but differ when the variable does: the digest of the subject's file, whose
   * content is compared field by field, and the code that another command, version or dependency
   * means.
   */
  static boolean follows(String path, String changed) {
    boolean version =
        changed.equals("subject.version") || changed.startsWith("subject.dependencies.");
    boolean command = changed.equals("subject.command") || changed.equals("subject.prepare");
    return changed.startsWith("subject.") && path.equals("digests.subject")
        || (version || command)
            && (path.startsWith("digests.command.")
                || path.equals("subject.version")
                || path.equals("subject.artifact"))
        || version && (path.equals("subject.command") || path.equals("subject.prepare"));
  }
}
