package dev.threeledger.experiment;

import dev.threeledger.evidence.EnvironmentRecord;
import dev.threeledger.scenario.Subject;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * The files that a subject's commands name, their class paths followed: arguments, their parts
 * between {@code :} and {@code =}, {@code folder/*}, and what the manifests of jars list.
 *
 * @param digests by name as in the command; of a folder, of all that is in it
 * @param libraries what the jars among them hold
 */
record SubjectFiles(SortedMap<String, String> digests, Libraries libraries) {

  /**
   * Looks at them.
   *
   * @throws IOException when one cannot be read
   */
  static SubjectFiles of(Subject subject) throws IOException {
    Map<String, Path> found = new LinkedHashMap<>();
    for (List<String> command : List.of(subject.command(), subject.prepare())) {
      for (String argument : command) {
        for (String part : argument.split("[" + File.pathSeparator + "=]")) {
          add(part.startsWith("@") ? part.substring(1) : part, subject.directory(), found);
        }
      }
    }
    SortedMap<String, String> digests = new TreeMap<>();
    Libraries libraries = new Libraries();
    for (Map.Entry<String, Path> file : found.entrySet()) {
      digests.put(file.getKey(), digest(file.getValue(), subject.directory()));
      if (isJar(file.getValue())) {
        libraries.add(file.getValue());
      }
    }
    return new SubjectFiles(digests, libraries);
  }

  /** A folder out of the subject's own could be the whole machine. */
  private static String digest(Path path, Path directory) {
    boolean own = path.normalize().startsWith(directory) && !path.normalize().equals(directory);
    return Files.isDirectory(path) && !own
        ? "not verified: a folder outside of the subject's"
        : EnvironmentRecord.digestOf(path);
  }

  private static void add(String name, Path directory, Map<String, Path> found) throws IOException {
    if (name.endsWith("/*")) {
      String folder = name.substring(0, name.length() - 2);
      for (Path jar : jars(directory.resolve(folder))) {
        add(folder + "/" + jar.getFileName(), directory, found);
      }
      return;
    }
    Path path = existing(name, directory);
    if (path == null || found.putIfAbsent(name, path) != null || !isJar(path)) {
      return;
    }
    int slash = name.lastIndexOf('/');
    String folder = slash < 0 ? "" : name.substring(0, slash + 1);
    for (String entry : classPath(path)) {
      add(folder + entry, directory, found);
    }
  }

  private static List<Path> jars(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(SubjectFiles::isJar).sorted().toList();
    }
  }

  private static Path existing(String name, Path directory) {
    try {
      Path path = directory.resolve(name);
      return !name.isBlank() && !name.equals(".") && Files.exists(path) ? path : null;
    } catch (InvalidPathException notAPath) {
      return null;
    }
  }

  private static boolean isJar(Path path) {
    return path.toString().endsWith(".jar") && Files.isRegularFile(path);
  }

  /** Relative entries of {@code Class-Path}; see the JAR file specification. */
  private static List<String> classPath(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      String entries =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      List<String> relative = new ArrayList<>();
      for (String entry : entries == null ? new String[0] : entries.trim().split("\\s+")) {
        if (!entry.isEmpty() && !entry.contains(":")) {
          relative.add(entry);
        }
      }
      return relative;
    }
  }
}
