package dev.threeledger.report;

import java.util.Comparator;

/** Triggers, workers, the database, outside systems; within a lane by worker, 10 after 9. */
final class RowOrder implements Comparator<Picture.Row> {
  private static final Comparator<Picture.Row> ORDER =
      Comparator.comparingInt(RowOrder::group)
          .thenComparing(row -> row.lane().startsWith("worker ") ? "" : row.lane())
          .thenComparingInt(row -> length(row.worker()))
          .thenComparing(row -> row.worker() == null ? "" : row.worker());

  @Override
  public int compare(Picture.Row a, Picture.Row b) {
    return ORDER.compare(a, b);
  }

  private static int length(String text) {
    return text == null ? 0 : text.length();
  }

  private static int group(Picture.Row row) {
    if (row.lane().equals("triggers")) {
      return 0;
    }
    if (row.lane().startsWith("worker ")) {
      return 1;
    }
    return row.lane().equals("database") ? 2 : 3;
  }
}
