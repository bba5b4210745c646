package dev.threeledger.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One side of an experiment fully resolved: every place that could make a difference, with its
 * value. Paths:
 *
 * <ul>
 *   <li>{@code settings.<name>}: the subject's settings as they are in force in the cells
 *   <li>{@code partner.<operation>.deduplicates}: how outside systems behave
 *   <li>{@code data}, {@code data.<file>}: digest of what fills the database
 *   <li>{@code subject.…}: {@code subject.yaml} with its defaults; {@code subject.version}, a label
 *       for people; {@code subject.artifact}, the Maven coordinates of its own jar; {@code
 *       subject.files.<name>}, digests of the files on its commands and class paths; {@code
 *       subject.dependencies.<group:artifact>}, versions of the libraries there
 *   <li>{@code scenarios.<cell>}: digest of the cell, apart from settings, partners and data
 *   <li>{@code seed}, {@code concurrency}, {@code repeat}, {@code outside}
 *   <li>{@code environment.…} and {@code postgres.<setting>}: versions, and the server's settings
 * </ul>
 *
 * @param values by path, sorted
 */
public record Configuration(SortedMap<String, String> values) {

  private static final String COMMAND = "subject.command";
  private static final String PREPARE = "subject.prepare";
  private static final String FILES = "subject.files.";
  private static final String DEPENDENCIES = "subject.dependencies.";
  private static final String VERSION = "subject.version";
  private static final String ARTIFACT = "subject.artifact";

  public Configuration {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
  }

  /** A configuration of these values. */
  public static Configuration of(Map<String, String> values) {
    return new Configuration(new TreeMap<>(values));
  }

  /** All places in which the two differ, sorted by path. */
  public static List<Difference> differences(Configuration baseline, Configuration candidate) {
    TreeSet<String> paths = new TreeSet<>(baseline.values.keySet());
    paths.addAll(candidate.values.keySet());
    List<Difference> differences = new ArrayList<>();
    for (String path : paths) {
      String before = baseline.values.get(path);
      String after = candidate.values.get(path);
      if (!Objects.equals(before, after)) {
        differences.add(new Difference(path, before, after));
      }
    }
    return differences;
  }

  /**
   * The differences that are neither in the place that was to be changed nor follow from it.
   *
   * <p>A place covers itself and what lies below it. What is more follows from some places:
   *
   * <ul>
   *   <li>from {@code subject.version} and from {@code subject.dependencies.<group:artifact>}:
   *       {@code subject.files.…}, {@code subject.artifact}, {@code subject.version}, and the
   *       commands where they differ in the names of those files only
   *   <li>from {@code subject.command} and {@code subject.prepare}: the files that stand on one
   *       side only, {@code subject.dependencies.…}, {@code subject.artifact} and {@code
   *       subject.version}
   * </ul>
   *
   * @param changed a path such as {@code settings.defect}
   */
  public static List<Difference> beside(
      String changed, Configuration baseline, Configuration candidate) {
    return differences(baseline, candidate).stream()
        .filter(difference -> !covers(changed, difference.path()))
        .filter(difference -> !follows(changed, difference, baseline, candidate))
        .toList();
  }

  /** True when the path is that place or lies below it. */
  static boolean covers(String place, String path) {
    return path.equals(place) || path.startsWith(place + ".");
  }

  private static boolean follows(
      String changed, Difference difference, Configuration baseline, Configuration candidate) {
    String path = difference.path();
    boolean label = path.equals(VERSION) || path.equals(ARTIFACT);
    if (changed.equals(VERSION) || changed.startsWith(DEPENDENCIES)) {
      boolean command = path.equals(COMMAND) || path.equals(PREPARE);
      return label
          || path.startsWith(FILES)
          || command && baseline.withoutFiles(path).equals(candidate.withoutFiles(path));
    }
    if (changed.equals(COMMAND) || changed.equals(PREPARE)) {
      boolean oneSide = difference.baseline() == null || difference.candidate() == null;
      return label || path.startsWith(FILES) && oneSide || path.startsWith(DEPENDENCIES);
    }
    return false;
  }

  /** A command in which every file has the same name. */
  private String withoutFiles(String path) {
    String command = values.getOrDefault(path, "");
    List<String> names =
        values.keySet().stream()
            .filter(key -> key.startsWith(FILES))
            .map(key -> key.substring(FILES.length()))
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
    for (String name : names) {
      command = command.replace(name, "<file>");
    }
    return command;
  }
}
