package dev.threeledger.experiment;

import java.nio.file.Path;

/** Paths as a user would write them. */
final class Shown {
  private Shown() {}

  /** Relative to the working directory, where it lies below it. */
  static Path path(Path path) {
    Path here = Path.of("").toAbsolutePath();
    Path absolute = path.toAbsolutePath().normalize();
    return absolute.startsWith(here) && !absolute.equals(here)
        ? here.relativize(absolute)
        : absolute;
  }
}
