package dev.threeledger.matrix;

import dev.threeledger.scenario.Location;
import dev.threeledger.scenario.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Finds scenario files. Directories are searched to any depth, except for folders of other things
 * and of scenarios that few subjects can run; a folder that is named itself is always searched.
 */
final class ScenarioFinder {
  private static final Set<String> OTHER_THINGS = Set.of("external", "data", "experiments");

  /** Scenarios for subjects whose workers are containers; others refuse them. */
  private static final String CONTAINERS = "containers";

  private static final String CANARIES = "canary";

  private final boolean canaries;
  private final Problems problems;
  private final Map<String, Path> found = new TreeMap<>();

  /**
   * @param canaries true: {@code canary} folders are searched as well
   */
  ScenarioFinder(boolean canaries, Problems problems) {
    this.canaries = canaries;
    this.problems = problems;
  }

  /** The files, each once, sorted by path as it was named. */
  List<Path> find(List<Path> filesOrDirectories) {
    for (Path path : filesOrDirectories) {
      if (Files.isDirectory(path)) {
        search(path);
      } else {
        add(path);
      }
    }
    Collection<Path> files = found.values();
    return files.stream().sorted(Comparator.comparing(ScenarioFinder::text)).toList();
  }

  private void search(Path directory) {
    List<Path> entries = new ArrayList<>();
    try (Stream<Path> listed = Files.list(directory)) {
      listed.forEach(entries::add);
    } catch (IOException e) {
      problems.add(Location.of(directory), "cannot be read: " + e.getMessage());
    }
    for (Path entry : entries) {
      String name = entry.getFileName().toString();
      if (Files.isDirectory(entry)) {
        if (!OTHER_THINGS.contains(name)
            && !name.equals(CONTAINERS)
            && (canaries || !name.equals(CANARIES))) {
          search(entry);
        }
      } else if (name.endsWith(".yaml")) {
        add(entry);
      } else if (name.endsWith(".yml")) {
        problems.add(Location.of(entry), "scenarios are named .yaml; rename it");
      }
    }
  }

  private void add(Path file) {
    found.putIfAbsent(text(file.toAbsolutePath().normalize()), file);
  }

  private static String text(Path path) {
    return path.toString().replace('\\', '/');
  }
}
