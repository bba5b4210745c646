package dev.threeledger.cost;

import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * What signs alone say. With a true median of 0 each difference is above or below it like a fair
 * coin, whatever its distribution; of n coins, the number of heads is binomial.
 *
 * <p>Interval and p are those of Conover, Practical Nonparametric Statistics, 3rd edition, 3.2 and
 * 3.4: the interval is the sign test inverted, and it covers the median at least as often as it
 * says, also with ties.
 */
final class SignTest {
  private SignTest() {}

  /** Two-sided p of so many differences above zero and so many below; 1 with none. */
  static double p(int above, int below) {
    return above + below == 0 ? 1 : Math.min(1, 2 * atMost(Math.min(above, below), above + below));
  }

  /**
   * The widest interval of n values is from the smallest to the largest: the least n at which that
   * covers the median with this confidence.
   */
  static int least(double confidence) {
    int n = 1;
    while (!covers(1, n, confidence)) {
      n++;
    }
    return n;
  }

  /**
   * The narrowest interval with this confidence goes from the k-th smallest of n values to the k-th
   * largest.
   *
   * @return k from 1; 0 when even the widest interval does not reach the confidence
   */
  static int rank(int n, double confidence) {
    int k = 0;
    while (2 * (k + 1) <= n && covers(k + 1, n, confidence)) {
      k++;
    }
    return k;
  }

  /** The median lies outside when fewer than k values lie on one side of it. */
  private static boolean covers(int k, int n, double confidence) {
    return 2 * atMost(k - 1, n) <= 1 - confidence;
  }

  private static double atMost(int heads, int coins) {
    return BinomialDistribution.of(coins, 0.5).cumulativeProbability(heads);
  }
}
