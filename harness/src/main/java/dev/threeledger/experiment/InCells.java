package dev.threeledger.experiment;

import dev.threeledger.matrix.Cell;
import dev.threeledger.scenario.Scenario.Given;
import dev.threeledger.scenario.Scenario.Partner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What is in force in the cells: {@code 30s} where it is the same in all of them, else {@code 600ms
 * in normal/normal; 2s in boundary-lease/failure, boundary-lease/normal}.
 */
final class InCells {
  private final List<Cell> cells;

  InCells(List<Cell> cells) {
    this.cells = List.copyOf(cells);
  }

  /** By name; a cell's own value takes the place of the default. */
  SortedMap<String, String> settings(Map<String, String> defaults) {
    SortedMap<String, String> inForce = new TreeMap<>();
    defaults.forEach(
        (name, value) ->
            inForce.put(name, each(given -> given.settings().getOrDefault(name, value), value)));
    return inForce;
  }

  /** By operation, likewise. */
  SortedMap<String, String> deduplicates(Map<String, Boolean> defaults) {
    SortedMap<String, String> inForce = new TreeMap<>();
    defaults.forEach(
        (name, is) -> {
          Partner byDefault = new Partner(is);
          inForce.put(
              name,
              each(
                  given -> "" + given.partner().getOrDefault(name, byDefault).deduplicates(),
                  is.toString()));
        });
    return inForce;
  }

  private String each(Function<Given, String> value, String withoutCells) {
    Map<String, List<String>> byValue = new LinkedHashMap<>();
    for (Cell cell : cells) {
      byValue
          .computeIfAbsent(value.apply(cell.scenario().given()), v -> new ArrayList<>())
          .add(cell.id());
    }
    if (byValue.size() < 2) {
      return byValue.keySet().stream().findFirst().orElse(withoutCells);
    }
    return byValue.entrySet().stream()
        .map(entry -> entry.getKey() + " in " + String.join(", ", entry.getValue()))
        .collect(Collectors.joining("; "));
  }
}
