package dev.threeledger.experiment;

import dev.threeledger.matrix.Cell;
import dev.threeledger.matrix.CellFilter;
import dev.threeledger.scenario.Nearest;
import dev.threeledger.scenario.Place;
import dev.threeledger.verdict.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Whether what {@code cells} names is there, and chooses anything. */
final class CellChoice {
  private final Place root;

  CellChoice(Place root) {
    this.root = root;
  }

  /** Adds a problem for each word that fits no cell of a side. */
  void check(List<Cell> baseline, List<Cell> candidate) {
    Place cells = root.optional("cells").orElse(root);
    List<String> families = words(cells, "families");
    List<String> tags = words(cells, "tags");
    List<String> ids = words(cells, "ids");
    for (List<Cell> side : List.of(baseline, candidate)) {
      boolean known =
          each(cells, "families", "family", side, families(side), CellChoice::family)
              & each(cells, "tags", "tag", side, tags(side), CellChoice::tag)
              & each(cells, "ids", "cell", side, ids(side), CellChoice::id);
      CellFilter all = new CellFilter(families, tags, ids);
      if (known && side.stream().noneMatch(all::accepts)) {
        cells.problem("no cell fits all of them together; leave one out");
      }
    }
    scenario(baseline);
  }

  /**
   * Adds a problem for each chosen cell that is there to fail: what the sides have in common by it
   * says nothing of them.
   */
  void demandPassing(List<Cell> chosen) {
    Place cells = root.optional("cells").orElse(root);
    for (Cell cell : chosen) {
      if (cell.scenario().expectedVerdict() != Verdict.PASS) {
        cells.problem(
            "%s must give %s by its scenario, and nothing is compared by it; leave it out"
                .formatted(cell.id(), cell.scenario().expectedVerdict()));
      }
    }
  }

  /** The scenario that is expected to show the first deviation. */
  private void scenario(List<Cell> cells) {
    Optional<Place> place =
        root.optional("expect")
            .flatMap(p -> p.optional("first_deviation"))
            .flatMap(p -> p.optional("scenario"));
    Set<String> known =
        cells.stream()
            .map(cell -> cell.scenario().name())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    place.ifPresent(p -> p.known("scenario", known));
  }

  private static boolean each(
      Place cells,
      String key,
      String what,
      List<Cell> side,
      Collection<String> known,
      Function<String, CellFilter> filter) {
    List<Place> items = cells.optional(key).map(Place::items).orElse(List.of());
    boolean all = true;
    for (Place item : items) {
      Optional<String> word = item.text();
      if (word.isPresent() && side.stream().noneMatch(filter.apply(word.get())::accepts)) {
        item.problem(Nearest.unknown(what, word.get(), known));
        all = false;
      }
    }
    return all;
  }

  private static List<String> words(Place cells, String key) {
    return new ArrayList<>(cells.optional(key).map(Place::texts).orElse(List.of()));
  }

  private static CellFilter family(String word) {
    return new CellFilter(List.of(word), List.of(), List.of());
  }

  private static CellFilter tag(String word) {
    return new CellFilter(List.of(), List.of(word), List.of());
  }

  private static CellFilter id(String word) {
    return new CellFilter(List.of(), List.of(), List.of(word));
  }

  private static Set<String> families(List<Cell> cells) {
    return names(cells, cell -> Stream.of(cell.scenario().family()));
  }

  private static Set<String> tags(List<Cell> cells) {
    return names(cells, cell -> cell.scenario().tags().stream());
  }

  private static Set<String> ids(List<Cell> cells) {
    return names(cells, cell -> Stream.of(cell.id()));
  }

  private static Set<String> names(List<Cell> cells, Function<Cell, Stream<String>> names) {
    return cells.stream().flatMap(names).collect(Collectors.toCollection(java.util.TreeSet::new));
  }
}
