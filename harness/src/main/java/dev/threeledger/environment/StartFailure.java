package dev.threeledger.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the output of a PostgreSQL program that failed means to the user. */
final class StartFailure {
  private static final int LAST_LINES = 8;
  private static final String NO_SPACE = "No space left on device";
  private static final long TOO_LITTLE_BYTES = 1 << 20;

  private StartFailure() {}

  /** True when another process took the port first. */
  static boolean portTaken(String output) {
    return output.contains("could not bind") && output.contains("Address already in use");
  }

  /**
   * The explanation.
   *
   * @param program such as {@code initdb}
   * @param where the folder concerned
   * @param output what it wrote
   */
  static EnvironmentException of(String program, Path where, String output) {
    String last = lastLines(output);
    if (output.contains(NO_SPACE) || full(where)) {
      return new EnvironmentException(
          "no space left for PostgreSQL (%s, %s): free some, or point TMPDIR or XDG_CACHE_HOME to another disk; %s"
              .formatted(program, where, last));
    }
    if (output.contains("GLIBC_")) {
      return new EnvironmentException(
          "%s in %s needs glibc 2.27 or newer: use a newer distribution or a container; %s"
              .formatted(program, where, last));
    }
    if (output.contains("error while loading shared libraries")
        || output.contains("Permission denied")
        || output.contains("Exec format error")
        || output.contains("not found")) {
      return new EnvironmentException(
          "cannot run %s in %s: is that file system mounted noexec, or the folder damaged? Remove it, or point XDG_CACHE_HOME elsewhere; %s"
              .formatted(program, where, last));
    }
    return new EnvironmentException("%s failed in %s; %s".formatted(program, where, last));
  }

  /** The same for what we could not write ourselves. */
  static EnvironmentException of(Path where, IOException e) {
    if (String.valueOf(e.getMessage()).contains(NO_SPACE)) {
      return of("unpacking", where, String.valueOf(e.getMessage()));
    }
    return new EnvironmentException("cannot start PostgreSQL from " + where + ": " + e, e);
  }

  /** On a full disk a program cannot even write down why it failed. */
  private static boolean full(Path where) {
    try {
      return Files.getFileStore(where).getUsableSpace() < TOO_LITTLE_BYTES;
    } catch (IOException unknown) {
      return false;
    }
  }

  private static String lastLines(String output) {
    List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
    return lines.isEmpty()
        ? "it wrote nothing"
        : "it wrote last:\n  "
            + String.join(
                "\n  ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }
}
