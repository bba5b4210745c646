package dev.threeledger.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.check.Checks;
import dev.threeledger.evidence.Digests;
import dev.threeledger.experiment.Experiment.Side;
import dev.threeledger.external.OutsideSystems;
import dev.threeledger.matrix.Cell;
import dev.threeledger.matrix.Matrix;
import dev.threeledger.matrix.Overrides;
import dev.threeledger.scenario.ProblemsException;
import dev.threeledger.scenario.StopCondition;
import dev.threeledger.scenario.Subject;
import dev.threeledger.scenario.SubjectFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One side with everything read that it is made of.
 *
 * @param side as asked for
 * @param settings and partners' behaviour that are set for all cells, as after {@code --set}
 * @param data SQL file in place of the scenarios' own, or null
 * @param all cells of the scenarios
 */
record ResolvedSide(
    Experiment experiment,
    Side side,
    Map<String, String> settings,
    Path data,
    Subject subject,
    JsonNode subjectTree,
    List<Cell> all) {

  /**
   * Reads a side's subject and cells.
   *
   * @param what the side, for problems: {@code candidate}
   * @throws ProblemsException with every problem of them
   */
  static ResolvedSide of(Experiment experiment, Side side, String what, OutsideSystems systems)
      throws ProblemsException {
    Subject subject = SubjectFile.load(Shown.path(side.subject()), systems.operations());
    Map<String, String> settings = new LinkedHashMap<>(experiment.fixed().settings());
    settings.putAll(experiment.fixed().partner());
    settings.putAll(side.settings());
    settings.putAll(side.partner());
    Path data = side.data() == null ? experiment.fixed().data() : side.data();
    Path where = Path.of(Shown.path(experiment.file()) + ": " + what);
    List<Cell> cells =
        Matrix.load(
            experiment.scenarios().stream().map(Shown::path).toList(),
            subject,
            systems.operations(),
            Checks.names(),
            experiment.fixed().seed(),
            Overrides.of(settings, data, where),
            false);
    List<StopCondition> stops = stops(experiment, subject);
    return new ResolvedSide(
        experiment,
        side,
        settings,
        data,
        subject,
        SubjectFile.tree(subject),
        cells.stream().map(cell -> cell.stoppingAlso(stops)).toList());
  }

  private static List<StopCondition> stops(Experiment experiment, Subject subject) {
    return experiment.stopWhen().stream()
        .map(StopRule::condition)
        .flatMap(Optional::stream)
        .filter(stop -> stop != StopCondition.STALE_EFFECT || subject.fencing() != null)
        .toList();
  }

  /** The cells that the experiment chooses, in their order. */
  List<Cell> cells() {
    return all.stream().filter(experiment.cells()::accepts).toList();
  }

  /** What the command that repeats one of its cells needs. */
  List<String> options() {
    List<String> options = new ArrayList<>();
    if (!side.subject().endsWith("reference-impl/subject.yaml")) {
      options.addAll(List.of("--subject", Shown.path(side.subject()).toString()));
    }
    if (!experiment.outside().endsWith("scenarios/external")) {
      options.addAll(List.of("--outside", Shown.path(experiment.outside()).toString()));
    }
    settings.forEach((name, value) -> options.addAll(List.of("--set", name + "=" + value)));
    return options;
  }

  /**
   * The side's configuration.
   *
   * @param machine {@code environment.…} and {@code postgres.…}, the same for all sides
   * @throws IOException when a file of the subject or a data file cannot be read
   */
  Configuration configuration(OutsideSystems systems, Map<String, String> machine)
      throws IOException {
    SortedMap<String, String> values = new TreeMap<>(machine);
    ObjectNode tree = subjectTree.deepCopy();
    tree.remove("settings");
    Leaves.add("subject", tree, values);
    if (side.version() != null) {
      values.put("subject.version", side.version());
    }
    SubjectFiles files = SubjectFiles.of(subject);
    files.digests().forEach((name, digest) -> values.put("subject.files." + name, digest));
    files
        .libraries()
        .versions()
        .forEach((name, v) -> values.put("subject.dependencies." + name, v));
    if (files.libraries().artifact() != null) {
      values.put("subject.artifact", files.libraries().artifact());
    }
    InCells inCells = new InCells(cells());
    inCells.settings(subject.settings()).forEach((name, v) -> values.put("settings." + name, v));
    inCells
        .deduplicates(systems.deduplicates())
        .forEach((name, v) -> values.put("partner." + name + Vocabulary.DEDUPLICATES, v));
    values.put("seed", Long.toString(experiment.fixed().seed()));
    values.put("concurrency", Integer.toString(experiment.fixed().concurrency()));
    values.put("repeat", Integer.toString(experiment.repeat()));
    values.put("outside", Digests.ofTree(experiment.outside()));
    cells(values);
    return Configuration.of(values);
  }

  private void cells(SortedMap<String, String> values) throws IOException {
    if (data != null) {
      values.put("data", named(data) + " " + Digests.ofFile(data));
    }
    for (Cell cell : cells()) {
      Path own = cell.scenario().given().data();
      if (data == null && own != null && !values.containsKey("data." + named(own))) {
        values.put("data." + named(own), Digests.ofFile(own));
      }
      ObjectNode asked = cell.asked().deepCopy();
      if (asked.path("given") instanceof ObjectNode given) {
        given.remove(List.of("settings", "partner", "data"));
      }
      values.put("scenarios." + cell.id(), Digests.ofText(asked.toString()));
    }
  }

  /** Relative to the experiment's file, where it lies below it. */
  private String named(Path path) {
    Path home = experiment.file().getParent();
    return (path.startsWith(home) ? home.relativize(path) : path).toString();
  }
}
