package dev.threeledger.evidence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that was asked for in one run, as {@code run.yaml} keeps it.
 *
 * @param cell {@code <scenario>/<cell>}
 * @param origin the cell of the scenario files that it is, or that it is a variant of by its
 *     options
 * @param seed of the batch
 * @param attempt from 1
 * @param options further options of the command, such as {@code --set defect=random-key}
 * @param scenarioFile as the user would write it on the command line
 * @param subjectFile as the user would write it
 * @param settings the subject's settings in this run: defaults with the scenario's overrides
 * @param scenario the resolved tree of the cell; {@code matrix.Matrix.fromTree} reads it
 * @param subject the tree of the subject; {@code scenario.SubjectFile.fromTree} reads it
 * @param side of an experiment; empty: the batch has none
 * @param registered digest of what the experiment registered before it ran, or null
 * @param replays the run that it replays, or null: none
 */
public record RunAsked(
    String cell,
    String origin,
    long seed,
    int attempt,
    List<String> options,
    String scenarioFile,
    String subjectFile,
    Map<String, String> settings,
    JsonNode scenario,
    JsonNode subject,
    String side,
    String registered,
    ReplayOf replays) {

  public RunAsked {
    options = List.copyOf(options);
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  /** A run that replays none. */
  public RunAsked(
      String cell,
      String origin,
      long seed,
      int attempt,
      List<String> options,
      String scenarioFile,
      String subjectFile,
      Map<String, String> settings,
      JsonNode scenario,
      JsonNode subject,
      String side,
      String registered) {
    this(
        cell,
        origin,
        seed,
        attempt,
        options,
        scenarioFile,
        subjectFile,
        settings,
        scenario,
        subject,
        side,
        registered,
        null);
  }

  /** The command that repeats the run. */
  public String repeat() {
    String further = options.isEmpty() ? "" : " " + String.join(" ", options);
    return "./threeledger run " + scenarioFile + " --cell " + origin + " --seed " + seed + further;
  }

  ObjectNode tree() {
    ObjectNode tree = Trees.object();
    tree.put("cell", cell).put("origin", origin).put("attempt", attempt).put("seed", seed);
    options.forEach(tree.putArray("options")::add);
    tree.put("scenario-file", scenarioFile).put("subject-file", subjectFile);
    if (!side.isEmpty()) {
      tree.put("side", side);
    }
    if (registered != null) {
      tree.put("registered", registered);
    }
    if (replays != null) {
      tree.set("replays", replays.tree());
    }
    tree.set("settings", Trees.of(settings));
    tree.set("scenario", scenario);
    tree.set("subject", subject);
    return tree;
  }

  static RunAsked of(JsonNode tree) {
    Map<String, String> settings = new LinkedHashMap<>();
    tree.path("settings")
        .properties()
        .forEach(e -> settings.put(e.getKey(), e.getValue().asText()));
    List<String> options = new ArrayList<>();
    tree.path("options").forEach(option -> options.add(option.asText()));
    return new RunAsked(
        tree.path("cell").asText(),
        tree.path("origin").asText(tree.path("cell").asText()),
        tree.path("seed").asLong(),
        tree.path("attempt").asInt(),
        options,
        tree.path("scenario-file").asText(),
        tree.path("subject-file").asText(),
        settings,
        tree.path("scenario"),
        tree.path("subject"),
        tree.path("side").asText(""),
        tree.path("registered").asText(null),
        ReplayOf.of(tree.path("replays")));
  }
}
