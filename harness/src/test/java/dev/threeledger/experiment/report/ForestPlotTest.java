package dev.threeledger.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.cost.CostComparison;
import dev.threeledger.cost.CostComparison.Outcome;
import dev.threeledger.cost.Metric;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForestPlotTest {

  @Test
  void ratioOfOneStandsInTheMiddleOfTheAxisWithinTheBand() {
    // the axis reaches from 230 to 680 and from 1 / 1.5 to 1.5
    assertThat(draw(1, 1 / 1.25, 1.25))
        .contains("<line class=\"one\" x1=\"455.0\"")
        .contains("<rect class=\"median\" x=\"450.5\"")
        .contains("<line class=\"interval\" x1=\"331.2\" y1=\"38.0\" x2=\"578.8\"")
        .contains("<rect class=\"band\" x=\"402.1\"")
        .doesNotContain("beyond");
  }

  @Test
  void endWithoutABoundIsAnArrow() {
    assertThat(draw(1.2, 0, Double.POSITIVE_INFINITY))
        .contains("<polygon class=\"beyond\" points=\"230.0,38.0 238.0,33.0 238.0,43.0\"/>")
        .contains("<polygon class=\"beyond\" points=\"680.0,38.0 672.0,33.0 672.0,43.0\"/>");
  }

  @Test
  void wildFigureDoesNotFlattenTheOthers() {
    assertThat(draw(1e6, 1e5, 1e7)).contains("beyond").doesNotContain("class=\"median\"");
  }

  @Test
  void withoutAnIntervalNoneIsDrawn() {
    assertThat(draw(1.2, Double.NaN, Double.NaN)).contains("no interval").doesNotContain("NaN");
  }

  @Test
  void differenceIsGivenInWords() {
    CostComparison cost =
        new CostComparison(
            Metric.LOCK_WAITS, 9, 6, 0, 2, true, 2, 0, 3, 0.99, 0.01, 1.1, Outcome.NOT_RESOLVED);

    assertThat(ForestPlot.draw(List.of(cost)))
        .contains("difference +2, 0 to +3")
        .doesNotContain("class=\"interval\"");
  }

  private static String draw(double ratio, double low, double high) {
    return ForestPlot.draw(
        List.of(
            new CostComparison(
                Metric.STATEMENTS,
                9,
                6,
                84,
                84,
                false,
                ratio,
                low,
                high,
                0.99,
                0.01,
                1.1,
                Outcome.NOT_RESOLVED)));
  }
}
