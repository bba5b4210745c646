package dev.threeledger.cost;

import java.util.List;

/** Places in sorted values. No mean of all values is ever taken. */
final class Ranks {
  private Ranks() {}

  /** The value in the middle; between two, halfway. Not of an empty list. */
  static double median(List<Double> values) {
    List<Double> sorted = sorted(values);
    double low = sorted.get((sorted.size() - 1) / 2);
    double high = sorted.get(sorted.size() / 2);
    return low + (high - low) / 2;
  }

  /**
   * The same of ratios; between two it is the geometric middle, so that the median of the inverse
   * ratios is the inverse.
   */
  static double medianOfRatios(List<Double> ratios) {
    List<Double> sorted = sorted(ratios);
    double low = sorted.get((sorted.size() - 1) / 2);
    double high = sorted.get(sorted.size() / 2);
    return low == high ? low : Math.sqrt(low) * Math.sqrt(high);
  }

  /** The smallest value that at least this part of all does not exceed (nearest rank). */
  static double percentile(List<Double> values, int percent) {
    List<Double> sorted = sorted(values);
    int rank = (percent * sorted.size() + 99) / 100;
    return sorted.get(Math.max(1, rank) - 1);
  }

  static List<Double> sorted(List<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("there is no rank in an empty list");
    }
    return values.stream().sorted().toList();
  }
}
