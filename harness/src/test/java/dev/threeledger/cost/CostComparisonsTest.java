package dev.threeledger.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.threeledger.cost.CostComparison.Outcome;
import dev.threeledger.cost.CostComparisons.Pair;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CostComparisonsTest {
  private static final List<Metric> ONE = List.of(Metric.STATEMENTS);

  @Test
  void theIntervalGoesFromTheSecondSmallestToTheSecondLargestOfTenRatios() {
    // ratios 1.1, 1.2 … 2.0, in another order
    List<Pair> pairs =
        pairs(10, 14, 10, 11, 10, 20, 10, 13, 10, 12, 10, 15, 10, 17, 10, 16, 10, 19, 10, 18);

    CostComparison seen = one(pairs, 1.10);

    assertThat(seen)
        .isEqualTo(
            new CostComparison(
                Metric.STATEMENTS,
                10,
                6,
                10,
                15.5,
                false,
                Math.sqrt(1.5) * Math.sqrt(1.6),
                1.2,
                1.9,
                0.95,
                seen.p(),
                1.10,
                Outcome.HIGHER));
    assertThat(seen.p()).isCloseTo(2 / 1024.0, org.assertj.core.api.Assertions.within(1e-12));
  }

  @Test
  void anIntervalWithinTheMarginIsNoDifference() {
    assertThat(one(pairs(100, 101, 100, 99, 100, 100, 100, 102, 100, 98, 100, 100), 1.10).outcome())
        .isEqualTo(Outcome.EQUIVALENT);
  }

  @Test
  void anIntervalBelowTheMarginIsLower() {
    assertThat(one(pairs(100, 50, 100, 60, 100, 55, 100, 52, 100, 58, 100, 51), 1.10).outcome())
        .isEqualTo(Outcome.LOWER);
  }

  @Test
  void anIntervalOnBothSidesOfABoundIsNotResolved() {
    CostComparison seen =
        one(pairs(100, 50, 100, 200, 100, 100, 100, 300, 100, 105, 100, 99), 1.10);

    assertThat(seen.low()).isEqualTo(0.5);
    assertThat(seen.high()).isEqualTo(3.0);
    assertThat(seen.outcome()).isEqualTo(Outcome.NOT_RESOLVED);
  }

  @Test
  void fivePairsAreTooFewForOneMetricHoweverClear() {
    CostComparison seen = one(pairs(1, 9, 1, 9, 1, 9, 1, 9, 1, 9), 1.10);

    assertThat(seen.outcome()).isEqualTo(Outcome.NOT_RESOLVED);
    assertThat(seen.least()).isEqualTo(6);
    assertThat(seen.ratio()).isEqualTo(9);
    assertThat(seen.low()).isNaN();
    assertThat(seen.high()).isNaN();
  }

  @Test
  void moreMetricsNeedMorePairs() {
    List<Pair> eight = pairs(1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9);

    List<CostComparison> all = CostComparisons.of(eight);

    assertThat(all).extracting(CostComparison::metric).containsExactly(Metric.values());
    assertThat(all).extracting(CostComparison::outcome).containsOnly(Outcome.NOT_RESOLVED);
    assertThat(all).extracting(CostComparison::least).containsOnly(9);
    assertThat(all.get(0).confidence()).isEqualTo(1 - (1 - 0.95) / 7);
    assertThat(one(eight, 1.10).outcome()).isEqualTo(Outcome.HIGHER);
  }

  @Test
  void theUserMayAskForMorePairsButNotForFewer() {
    List<Pair> eight = pairs(1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9);

    assertThat(CostComparisons.of(eight, ONE, 1.10, 9).get(0).outcome())
        .isEqualTo(Outcome.NOT_RESOLVED);
    assertThat(CostComparisons.of(eight, ONE, 1.10, 2).get(0).least()).isEqualTo(6);
  }

  @Test
  void aZeroMakesDifferencesOfAllPairs() {
    CostComparison seen = one(pairs(0, 3, 1, 3, 2, 4, 0, 2, 1, 5, 0, 3), 1.10);

    assertThat(seen.absolute()).isTrue();
    assertThat(seen.ratio()).isEqualTo(2.5);
    assertThat(seen.low()).isEqualTo(2);
    assertThat(seen.high()).isEqualTo(4);
    assertThat(seen.outcome()).isEqualTo(Outcome.HIGHER);
  }

  @Test
  void nothingButZerosIsNoDifference() {
    CostComparison seen = one(pairs(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 1.10);

    assertThat(seen.outcome()).isEqualTo(Outcome.EQUIVALENT);
    assertThat(seen.p()).isEqualTo(1);
  }

  @Test
  void aPairWithAnUnknownFigureIsLeftOut() {
    Pair unknown =
        new Pair(
            costs(5), new RunCosts(Map.of(), Map.of(Metric.STATEMENTS, "the timeline has no end")));

    CostComparison none = one(List.of(unknown), 1.10);

    assertThat(none.pairs()).isZero();
    assertThat(none.baseline()).isNaN();
    assertThat(none.ratio()).isNaN();
    assertThat(none.outcome()).isEqualTo(Outcome.NOT_RESOLVED);
  }

  @Test
  void aMarginThatAllowsNothingIsRefused() {
    assertThatThrownBy(() -> CostComparisons.of(List.of(), ONE, 1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a margin is above 1, not 1.0");
  }

  static CostComparison one(List<Pair> pairs, double margin) {
    return CostComparisons.of(pairs, ONE, margin, 0).get(0);
  }

  /** Baseline, candidate, baseline, candidate, … */
  private static List<Pair> pairs(double... figures) {
    return IntStream.range(0, figures.length / 2)
        .mapToObj(i -> Arrays.copyOfRange(figures, 2 * i, 2 * i + 2))
        .map(pair -> new Pair(costs(pair[0]), costs(pair[1])))
        .toList();
  }

  static RunCosts costs(double statements) {
    return new RunCosts(Map.of(Metric.STATEMENTS, statements), Map.of());
  }
}
