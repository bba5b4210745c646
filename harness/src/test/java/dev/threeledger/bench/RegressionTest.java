package dev.threeledger.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.threeledger.bench.Figure.Better;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegressionTest {
  private static final JsonNode NOTHING = JsonNodeFactory.instance.objectNode();
  private static final Figure LATENCY = figure("tap: p50", Better.LOWER, 80, 40);
  private static final Figure RATE = figure("tap: throughput", Better.HIGHER, 10, 20);
  private static final JsonNode STORED = Regression.stored(NOTHING, List.of(LATENCY, RATE));

  @Test
  void theSameIsGood() {
    assertThat(Regression.compare(STORED, List.of(LATENCY, RATE)))
        .isEqualTo(new Regression.Outcome(List.of(), 2, List.of()));
  }

  @Test
  void aSlowerMachineWithTheSameRatiosIsGood() {
    Figure latency = figure("tap: p50", Better.LOWER, 800, 400);
    Figure rate = figure("tap: throughput", Better.HIGHER, 1, 2);

    assertThat(Regression.compare(STORED, List.of(latency, rate)).good()).isTrue();
  }

  @Test
  void withinTheToleranceIsGoodAndBeyondItIsNot() {
    assertThat(Regression.compare(STORED, List.of(latency(2.81), rate(0.34))).worse()).isEmpty();
    assertThat(Regression.compare(STORED, List.of(latency(2.83), rate(0.33))).worse())
        .isEqualTo(
            List.of(
                "wire/tap: p50: 2.83 of direct, was 2.00; lower is better, 40 % is tolerated",
                "wire/tap: throughput: 0.33 of direct, was 0.50; higher is better, 40 % is"
                    + " tolerated"));
  }

  @Test
  void aGoodTimeWithAWorseRatioIsFound() {
    Figure fastMachine = figure("tap: p50", Better.LOWER, 40, 10);

    assertThat(Regression.compare(STORED, List.of(fastMachine, RATE)).good()).isFalse();
  }

  @Test
  void muchBetterIsGood() {
    assertThat(Regression.compare(STORED, List.of(latency(0.1), rate(9))).good()).isTrue();
  }

  @Test
  void whatIsNotANumberIsWorse() {
    assertThat(Regression.compare(STORED, List.of(latency(Double.NaN), RATE)).worse()).hasSize(1);
  }

  @Test
  void aFigureThatIsGoneFromAGroupThatWasRunIsMissing() {
    assertThat(Regression.compare(STORED, List.of(RATE)))
        .isEqualTo(new Regression.Outcome(List.of(), 1, List.of("wire/tap: p50")));
    assertThat(Regression.compare(STORED, List.of(RATE)).good()).isFalse();
  }

  @Test
  void aGroupThatWasNotRunIsNotMissing() {
    Figure other =
        new Figure("cell", "whole", "s", Better.LOWER, List.of(1.0), "x", List.of(1.0), null);

    assertThat(Regression.compare(STORED, List.of(other)).good()).isTrue();
  }

  @Test
  void storingKeepsWhatTheRunDoesNotHaveAndHoldsNoTimes() {
    JsonNode again = Regression.stored(STORED, List.of(latency(3)));

    assertThat(again.toString())
        .isEqualTo(
            "{\"tolerance\":0.4,\"ratios\":{\"wire/tap: p50\":{\"ratio\":3.0,\"better\":\"lower\"},"
                + "\"wire/tap: throughput\":{\"ratio\":0.5,\"better\":\"higher\"}}}");
  }

  @Test
  void whatIsNoisyWithinTheRunGetsAToleranceOfItsOwn() {
    Figure noisy =
        new Figure(
            "wire",
            "x: p99",
            "µs",
            Better.LOWER,
            List.of(10.0, 20.0, 30.0),
            "direct",
            List.of(10.0, 10.0, 10.0),
            null);

    assertThat(Regression.stored(NOTHING, List.of(noisy)).at("/ratios/wire~1x: p99/tolerance"))
        .isEqualTo(JsonNodeFactory.instance.numberNode(2.0));
  }

  @Test
  void theRatioIsTheMedianOfTheRepetitionsRatios() {
    Figure drifting =
        new Figure(
            "wire",
            "x",
            "µs",
            Better.LOWER,
            List.of(20.0, 40.0, 90.0),
            "direct",
            List.of(10.0, 20.0, 30.0),
            null);

    assertThat(drifting.ratio()).isEqualTo(2.0);
    assertThat(drifting.ratioSpread()).isEqualTo(0.5);
  }

  private static Figure latency(double ratio) {
    return figure("tap: p50", Better.LOWER, ratio, 1);
  }

  private static Figure rate(double ratio) {
    return figure("tap: throughput", Better.HIGHER, ratio, 1);
  }

  private static Figure figure(String name, Better better, double value, double reference) {
    return new Figure(
        "wire", name, "µs", better, List.of(value), "direct", List.of(reference), null);
  }
}
