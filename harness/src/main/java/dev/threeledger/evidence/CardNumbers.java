package dev.threeledger.evidence;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Payment card numbers in text: 13 to 19 digits that begin as cards do and satisfy the Luhn sum,
 * written without gaps or in the groups that cards show. The last four digits stay readable, as is
 * usual on receipts. Epoch times, log sequence numbers and digests begin or are bounded
 * differently.
 */
final class CardNumbers {
  private static final Pattern LIKE =
      Pattern.compile(
          "(?<![\\w.-])(?:"
              + "[3-6]\\d{12,18}"
              + "|2[2-7]\\d{14}"
              + "|[2-6]\\d{3}([ -])\\d{4}\\1\\d{4}\\1\\d{1,7}"
              + "|3\\d{3}([ -])\\d{6}\\2\\d{5}"
              + ")(?![\\w-]|\\.\\d)");

  /** No card number has fewer digits. */
  private static final int FEWEST = 13;

  private CardNumbers() {}

  /**
   * The text with all but the last four digits of each card number replaced; the same object when
   * there is none.
   */
  static String mask(String text) {
    return !enoughDigits(text) ? text : LIKE.matcher(text).replaceAll(CardNumbers::masked);
  }

  /** Nearly every text has nowhere so many digits with at most gaps between; that is seen fast. */
  private static boolean enoughDigits(String text) {
    int digits = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= '0' && c <= '9') {
        if (++digits == FEWEST) {
          return true;
        }
      } else if (c != ' ' && c != '-') {
        digits = 0;
      }
    }
    return false;
  }

  private static String masked(MatchResult match) {
    String digits = match.group().replaceAll("\\D", "");
    return luhn(digits)
        ? "[card …" + digits.substring(digits.length() - 4) + "]"
        : java.util.regex.Matcher.quoteReplacement(match.group());
  }

  /**
   * The check digit's rule: every second digit from the right doubled, the sum divisible by ten.
   */
  private static boolean luhn(String digits) {
    int sum = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(digits.length() - 1 - i) - '0';
      int weighted = i % 2 == 0 ? digit : 2 * digit;
      sum += weighted > 9 ? weighted - 9 : weighted;
    }
    return sum % 10 == 0;
  }
}
