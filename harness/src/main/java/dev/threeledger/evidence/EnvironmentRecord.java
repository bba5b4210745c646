package dev.threeledger.evidence;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a run stood on, for {@code environment.json}: versions, digests, machine, and the kinds of
 * evidence that do not apply.
 *
 * <p>Make one per batch with {@link #here} and add what is the same for all runs; give each run a
 * {@link #copy()}. Digests of unchanged files are computed once per process. What could not be
 * learnt is written as {@code not verified: <why>}.
 */
public final class EnvironmentRecord {
  private static final Map<String, String> DIGESTS = new ConcurrentHashMap<>();
  private final ObjectNode tree;

  private EnvironmentRecord(ObjectNode tree) {
    this.tree = tree;
  }

  /** This machine, this Java, this Threeledger, and the working tree that holds the folder. */
  public static EnvironmentRecord here(Path workingTree) {
    ObjectNode tree = Trees.object();
    ObjectNode versions = tree.putObject("versions");
    versions.put("threeledger", ownVersion());
    versions.put("java", System.getProperty("java.runtime.version"));
    versions.put("javaVendor", System.getProperty("java.vendor"));
    versions.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    versions.put("arch", System.getProperty("os.arch"));
    git(tree.putObject("git"), GitState.of(workingTree));
    ObjectNode machine = tree.putObject("machine");
    machine.put("cores", Runtime.getRuntime().availableProcessors());
    machine.put("memoryBytes", memoryBytes());
    machine.put("heapBytes", Runtime.getRuntime().maxMemory());
    tree.putObject("digests");
    tree.putObject("notApplicable");
    return new EnvironmentRecord(tree);
  }

  private static void git(ObjectNode tree, GitState state) {
    tree.put("commit", state.commit() == null ? state.why() : state.commit());
    if (state.dirty() == null) {
      tree.put("dirty", state.why());
    } else {
      tree.put("dirty", state.dirty());
    }
  }

  /** The version in the jar's Maven properties. */
  private static String ownVersion() {
    String place = "/META-INF/maven/dev.threeledger/harness/pom.properties";
    try (InputStream in = EnvironmentRecord.class.getResourceAsStream(place)) {
      if (in == null) {
        return "not verified: not run from its jar";
      }
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version", "not verified: no version in the jar");
    } catch (IOException e) {
      return "not verified: " + e.getMessage();
    }
  }

  private static long memoryBytes() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean machine
        ? machine.getTotalMemorySize()
        : -1;
  }

  /** Versions by part, and the commit of the working tree as {@code commit} and {@code dirty}. */
  public Map<String, String> versions() {
    Map<String, String> versions = new TreeMap<>();
    tree.path("versions")
        .properties()
        .forEach(e -> versions.put(e.getKey(), e.getValue().asText()));
    tree.path("git").properties().forEach(e -> versions.put(e.getKey(), e.getValue().asText()));
    return versions;
  }

  /** An independent copy, for one run. */
  public EnvironmentRecord copy() {
    return new EnvironmentRecord(tree.deepCopy());
  }

  /** The version of a part, such as {@code postgres}. */
  public EnvironmentRecord version(String part, String version) {
    tree.withObject("/versions").put(part, version);
    return this;
  }

  /** What the servers ran in: kind, images with their digests, the engine. */
  public EnvironmentRecord environment(Map<String, String> facts) {
    ObjectNode environment = tree.withObject("/environment");
    new TreeMap<>(facts).forEach(environment::put);
    return this;
  }

  /** The digest of a file that the run depends on, such as {@code data}; null: there is none. */
  public EnvironmentRecord file(String what, Path file) {
    if (file != null) {
      tree.withObject("/digests").set(what, digest(file.toString(), file));
    }
    return this;
  }

  /** The digest of what a place held when it was read, such as {@code outside}. */
  public EnvironmentRecord text(String what, Path place, String text) {
    tree.withObject("/digests")
        .set(
            what, Trees.object().put("path", place.toString()).put("sha256", Digests.ofText(text)));
    return this;
  }

  /**
   * The digest of every file and folder on a command line, resolved in its working directory; also
   * those of a class path.
   *
   * @param what such as {@code command}
   */
  public EnvironmentRecord command(String what, List<String> command, Path directory) {
    ArrayNode digests = tree.withObject("/digests").putArray(what);
    for (String argument : command) {
      for (String part : argument.split(File.pathSeparator)) {
        Path path = existing(directory, part);
        if (path != null) {
          digests.add(digest(part, path));
        }
      }
    }
    return this;
  }

  /** A kind of evidence that does not apply, such as {@code consumer-offsets}, and why. */
  public EnvironmentRecord notApplicable(String kind, String why) {
    tree.withObject("/notApplicable").put(kind, "not applicable: " + why);
    return this;
  }

  private static Path existing(Path directory, String name) {
    try {
      Path path = directory.resolve(name);
      boolean jarOrFile = !name.isBlank() && !name.equals(".") && Files.exists(path);
      return jarOrFile ? path : null;
    } catch (InvalidPathException notAPath) {
      return null;
    }
  }

  private static ObjectNode digest(String name, Path path) {
    return Trees.object().put("path", name).put("sha256", digestOf(path));
  }

  /**
   * The digest of a file or a folder; of a file that has not changed it is computed once per
   * process. {@code not verified: <why>} when it cannot be read.
   */
  public static String digestOf(Path path) {
    try {
      if (Files.isDirectory(path)) {
        return Digests.ofTree(path);
      }
      String state =
          path.toAbsolutePath() + "|" + Files.size(path) + "|" + Files.getLastModifiedTime(path);
      String known = DIGESTS.get(state);
      if (known == null) {
        known = Digests.ofFile(path);
        DIGESTS.put(state, known);
      }
      return known;
    } catch (IOException e) {
      return "not verified: " + e;
    }
  }

  /** As {@code environment.json} holds it; not a copy. */
  public ObjectNode tree() {
    return tree;
  }
}
