package dev.threeledger.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {
  private static final Instant NOW = Instant.parse("1994-11-06T08:49:30Z");

  @ParameterizedTest
  @CsvSource({"0, 0", "3, 3", "' 120 ', 120", "99999999999999999999, 31536000"})
  void readsSeconds(String header, long seconds) {
    assertThat(RetryAfter.read(header, NOW)).contains(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994"
      })
  void readsTheThreeFormsOfADate(String header) {
    assertThat(RetryAfter.read(header, NOW)).contains(Duration.ofSeconds(7));
  }

  @Test
  void waitsForNothingWhenTheDateHasPassed() {
    assertThat(RetryAfter.read("Sun, 06 Nov 1994 08:49:00 GMT", NOW)).contains(Duration.ZERO);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "-1", "1.5", "Sun, 06 Nov 1994", "Mon, 06 Nov 1994 08:49:37"})
  void isNotBoundByWhatNobodyCanRead(String header) {
    assertThat(RetryAfter.read(header, NOW)).isEmpty();
    assertThat(RetryAfter.read(null, NOW)).isEmpty();
  }
}
