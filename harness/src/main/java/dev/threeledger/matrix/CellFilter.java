package dev.threeledger.matrix;

import dev.threeledger.scenario.Location;
import dev.threeledger.scenario.Nearest;
import dev.threeledger.scenario.Problems;
import dev.threeledger.scenario.ProblemsException;
import dev.threeledger.scenario.Scenario;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Chooses cells. A cell is chosen when it fits each kind of condition that is not empty.
 *
 * @param families one of them
 * @param tags one of them
 * @param ids one of them; {@code crash-after-commit/failure}, or with {@code *} for any characters
 *     and {@code ?} for one; without a slash: all cells of that scenario
 * @param quick true: of scenarios with the tag {@code long} only the cells {@code failure} and
 *     {@code normal}, of those with the tag {@code only-long} none
 */
public record CellFilter(
    Collection<String> families, Collection<String> tags, Collection<String> ids, boolean quick) {
  private static final String LONG = "long";
  private static final String ONLY_LONG = "only-long";
  private static final List<String> ALWAYS = List.of("failure", "normal");

  public CellFilter {
    families = List.copyOf(families);
    tags = List.copyOf(tags);
    ids = List.copyOf(ids);
  }

  /** Not only the quick ones. */
  public CellFilter(Collection<String> families, Collection<String> tags, Collection<String> ids) {
    this(families, tags, ids, false);
  }

  /** Chooses every cell. */
  public static CellFilter all() {
    return new CellFilter(List.of(), List.of(), List.of());
  }

  /** True when the cell fits. */
  public boolean accepts(Cell cell) {
    Scenario scenario = cell.scenario();
    return (!quick || isQuick(scenario))
        && (families.isEmpty() || families.contains(scenario.family()))
        && (tags.isEmpty() || scenario.tags().stream().anyMatch(tags::contains))
        && (ids.isEmpty() || ids.stream().anyMatch(id -> matches(id, cell.id())));
  }

  private static boolean isQuick(Scenario scenario) {
    List<String> tags = scenario.tags();
    return !tags.contains(ONLY_LONG) && (!tags.contains(LONG) || ALWAYS.contains(scenario.cell()));
  }

  /**
   * The cells that fit, in their order.
   *
   * @throws ProblemsException when a family, tag or id fits no cell at all, with the nearest one
   */
  public List<Cell> choose(List<Cell> cells) throws ProblemsException {
    Problems problems = new Problems();
    known("--family", "family", families, names(cells, s -> Stream.of(s.family())), problems);
    known("--tag", "tag", tags, names(cells, s -> s.tags().stream()), problems);
    for (String id : ids) {
      if (cells.stream().noneMatch(cell -> matches(id, cell.id()))) {
        Collection<String> known = cells.stream().map(Cell::id).toList();
        problems.add(at("--cell", id), Nearest.unknown("cell", id, known));
      }
    }
    problems.throwIfAny();
    return cells.stream().filter(this::accepts).toList();
  }

  private static Collection<String> names(
      List<Cell> cells, Function<Scenario, Stream<String>> names) {
    return cells.stream()
        .flatMap(cell -> names.apply(cell.scenario()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static void known(
      String option,
      String what,
      Collection<String> words,
      Collection<String> known,
      Problems problems) {
    for (String word : words) {
      if (!known.contains(word)) {
        problems.add(at(option, word), Nearest.unknown(what, word, known));
      }
    }
  }

  private static Location at(String option, String word) {
    return Location.of(Path.of(option + " " + word));
  }

  private static boolean matches(String pattern, String id) {
    String whole = pattern.contains("/") ? pattern : pattern + "/*";
    String regex =
        whole
            .chars()
            .mapToObj(c -> c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(Character.toString(c)))
            .collect(Collectors.joining());
    return id.matches(regex);
  }
}
