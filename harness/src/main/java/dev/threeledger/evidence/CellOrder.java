package dev.threeledger.evidence;

import java.nio.file.Path;
import java.util.Comparator;

/** Runs by the text of their path; attempts by number, so that 10 stands after 9. */
record CellOrder(Path batch) implements Comparator<Path> {

  @Override
  public int compare(Path a, Path b) {
    int cells = cell(a).compareTo(cell(b));
    return cells != 0 ? cells : ATTEMPTS.compare(name(a), name(b));
  }

  private static final Comparator<String> ATTEMPTS =
      Comparator.comparingInt(CellOrder::number).thenComparing(Comparator.naturalOrder());

  private String cell(Path run) {
    return Digests.relative(batch, run.getParent());
  }

  private static String name(Path run) {
    return run.getFileName().toString();
  }

  private static int number(String name) {
    return name.matches("\\d{1,9}") ? Integer.parseInt(name) : Integer.MAX_VALUE;
  }
}
