package dev.threeledger.external;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The outside systems of a directory: one folder per system, in it WireMock stub mappings. Loaded
 * once, immutable. How to write one stands in {@code scenarios/external/README.md}.
 */
public final class OutsideSystems {
  private final Path directory;
  private final SortedMap<String, Stub> stubs;

  private OutsideSystems(Path directory, SortedMap<String, Stub> stubs) {
    this.directory = directory;
    this.stubs = Collections.unmodifiableSortedMap(stubs);
  }

  /**
   * Loads all systems below a directory.
   *
   * @throws OutsideProblemsException with every problem of every file
   * @throws IOException when a file cannot be read
   */
  public static OutsideSystems load(Path directory) throws IOException {
    List<String> problems = new ArrayList<>();
    List<Stub> stubs = new ArrayList<>();
    if (!Files.isDirectory(directory)) {
      problems.add(directory + ": there is no such directory; make one folder per outside system");
    } else {
      for (Path file : files(directory)) {
        stubs.addAll(MappingFile.read(directory, file, problems));
      }
    }
    SortedMap<String, Stub> byName = byName(stubs, problems);
    byName.values().forEach(stub -> References.check(stub, byName, problems));
    if (!problems.isEmpty()) {
      throw new OutsideProblemsException(problems);
    }
    return new OutsideSystems(directory, byName);
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(path -> path.toString().endsWith(".json"))
          .filter(Files::isRegularFile)
          .sorted()
          .toList();
    }
  }

  private static SortedMap<String, Stub> byName(List<Stub> stubs, List<String> problems) {
    SortedMap<String, Stub> byName = new TreeMap<>();
    for (Stub stub : stubs) {
      Stub other = byName.putIfAbsent(stub.operation().name(), stub);
      if (other != null) {
        problems.add(
            stub.at("name")
                + ": two mappings are named '"
                + stub.operation().name()
                + "', the other one in "
                + other.file()
                + "; give each operation its own name");
      }
    }
    return byName;
  }

  /** Where they were loaded from. */
  public Path directory() {
    return directory;
  }

  /** All mappings as one text, by operation: the same as long as they behave the same. */
  public String text() {
    return String.join("\n", mappings());
  }

  /** Names of the systems, sorted. */
  public Set<String> systems() {
    return operations().stream()
        .map(name -> name.substring(0, name.indexOf('.')))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Names of all operations, {@code <system>.<operation>}, sorted. */
  public Set<String> operations() {
    return stubs.keySet();
  }

  /**
   * Operations that have an effect, with its kind: {@code payments.charge} → {@code charge};
   * sorted.
   */
  public Map<String, String> effects() {
    Map<String, String> effects = new TreeMap<>();
    stubs.forEach(
        (name, stub) -> {
          if (stub.operation().effect() != null) {
            effects.put(name, stub.operation().effect());
          }
        });
    return effects;
  }

  /** Operations that have an effect: whether a repeat under the same key is none; sorted. */
  public Map<String, Boolean> deduplicates() {
    Map<String, Boolean> deduplicates = new TreeMap<>();
    effects()
        .keySet()
        .forEach(name -> deduplicates.put(name, stubs.get(name).operation().deduplicates()));
    return deduplicates;
  }

  Optional<Operation> operation(String name) {
    return Optional.ofNullable(name).map(stubs::get).map(Stub::operation);
  }

  /** The mappings as WireMock reads them. */
  Collection<String> mappings() {
    return stubs.values().stream().map(Stub::mapping).toList();
  }
}
