package dev.threeledger.cost;

import dev.threeledger.cost.CostComparison.Outcome;
import dev.threeledger.cost.CostComparisons.Figures;
import java.util.List;

/**
 * One metric over its pairs.
 *
 * @param confidence that its interval must have
 */
record Comparing(Metric metric, List<Figures> pairs, double margin, double confidence) {

  /**
   * @param least pairs before anything is said
   */
  CostComparison compare(int least) {
    if (pairs.isEmpty()) {
      return comparison(
          least, Double.NaN, Double.NaN, false, Double.NaN, null, 1, Outcome.NOT_RESOLVED);
    }
    boolean absolute = pairs.stream().anyMatch(Figures::hasZero);
    List<Double> against =
        pairs.stream()
            .map(
                pair ->
                    absolute
                        ? pair.candidate() - pair.baseline()
                        : pair.candidate() / pair.baseline())
            .toList();
    double baseline = Ranks.median(pairs.stream().map(Figures::baseline).toList());
    double candidate = Ranks.median(pairs.stream().map(Figures::candidate).toList());
    Interval interval = pairs.size() < least ? null : interval(against);
    return comparison(
        least,
        baseline,
        candidate,
        absolute,
        absolute ? Ranks.median(against) : Ranks.medianOfRatios(against),
        interval,
        p(),
        interval == null ? Outcome.NOT_RESOLVED : outcome(interval, absolute, baseline, candidate));
  }

  private record Interval(double low, double high) {}

  /** Null when there are too few values for the confidence. */
  private Interval interval(List<Double> values) {
    int k = SignTest.rank(values.size(), confidence);
    List<Double> sorted = Ranks.sorted(values);
    return k == 0 ? null : new Interval(sorted.get(k - 1), sorted.get(sorted.size() - k));
  }

  private double p() {
    int above = (int) pairs.stream().filter(pair -> pair.candidate() > pair.baseline()).count();
    int below = (int) pairs.stream().filter(pair -> pair.candidate() < pair.baseline()).count();
    return SignTest.p(above, below);
  }

  /** The margin of differences is that of the ratio, of the larger of the two medians. */
  private Outcome outcome(Interval interval, boolean absolute, double baseline, double candidate) {
    double high = absolute ? (margin - 1) * Math.max(baseline, candidate) : margin;
    double low = absolute ? -high : 1 / margin;
    if (interval.high < low) {
      return Outcome.LOWER;
    }
    if (interval.low > high) {
      return Outcome.HIGHER;
    }
    return interval.low >= low && interval.high <= high ? Outcome.EQUIVALENT : Outcome.NOT_RESOLVED;
  }

  private CostComparison comparison(
      int least,
      double baseline,
      double candidate,
      boolean absolute,
      double ratio,
      Interval interval,
      double p,
      Outcome outcome) {
    return new CostComparison(
        metric,
        pairs.size(),
        least,
        baseline,
        candidate,
        absolute,
        ratio,
        interval == null ? Double.NaN : interval.low,
        interval == null ? Double.NaN : interval.high,
        confidence,
        p,
        margin,
        outcome);
  }
}
