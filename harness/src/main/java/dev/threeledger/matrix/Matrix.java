package dev.threeledger.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.threeledger.scenario.Known;
import dev.threeledger.scenario.Location;
import dev.threeledger.scenario.Nearest;
import dev.threeledger.scenario.Problems;
import dev.threeledger.scenario.ProblemsException;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.scenario.ScenarioJson;
import dev.threeledger.scenario.ScenarioReader;
import dev.threeledger.scenario.Subject;
import dev.threeledger.scenario.Tree;
import dev.threeledger.scenario.YamlFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All cells of a batch, from scenario files. */
public final class Matrix {
  private final Known known;
  private final Overrides overrides;
  private final Problems problems = new Problems();
  private final Map<String, Location> names = new HashMap<>();

  private Matrix(Known known, Overrides overrides) {
    this.known = known;
    this.overrides = overrides;
  }

  /**
   * The cells, files sorted by path; no canaries unless named, no overrides.
   *
   * @throws ProblemsException with all problems of all files
   */
  public static List<Cell> load(
      List<Path> filesOrDirectories,
      Subject subject,
      Set<String> operations,
      Collection<String> checkNames,
      long seed)
      throws ProblemsException {
    return load(filesOrDirectories, subject, operations, checkNames, seed, Overrides.none(), false);
  }

  /**
   * The cells, files sorted by path, each file's scenario as written and then its variations.
   *
   * @param filesOrDirectories directories are searched for {@code *.yaml} to any depth, except in
   *     folders named external, data, experiments and containers
   * @param operations of the outside systems
   * @param checkNames all checks, in their fixed order
   * @param seed of the batch; see {@link Seeds}
   * @param overrides for all cells
   * @param canaries true: folders named canary are searched as well
   * @throws ProblemsException with all problems of all files
   */
  public static List<Cell> load(
      List<Path> filesOrDirectories,
      Subject subject,
      Set<String> operations,
      Collection<String> checkNames,
      long seed,
      Overrides overrides,
      boolean canaries)
      throws ProblemsException {
    Known known = new Known(subject, operations, List.copyOf(checkNames));
    Matrix matrix = new Matrix(known, overrides);
    ScenarioFinder finder = new ScenarioFinder(canaries, matrix.problems);
    List<Scenario> scenarios = new ArrayList<>();
    for (Path file : finder.find(filesOrDirectories)) {
      scenarios.addAll(matrix.scenarios(file));
    }
    matrix.problems.throwIfAny();
    return scenarios.stream().map(scenario -> cell(scenario, seed)).toList();
  }

  /** One cell of the batch with this seed. */
  public static Cell cell(Scenario scenario, long seed) {
    return new Cell(
        scenario,
        Seeds.of(seed, scenario.id()),
        ScenarioJson.write(scenario),
        scenario.id(),
        List.of());
  }

  /**
   * The scenario of a stored tree. Its references were checked when it was written; they are taken
   * as they are.
   *
   * @param file the scenario's file, which relative paths are relative to; it need not exist
   * @throws IllegalArgumentException when the tree is not one that a {@link Cell} holds
   */
  public static Scenario fromTree(JsonNode asked, Path file) {
    Problems problems = new Problems();
    Tree tree = Tree.of(asked, Location.of(file));
    Optional<Scenario> scenario = new ScenarioReader(file, null, problems).read(tree, null);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(new ProblemsException(problems.list()).text());
    }
    return scenario.orElseThrow();
  }

  private List<Scenario> scenarios(Path file) {
    Optional<Tree> document = YamlFile.read(file, problems);
    if (document.isEmpty()) {
      return List.of();
    }
    if (!(document.get() instanceof Tree.Mapping mapping)) {
      problems.add(document.get().at(), "is no scenario: it has no 'scenario:' key");
      return List.of();
    }
    Tree.Field name = mapping.fields().get("scenario");
    if (name == null) {
      problems.add(mapping.at(), "is no scenario: it has no 'scenario:' key" + meant(mapping));
      return List.of();
    }
    unique(name.value());
    return new Cells(file, known, overrides, problems).read(mapping);
  }

  private static String meant(Tree.Mapping mapping) {
    return mapping.fields().keySet().stream()
        .filter(key -> Nearest.to(key, List.of("scenario")).isPresent())
        .map(key -> "; is '" + key + "' meant to be it?")
        .findFirst()
        .orElse("; move it to external/, data/ or experiments/");
  }

  private void unique(Tree name) {
    if (name instanceof Tree.Text text) {
      Location before = names.putIfAbsent(text.text(), text.at());
      if (before != null) {
        problems.add(
            text.at(),
            "scenario: '"
                + text.text()
                + "' is already the name of "
                + before
                + "; choose another");
      }
    }
  }
}
