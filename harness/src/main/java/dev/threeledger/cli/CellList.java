package dev.threeledger.cli;

import dev.threeledger.matrix.Cell;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The cells by family and scenario; each cell's id on a line of its own. */
final class CellList {
  private CellList() {}

  static void print(List<Cell> cells, PrintWriter out) {
    Map<String, Map<String, List<Cell>>> families = new LinkedHashMap<>();
    for (Cell cell : cells) {
      families
          .computeIfAbsent(cell.scenario().family(), family -> new LinkedHashMap<>())
          .computeIfAbsent(cell.scenario().name(), name -> new java.util.ArrayList<>())
          .add(cell);
    }
    families.forEach(
        (family, scenarios) -> {
          int number = scenarios.values().stream().mapToInt(List::size).sum();
          out.printf("family %s: %d scenarios, %d cells%n", family, scenarios.size(), number);
          scenarios
              .values()
              .forEach(scenario -> print(scenario.get(0).scenario().claim(), scenario, out));
        });
    out.flush();
  }

  private static void print(String claim, List<Cell> scenario, PrintWriter out) {
    out.printf("  %s%n", claim);
    scenario.forEach(cell -> out.printf("    %s%n", cell.id()));
  }
}
