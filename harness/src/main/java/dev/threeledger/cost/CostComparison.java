package dev.threeledger.cost;

/**
 * One metric over all comparable pairs: how the candidate's figure stands to the baseline's.
 *
 * <p>The ratio is the median over the pairs of candidate / baseline; its interval comes from order
 * statistics (the sign test inverted): it needs no assumption about the distribution. With a figure
 * of 0 on a side of any pair, difference takes the place of ratio, and {@code absolute} is true;
 * the margin of a difference is {@code margin − 1} times the larger of the two medians.
 *
 * <p>Figures that there are none of are NaN: without pairs all; below {@code least} pairs the ends
 * of the interval.
 *
 * @param pairs how many pairs there are in which both figures are known
 * @param least how many are needed before anything is said
 * @param baseline median over the baseline's runs
 * @param candidate median over the candidate's runs
 * @param absolute true: the three figures that follow are candidate − baseline
 * @param ratio median
 * @param low lower end of the interval
 * @param high upper end
 * @param confidence that the interval has at least, after Bonferroni's correction for the number of
 *     metrics
 * @param p two-sided p of the sign test, not corrected; pairs without a difference are left out
 * @param margin equivalence margin: 1.10 means from 1 / 1.10 to 1.10
 * @param outcome what follows
 */
public record CostComparison(
    Metric metric,
    int pairs,
    int least,
    double baseline,
    double candidate,
    boolean absolute,
    double ratio,
    double low,
    double high,
    double confidence,
    double p,
    double margin,
    Outcome outcome) {

  /** What follows from an interval. */
  public enum Outcome {
    /** The whole interval lies below the margin. */
    LOWER,
    /** The whole interval lies within the margin. */
    EQUIVALENT,
    /** The whole interval lies above the margin. */
    HIGHER,
    /** There are too few pairs, or the interval lies on both sides of a bound. */
    NOT_RESOLVED
  }
}
