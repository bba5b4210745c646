package dev.threeledger.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.cost.Metric;
import java.util.List;
import org.junit.jupiter.api.Test;

class WordsTest {

  @Test
  void figuresHaveTheirUnitAndNoMoreDigitsThanTheyMean() {
    assertThat(Words.figure(Metric.STATEMENTS, 84)).isEqualTo("84");
    assertThat(Words.figure(Metric.STATEMENTS, 84.5)).isEqualTo("84.5");
    assertThat(Words.figure(Metric.DURATION_P50, 3.14159)).isEqualTo("3.14 ms");
    assertThat(Words.figure(Metric.WAL_BYTES, 9_999)).isEqualTo("9999 B");
    assertThat(Words.figure(Metric.WAL_BYTES, 12_345_678)).isEqualTo("12.3 MB");
    assertThat(Words.figure(Metric.WAL_BYTES, Double.NaN)).isEqualTo("not known");
  }

  @Test
  void folderWithOddNameIsOneWordOfTheCommand() {
    SampleResult sample = new SampleResult("a", "b");
    sample.values("c", "d");
    sample.first("candidate/it's/a b/1", ExperimentSamples.charged(1));

    assertThat(Words.replay(sample.stop("x", "y")))
        .isEqualTo("./threeledger replay 'reports/20261129-120000-a1b2/candidate/it'\\''s/a b/1'");
  }

  @Test
  void attemptsInARowStandAsARange() {
    assertThat(NotTested.ranges(List.of(1, 3, 4, 5, 9))).isEqualTo("1, 3 to 5, 9");
    assertThat(NotTested.ranges(List.of(2))).isEqualTo("2");
  }
}
