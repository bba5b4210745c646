package dev.threeledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.check.Checks;
import dev.threeledger.external.OutsideSystems;
import dev.threeledger.matrix.Cell;
import dev.threeledger.matrix.Matrix;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.scenario.Subject;
import dev.threeledger.scenario.SubjectFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The tables of {@code README.md} and {@code scenarios/README.md} name what is there. */
class ConclusionsTest {
  private static final Path SCENARIOS = Path.of("../scenarios");
  private static final Path REFERENCE = Path.of("../reference-impl");
  private static final String LIST = "# Scenarios";
  private static final String RECORDS = "## The four records of a family";
  private static final String CONCLUSIONS = "## What is concluded from what";
  private static final String README_LIST = "| scenario | fault |";
  private static final String README_CHECKS = "| what is judged |";

  private static final Pattern NAME = Pattern.compile("`([a-z0-9-]+)`");
  private static final Pattern CELL = Pattern.compile("`([a-z0-9-]+/[a-z0-9-]+)`");
  private static final Pattern DEFECT =
      Pattern.compile("defect: (?<defect>[a-z-]+), cell: (?<scenario>[a-z-]+)/");

  /** All but the canaries. */
  private static List<Cell> cells;

  private final String page = read(SCENARIOS.resolve("README.md"));
  private final String readme = read(Path.of("../README.md"));

  @BeforeAll
  static void load() throws Exception {
    Set<String> operations = OutsideSystems.load(SCENARIOS.resolve("external")).operations();
    Subject subject = SubjectFile.load(REFERENCE.resolve("subject.yaml"), operations);
    cells = Matrix.load(List.of(SCENARIOS), subject, operations, Checks.names(), 1);
  }

  @Test
  void everyConclusionNamesScenariosAndChecksThatExist() {
    List<String[]> rows = rows(page, CONCLUSIONS);

    assertThat(rows).hasSizeGreaterThan(10);
    for (String[] row : rows) {
      assertThat(found(NAME, row[2])).as(row[1]).isNotEmpty().isSubsetOf(scenarios());
      assertThat(found(NAME, row[3])).as(row[1]).isNotEmpty().isSubsetOf(Checks.names());
    }
  }

  @Test
  void everyCheckButTheExpectationsStandsBehindAConclusion() {
    Set<String> named = new TreeSet<>();
    rows(page, CONCLUSIONS).forEach(row -> named.addAll(found(NAME, row[3])));

    Set<String> checks = new TreeSet<>(Checks.names());
    checks.removeAll(named);
    // secrets are no matter of repetition; expectations are the scenario's own
    assertThat(checks).containsExactly("as-expected", "secrets-masked");
  }

  @Test
  void everyScenarioHasARowInBothLists() {
    assertThat(firstColumn(page, LIST)).isEqualTo(scenarios());
    assertThat(firstColumn(readme, README_LIST)).isEqualTo(scenarios());
  }

  @Test
  void theReadmeNamesForEachScenarioTheDefectsOfTheTable() {
    Map<String, Set<String>> defects = new TreeMap<>();
    Matcher row = DEFECT.matcher(read(REFERENCE.resolve("defects.yaml")));
    while (row.find()) {
      defects.computeIfAbsent(row.group("scenario"), s -> new TreeSet<>()).add(row.group("defect"));
    }
    Map<String, Set<String>> named = new TreeMap<>();
    for (String[] cells : rows(readme, README_LIST)) {
      Set<String> names = found(NAME, cells[4]);
      if (!names.isEmpty()) {
        named.put(found(NAME, cells[1]).iterator().next(), names);
      }
    }
    assertThat(named).isEqualTo(defects);
  }

  @Test
  void theReadmeNamesEveryCheck() {
    Set<String> named = new TreeSet<>();
    rows(readme, README_CHECKS).forEach(row -> named.addAll(found(NAME, row[2])));
    assertThat(named).containsExactlyInAnyOrderElementsOf(Checks.names());
  }

  @Test
  void everyFamilyHasItsFourRecordsAndTheCellsNamedExistInIt() {
    List<String[]> rows = rows(page, RECORDS);
    for (int column : new int[] {2, 3}) {
      String family = column == 2 ? "statement" : "order";
      Set<String> named = new TreeSet<>();
      rows.forEach(row -> named.addAll(found(CELL, row[column])));
      Set<String> ids = in(family).map(Cell::id).collect(set());
      assertThat(named).isNotEmpty().isSubsetOf(ids);

      String[] replays = rows.get(rows.size() - 1);
      Set<String> without = in(family).map(Cell::scenario).map(Scenario::name).collect(set());
      in(family)
          .filter(cell -> cell.id().endsWith("/recovery-replay"))
          .forEach(cell -> without.remove(cell.scenario().name()));
      Set<String> exceptions = found(NAME, replays[column]);
      exceptions.remove("recovery-replay");
      assertThat(exceptions).as(family).isEqualTo(without);
    }
  }

  /** The rows of the first table below the line that a text begins, without its head. */
  private static List<String[]> rows(String page, String from) {
    String text = "\n" + page;
    assertThat(text).contains("\n" + from);
    return text.substring(text.indexOf("\n" + from) + 1)
        .lines()
        .dropWhile(line -> !line.startsWith("|"))
        .takeWhile(line -> line.startsWith("|"))
        .skip(2)
        .map(line -> line.split("(?<!\\\\)\\|"))
        .toList();
  }

  private static Set<String> firstColumn(String page, String from) {
    return rows(page, from).stream()
        .map(row -> found(NAME, row[1]))
        .flatMap(Collection::stream)
        .collect(set());
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(result -> result.group(1)).collect(set());
  }

  private static Stream<Cell> in(String family) {
    return cells.stream().filter(cell -> cell.scenario().family().equals(family));
  }

  private static Set<String> scenarios() {
    return cells.stream().map(cell -> cell.scenario().name()).collect(set());
  }

  private static Collector<String, ?, Set<String>> set() {
    return Collectors.toCollection(TreeSet::new);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
