package dev.threeledger.scenario;

import java.nio.file.Path;
import java.util.Comparator;

/**
 * One thing to correct in a file; ordered by file, line and column.
 *
 * @param file as the user named it
 * @param line from 1; 0: the whole file
 * @param column from 1; 0 when the line is 0
 * @param message what is wrong and what to do
 */
public record Problem(Path file, int line, int column, String message)
    implements Comparable<Problem> {
  private static final Comparator<Problem> ORDER =
      Comparator.comparing((Problem problem) -> problem.file().toString())
          .thenComparingInt(Problem::line)
          .thenComparingInt(Problem::column)
          .thenComparing(Problem::message);

  /** A problem at a location. */
  public static Problem at(Location location, String message) {
    return new Problem(location.file(), location.line(), location.column(), message);
  }

  /** {@code file:line:column: message}, as compilers write it. */
  public String text() {
    return new Location(file, line, column) + ": " + message;
  }

  @Override
  public int compareTo(Problem other) {
    return ORDER.compare(this, other);
  }
}
