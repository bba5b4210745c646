package dev.threeledger.cost;

import static dev.threeledger.cost.CostComparisonsTest.costs;
import static dev.threeledger.cost.CostComparisonsTest.one;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.threeledger.cost.CostComparison.Outcome;
import dev.threeledger.cost.CostComparisons.Pair;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class CostComparisonsPropertyTest {
  private static final int RUNS = 4000;

  @Property(tries = 300)
  void theOrderOfPairsDoesNotMatter(@ForAll("pairs") List<Pair> pairs, @ForAll long seed) {
    List<Pair> mixed = new ArrayList<>(pairs);
    Collections.shuffle(mixed, new Random(seed));

    assertThat(one(mixed, 1.10)).isEqualTo(one(pairs, 1.10));
  }

  @Property(tries = 300)
  void swappedSidesInvertTheRatio(@ForAll("pairs") List<Pair> pairs) {
    CostComparison one = one(pairs, 1.10);
    CostComparison other =
        one(pairs.stream().map(p -> new Pair(p.candidate(), p.baseline())).toList(), 1.10);

    assertThat(other.absolute()).isEqualTo(one.absolute());
    same(other.ratio(), turned(one, one.ratio()));
    same(other.low(), turned(one, one.high()));
    same(other.high(), turned(one, one.low()));
    assertThat(other.p()).isEqualTo(one.p());
    assertThat(other.outcome()).isEqualTo(turned(one.outcome()));
  }

  @Property(tries = 300)
  void theMedianLiesInTheIntervalAndAWiderMarginUnresolvesNoEquivalence(
      @ForAll("pairs") List<Pair> pairs) {
    CostComparison one = one(pairs, 1.10);
    if (!Double.isNaN(one.low())) {
      assertThat(one.ratio()).isBetween(one.low() - 1e-9, one.high() + 1e-9);
    }
    if (one.outcome() == Outcome.EQUIVALENT) {
      assertThat(one(pairs, 1.50).outcome()).isEqualTo(Outcome.EQUIVALENT);
    }
  }

  /** Of a skewed, a two-humped and a coarse distribution, all of median 1. */
  @Example
  void theIntervalCoversTheMedianAsOftenAsItSays() {
    covers(20260131, 9, u -> Math.exp(4 * (u - 0.5)));
    covers(20260132, 20, u -> u < 0.5 ? 0.5 + u : 3 * u - 0.5);
    covers(20260133, 35, u -> Math.max(0.2, Math.rint(4 * (u + 0.5)) / 4));
  }

  private static void covers(long seed, int n, DoubleUnaryOperator inverse) {
    Random random = new Random(seed);
    int covered = 0;
    for (int run = 0; run < RUNS; run++) {
      List<Pair> pairs = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        double ratio = inverse.applyAsDouble(random.nextDouble());
        pairs.add(new Pair(costs(100), costs(100 * ratio)));
      }
      CostComparison seen = one(pairs, 1.10);
      covered += seen.low() <= 1 + 1e-12 && seen.high() >= 1 - 1e-12 ? 1 : 0;
    }
    double error = Math.sqrt(0.05 * 0.95 / RUNS);
    assertThat(covered / (double) RUNS).isGreaterThan(0.95 - 3 * error);
  }

  @Provide
  Arbitrary<List<Pair>> pairs() {
    Arbitrary<Double> figure = Arbitraries.integers().between(0, 400).map(i -> i / 4.0);
    Arbitrary<Double> above = Arbitraries.integers().between(1, 400).map(i -> i / 4.0);
    return Arbitraries.oneOf(lists(figure), lists(above));
  }

  private static Arbitrary<List<Pair>> lists(Arbitrary<Double> figure) {
    return Combinators.combine(figure, figure)
        .as((one, other) -> new Pair(costs(one), costs(other)))
        .list()
        .ofMinSize(1)
        .ofMaxSize(25);
  }

  private static void same(double seen, double expected) {
    if (Double.isNaN(expected)) {
      assertThat(seen).isNaN();
    } else {
      assertThat(seen).isCloseTo(expected, within(1e-9 * Math.max(1, Math.abs(expected))));
    }
  }

  private static double turned(CostComparison one, double figure) {
    return one.absolute() ? -figure : 1 / figure;
  }

  private static Outcome turned(Outcome outcome) {
    return switch (outcome) {
      case LOWER -> Outcome.HIGHER;
      case HIGHER -> Outcome.LOWER;
      case EQUIVALENT -> Outcome.EQUIVALENT;
      case NOT_RESOLVED -> Outcome.NOT_RESOLVED;
    };
  }
}
