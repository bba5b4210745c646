package dev.threeledger.reference;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The header {@code Retry-After} (RFC 9110, 10.2.3): whole seconds, or a date in one of the three
 * forms that HTTP knows.
 */
final class RetryAfter {
  /** More is taken for this much: nobody waits longer than that anyway. */
  static final Duration LONGEST = Duration.ofDays(365);

  private static final List<DateTimeFormatter> DATES =
      List.of(
          DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.US),
          new DateTimeFormatterBuilder()
              .appendPattern("EEEE, dd-MMM-")
              .appendValueReduced(ChronoField.YEAR, 2, 2, 1970)
              .appendPattern(" HH:mm:ss 'GMT'")
              .toFormatter(Locale.US),
          DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss uuuu", Locale.US));

  private RetryAfter() {}

  /**
   * How long to wait from now. Zero: the date has passed. Empty: no header, or one that nobody can
   * read, which then binds nobody.
   */
  static Optional<Duration> read(String header, Instant now) {
    if (header == null) {
      return Optional.empty();
    }
    String text = header.trim();
    if (text.matches("[0-9]+")) {
      // a number of ten digits is some three hundred years
      long seconds = text.length() > 9 ? Long.MAX_VALUE : Long.parseLong(text);
      return Optional.of(seconds > LONGEST.toSeconds() ? LONGEST : Duration.ofSeconds(seconds));
    }
    return date(text).map(at -> Duration.between(now, at)).map(RetryAfter::bounded);
  }

  private static Duration bounded(Duration wait) {
    if (wait.isNegative()) {
      return Duration.ZERO;
    }
    return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
  }

  private static Optional<Instant> date(String text) {
    for (DateTimeFormatter form : DATES) {
      try {
        return Optional.of(ZonedDateTime.parse(text, form.withZone(ZoneOffset.UTC)).toInstant());
      } catch (DateTimeException e) {
        // perhaps another form
      }
    }
    return Optional.empty();
  }
}
