package dev.threeledger.evidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The file SHA256SUMS of a run: every raw file, sorted, in the form that {@code sha256sum -c}
 * reads. The verdict and the report are functions of the raw files and are not among them.
 */
final class Sums {
  static final String FILE = "SHA256SUMS";
  private static final Set<String> NOT_RAW = Set.of(FILE, "verdict.json", "report.html");

  private Sums() {}

  static String text(Path folder) throws IOException {
    StringBuilder text = new StringBuilder();
    now(folder)
        .forEach((file, digest) -> text.append(digest).append("  ").append(file).append('\n'));
    return text.toString();
  }

  /** Differences, sorted by file. */
  static List<FileChange> changes(Path folder) throws IOException {
    return changes(read(Files.readString(folder.resolve(FILE))), now(folder));
  }

  /** Likewise, of digests by file. */
  static List<FileChange> changes(Map<String, String> listed, Map<String, String> found) {
    Map<String, FileChange> changes = new TreeMap<>();
    listed.forEach(
        (file, digest) -> {
          if (!found.containsKey(file)) {
            changes.put(file, new FileChange(file, FileChange.Kind.MISSING));
          } else if (!found.get(file).equals(digest)) {
            changes.put(file, new FileChange(file, FileChange.Kind.CHANGED));
          }
        });
    found.keySet().stream()
        .filter(file -> !listed.containsKey(file))
        .forEach(file -> changes.put(file, new FileChange(file, FileChange.Kind.ADDED)));
    return new ArrayList<>(changes.values());
  }

  private static Map<String, String> now(Path folder) throws IOException {
    Map<String, String> digests = new TreeMap<>();
    for (Path file : Digests.files(folder)) {
      String name = Digests.relative(folder, file);
      if (!NOT_RAW.contains(name)) {
        digests.put(name, Digests.ofFile(file));
      }
    }
    return digests;
  }

  /** Digests by file, of a file in this form. */
  static Map<String, String> read(String text) {
    Map<String, String> digests = new TreeMap<>();
    text.lines()
        .filter(line -> line.length() > 66)
        .forEach(line -> digests.put(line.substring(66), line.substring(0, 64)));
    return digests;
  }
}
