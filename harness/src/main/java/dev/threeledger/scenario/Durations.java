package dev.threeledger.scenario;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as users write them: a whole number and a unit, {@code 500ms}, {@code 30s}, {@code 2m}.
 */
public final class Durations {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,9})(ms|s|m)");

  private Durations() {}

  /** The duration, or empty when the text is not one. */
  public static Optional<Duration> read(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long number = Long.parseLong(matcher.group(1));
    return Optional.of(
        switch (matcher.group(2)) {
          case "ms" -> Duration.ofMillis(number);
          case "s" -> Duration.ofSeconds(number);
          default -> Duration.ofMinutes(number);
        });
  }

  /**
   * The duration.
   *
   * @throws IllegalArgumentException when the text is not one
   */
  public static Duration parse(String text) {
    return read(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'" + text + "' is no duration; write one such as 30s or 500ms"));
  }

  /** The shortest text that {@link #parse} reads back. */
  public static String write(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 60_000 == 0 && millis > 0) {
      return millis / 60_000 + "m";
    }
    return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
  }
}
