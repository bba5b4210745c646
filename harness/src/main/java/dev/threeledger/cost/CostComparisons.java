package dev.threeledger.cost;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares the costs of two sides, pair by pair.
 *
 * <pre>
 * pairs ─► candidate / baseline of each ─► median
 *                                      ├─► interval: the k-th smallest to the k-th largest
 *                                      └─► p: how many above 1, how many below
 * interval against the margin ─► LOWER, EQUIVALENT, HIGHER, NOT_RESOLVED
 * </pre>
 *
 * <p>The test is the sign test; the interval is its inversion (order statistics of the binomial).
 * Pairs are taken as independent; nothing is assumed about how costs are distributed. All intervals
 * together hold with {@link #CONFIDENCE}: each has the confidence that Bonferroni's correction for
 * the number of metrics asked demands.
 */
public final class CostComparisons {
  /** Of all intervals together. */
  public static final double CONFIDENCE = 0.95;

  /** What counts as no difference, unless something else is asked for: a tenth. */
  public static final double MARGIN = 1.10;

  private CostComparisons() {}

  /** What the two runs of one pair cost. */
  public record Pair(RunCosts baseline, RunCosts candidate) {}

  /** With {@link #MARGIN}, and as many pairs as the confidence needs; of all metrics. */
  public static List<CostComparison> of(List<Pair> pairs) {
    return of(pairs, MARGIN, 0);
  }

  /** Of all metrics; see {@link #of(List, Collection, double, int)}. */
  public static List<CostComparison> of(List<Pair> pairs, double margin, int least) {
    return of(pairs, Set.of(Metric.values()), margin, least);
  }

  /**
   * One comparison per metric asked, in the order of {@link Metric}. Of a pair in which a side's
   * figure is not known, that metric is left out.
   *
   * @param metrics what is asked; the confidence is corrected for their number
   * @param margin above 1: how far a ratio may lie from 1 and still be no difference
   * @param least how many pairs there must be before anything is said; where the confidence needs
   *     more ({@link #needed}), that many
   */
  public static List<CostComparison> of(
      List<Pair> pairs, Collection<Metric> metrics, double margin, int least) {
    if (!(margin > 1)) {
      throw new IllegalArgumentException("a margin is above 1, not " + margin);
    }
    Set<Metric> asked = new TreeSet<>(metrics);
    List<CostComparison> comparisons = new ArrayList<>();
    for (Metric metric : asked) {
      List<Figures> known =
          pairs.stream()
              .filter(pair -> pair.baseline().figures().containsKey(metric))
              .filter(pair -> pair.candidate().figures().containsKey(metric))
              .map(
                  pair ->
                      new Figures(
                          pair.baseline().figures().get(metric),
                          pair.candidate().figures().get(metric)))
              .toList();
      comparisons.add(
          new Comparing(metric, known, margin, confidence(asked.size()))
              .compare(Math.max(least, needed(asked.size()))));
    }
    return comparisons;
  }

  /**
   * How many pairs it takes before an interval has the confidence, when so many metrics are asked.
   */
  public static int needed(int metrics) {
    return SignTest.least(confidence(metrics));
  }

  /** Of each interval, so that all together have {@link #CONFIDENCE}. */
  static double confidence(int metrics) {
    return 1 - (1 - CONFIDENCE) / metrics;
  }

  /** One metric of the two runs of a pair. */
  record Figures(double baseline, double candidate) {
    boolean hasZero() {
      return baseline == 0 || candidate == 0;
    }
  }
}
