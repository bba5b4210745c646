package dev.threeledger.matrix;

import dev.threeledger.scenario.Known;
import dev.threeledger.scenario.Location;
import dev.threeledger.scenario.Problem;
import dev.threeledger.scenario.Problems;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.scenario.ScenarioReader;
import dev.threeledger.scenario.Tree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The cells of one file: the scenario as written, its variations in the order of the file, and last
 * the one that tries the failing sample again ({@link RecoveryReplay}).
 */
final class Cells {
  private final Path file;
  private final Known known;
  private final Overrides overrides;
  private final Problems problems;
  private final Set<Problem> ofTheDocument = new HashSet<>();
  private final List<Scenario> scenarios = new ArrayList<>();

  Cells(Path file, Known known, Overrides overrides, Problems problems) {
    this.file = file;
    this.known = known;
    this.overrides = overrides;
    this.problems = problems;
  }

  List<Scenario> read(Tree.Mapping document) {
    Map<String, Location> names = new LinkedHashMap<>();
    Tree.Mapping base = document.without("vary");
    Problems first = new Problems();
    read(base, null, first).ifPresent(scenarios::add);
    ofTheDocument.addAll(first.list());
    problems.addAll(first);
    names.put(hasFaults(base) ? "failure" : "normal", document.at());
    Optional<Scenario> replay = scenarios.stream().findFirst().flatMap(RecoveryReplay::of);
    if (document.fields().containsKey("vary")) {
      variations(base, document.fields().get("vary"), names);
    }
    if (replayed(document) && !names.containsKey(RecoveryReplay.NAME)) {
      replay.ifPresent(scenarios::add);
    }
    return scenarios;
  }

  private boolean replayed(Tree.Mapping document) {
    Tree.Field replay = document.fields().get("replay");
    boolean off =
        replay != null && replay.value() instanceof Tree.Text text && text.text().equals("false");
    return !off && known.fenced();
  }

  private void variations(Tree.Mapping base, Tree.Field vary, Map<String, Location> names) {
    if (!(vary.value() instanceof Tree.Sequence entries)) {
      problems.add(
          vary.value().at(),
          "vary: must be a list such as [ a, b ], found " + vary.value().words());
      return;
    }
    for (int i = 0; i < entries.items().size(); i++) {
      variation(base, entries.items().get(i), "vary[" + i + "]", names);
    }
  }

  private static boolean hasFaults(Tree.Mapping document) {
    Tree.Field fault = document.fields().get("fault");
    return fault != null
        && !(fault.value() instanceof Tree.Sequence faults && faults.items().isEmpty());
  }

  private void variation(Tree.Mapping base, Tree entry, String path, Map<String, Location> names) {
    if (!(entry instanceof Tree.Mapping mapping)) {
      problems.add(entry.at(), path + ": must be a mapping such as { name: normal, fault: none }");
      return;
    }
    Optional<String> name = name(mapping, path, names);
    Optional<Tree.Mapping> varied = Optional.of(base);
    Problems own = new Problems();
    for (Map.Entry<String, Tree.Field> set : mapping.fields().entrySet()) {
      if (!set.getKey().equals("name")) {
        Variation variation = new Variation(set.getKey(), set.getValue(), own);
        varied = varied.flatMap(variation::applyTo);
      }
    }
    varied
        .filter(document -> name.isPresent())
        .ifPresent(document -> read(document, name.get(), own).ifPresent(scenarios::add));
    own.list().stream()
        .filter(problem -> !ofTheDocument.contains(problem))
        .forEach(problem -> problems.add(at(problem, mapping), path + ": " + problem.message()));
  }

  /**
   * Where to edit: in the variation, also when it has made something else in the document wrong.
   */
  private Location at(Problem problem, Tree.Mapping entry) {
    Location at = new Location(problem.file(), problem.line(), problem.column());
    return problem.file().equals(file) && !writtenIn(entry).contains(at) ? entry.at() : at;
  }

  private static Set<Location> writtenIn(Tree tree) {
    Set<Location> written = new HashSet<>(Set.of(tree.at()));
    if (tree instanceof Tree.Mapping mapping) {
      for (Tree.Field field : mapping.fields().values()) {
        written.add(field.keyAt());
        written.addAll(writtenIn(field.value()));
      }
    } else if (tree instanceof Tree.Sequence sequence) {
      sequence.items().forEach(item -> written.addAll(writtenIn(item)));
    }
    return written;
  }

  private Optional<Scenario> read(Tree.Mapping document, String name, Problems into) {
    return new ScenarioReader(file, known, into).read(overrides.applyTo(document), name);
  }

  private Optional<String> name(Tree.Mapping entry, String path, Map<String, Location> names) {
    Tree.Field field = entry.fields().get("name");
    if (field == null) {
      problems.add(entry.at(), path + ".name: missing; add 'name:' here");
      return Optional.empty();
    }
    if (!(field.value() instanceof Tree.Text text)
        || !text.text().matches("[a-z0-9]+(-[a-z0-9]+)*")) {
      problems.add(
          field.value().at(),
          path
              + ".name: must be lower-case words such as boundary-before-commit, found "
              + field.value().words());
      return Optional.empty();
    }
    Location before = names.putIfAbsent(text.text(), text.at());
    if (before != null) {
      problems.add(text.at(), path + ".name: '" + text.text() + "' " + taken(names, before));
      return Optional.empty();
    }
    return Optional.of(text.text());
  }

  private static String taken(Map<String, Location> names, Location before) {
    boolean own = names.values().iterator().next().equals(before);
    return own
        ? "is the name of the scenario as written; choose another"
        : "is already the name of a variation in line " + before.line() + "; choose another";
  }
}
