package dev.threeledger.experiment;

import dev.threeledger.scenario.Scenario;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The four records of an experiment: which are there, and whether the same checks judged them. */
final class Records {
  private enum Kind {
    NORMAL,
    BOUNDARY,
    FAILURE,
    RECOVERY
  }

  private Records() {}

  /** The records that no pair gives, and scenarios of one job that were judged by other checks. */
  static List<String> missing(List<Pairing> pairs) {
    Set<Kind> seen = EnumSet.noneOf(Kind.class);
    Map<String, Map<List<String>, String>> checks = new LinkedHashMap<>();
    for (Pairing pair : pairs) {
      if (pair.baseline() != null && pair.candidate() != null) {
        seen.add(kind(pair.baseline().scenario()));
        note(pair.baseline(), checks);
        note(pair.candidate(), checks);
      }
    }
    List<String> missing = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      if (!seen.contains(kind)) {
        missing.add("no " + kind.name().toLowerCase(Locale.ROOT) + " record on both sides");
      }
    }
    checks.forEach(
        (family, lists) -> {
          if (lists.size() > 1) {
            missing.add(family + " is not judged by the same checks: " + unequal(lists));
          }
        });
    return missing;
  }

  /** The first cell with each list of checks, by the family of its scenario. */
  private static void note(JudgedRun run, Map<String, Map<List<String>, String>> checks) {
    checks
        .computeIfAbsent(run.scenario().family(), family -> new LinkedHashMap<>())
        .putIfAbsent(run.scenario().checks(), run.place());
  }

  private static String unequal(Map<List<String>, String> lists) {
    Set<String> common = new TreeSet<>(lists.keySet().iterator().next());
    lists.keySet().forEach(common::retainAll);
    List<String> more = new ArrayList<>();
    lists.forEach(
        (list, place) -> {
          Set<String> own = new TreeSet<>(list);
          own.removeAll(common);
          more.add(
              place + (own.isEmpty() ? " has no other" : " also has " + String.join(", ", own)));
        });
    return String.join("; ", more);
  }

  /** Which cell stands for each record. */
  static String shown(List<Pairing> pairs) {
    Map<Kind, String> cells = new LinkedHashMap<>();
    for (Kind kind : Kind.values()) {
      pairs.stream()
          .filter(pair -> pair.baseline() != null && pair.candidate() != null)
          .filter(pair -> kind(pair.baseline().scenario()) == kind)
          .findFirst()
          .ifPresent(pair -> cells.put(kind, pair.cell()));
    }
    List<String> texts = new ArrayList<>();
    cells.forEach((kind, cell) -> texts.add(kind.name().toLowerCase(Locale.ROOT) + " " + cell));
    return String.join(", ", texts);
  }

  /** What a cell records, by the names that cells have; see {@code scenarios/README.md}. */
  private static Kind kind(Scenario scenario) {
    String cell = scenario.cell();
    if (cell.equals("recovery-replay")) {
      return Kind.RECOVERY;
    }
    if (scenario.name().startsWith("boundary-")
        || cell.startsWith("boundary-")
        || cell.equals("just-before")
        || cell.equals("just-after")) {
      return Kind.BOUNDARY;
    }
    return scenario.faults().isEmpty() ? Kind.NORMAL : Kind.FAILURE;
  }
}
