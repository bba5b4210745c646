package dev.threeledger.scenario;

import java.nio.file.Path;

/**
 * Where something is written.
 *
 * @param file as the user named it; for an argument, the argument itself
 * @param line from 1; 0: the whole file or argument
 * @param column from 1, in characters; 0 when the line is 0
 */
public record Location(Path file, int line, int column) {

  /** The whole file. */
  public static Location of(Path file) {
    return new Location(file, 0, 0);
  }

  /** {@code file:line:column}, or just the file. */
  @Override
  public String toString() {
    return line == 0 ? file.toString() : file + ":" + line + ":" + column;
  }
}
