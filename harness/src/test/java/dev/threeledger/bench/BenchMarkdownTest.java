package dev.threeledger.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.bench.Figure.Better;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BenchMarkdownTest {
  private static final Figure DIRECT =
      Figure.reference("wire", "direct", "µs", Better.LOWER, List.of(40.0, 38.0, 42.0));
  private static final Figure TAP =
      new Figure(
              "wire", "tap", "µs", Better.LOWER, List.of(80.0, 76.0, 84.0), null, List.of(), null)
          .against(DIRECT)
          .aiming("under 2.5");

  private static final Measured MEASURED =
      new Measured(
          Map.of("CPU", "2 cores"),
          Map.of("quick", "false"),
          List.of(DIRECT, TAP),
          Map.of("x", "y"));

  @Test
  void ratiosStandFirstAndNoiseIsStated() {
    assertThat(BenchMarkdown.of(MEASURED))
        .isEqualTo(
            """
            # Benchmarks

            - CPU: 2 cores
            - quick: false

            ## wire

            | what | ratio | value | reference | noise | aim |
            |---|---|---|---|---|---|
            | direct | — | 40.0 µs | is one | ±5 % of 3 |  |
            | tap | **2.00** | 80.0 µs | direct: 40.0 | ±5 % of 3 | under 2.5 |

            ## Not measured

            - x: y
            """);
  }

  @Test
  void jsonHoldsRatioValuesAndReference() {
    assertThat(MEASURED.json().path("figures").get(1).toString())
        .isEqualTo(
            "{\"id\":\"wire/tap\",\"ratio\":2.0,\"ratioSpread\":0.0,\"value\":80.0,\"unit\":\"µs\","
                + "\"spread\":0.1,\"better\":\"lower\",\"values\":[80.0,76.0,84.0],"
                + "\"reference\":\"direct\",\"referenceValue\":40.0,\"aim\":\"under 2.5\"}");
  }
}
