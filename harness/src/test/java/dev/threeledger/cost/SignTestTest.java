package dev.threeledger.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Reckoned by hand from the binomial coefficients. */
class SignTestTest {
  @Test
  void pIsTwiceTheSmallerTail() {
    assertThat(SignTest.p(9, 0)).isCloseTo(2 / 512.0, within(1e-12));
    assertThat(SignTest.p(1, 9)).isCloseTo(2 * (1 + 10) / 1024.0, within(1e-12));
    assertThat(SignTest.p(2, 8)).isCloseTo(2 * (1 + 10 + 45) / 1024.0, within(1e-12));
  }

  @Test
  void evenSignsAndNoSignsSayNothing() {
    assertThat(SignTest.p(5, 5)).isEqualTo(1);
    assertThat(SignTest.p(0, 0)).isEqualTo(1);
  }

  @Test
  void atLeastSixValuesAreNeededFor95PercentAndNineForASeventhOfTheError() {
    assertThat(SignTest.least(0.95)).isEqualTo(6);
    assertThat(SignTest.least(1 - 0.05 / 7)).isEqualTo(9);
    assertThat(SignTest.least(0.5)).isEqualTo(2);
  }

  @Test
  void theIntervalGoesFromTheSecondOf10AndFromTheSixthOf20() {
    assertThat(SignTest.rank(10, 0.95)).isEqualTo(2);
    assertThat(SignTest.rank(20, 0.95)).isEqualTo(6);
    assertThat(SignTest.rank(6, 0.95)).isEqualTo(1);
    assertThat(SignTest.rank(5, 0.95)).isZero();
  }
}
