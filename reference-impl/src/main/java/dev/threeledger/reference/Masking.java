package dev.threeledger.reference;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a text looks like in a log line, an error column or an audit record: without card numbers,
 * payment tokens and customers' names.
 *
 * <p>Nothing here writes such a value in the first place; this is the second line. Card numbers are
 * known by their check digit, tokens by their beginning, members of JSON and assignments by their
 * name, and names by value: whoever reads one from an input or a row {@linkplain #remember tells
 * it}. Trace ids and UUIDs, which may look like a card, are left as they are.
 */
final class Masking {
  /** Stands for what was there. */
  static final String MASK = "***";

  private static final int MOST_REMEMBERED = 10_000;
  private static final int SHORTEST = 3; // "Bo" would be found in every other word

  /** Members of an input whose values are secret. */
  static final Set<String> SECRET_MEMBERS =
      Set.of("card", "token", "customer", "customer_name", "card_token", "card_number");

  private static final Pattern SECRET =
      Pattern.compile(
          "(?<keep>\\b[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}\\b"
              + "|\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b)"
              + "|(?<token>\\btok_[A-Za-z0-9_-]+)"
              + "|(?<card>(?<![A-Za-z0-9])[0-9](?:[ -]?[0-9]){12,18}(?![A-Za-z0-9]))"
              + "|(?<name>\"(?:card|token|customer|customer_name|card_token|card_number)\"\\s*:\\s*)"
              + "\"(?:[^\"\\\\]|\\\\.)*\"");

  private static final Map<String, Boolean> REMEMBERED =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
              return size() > MOST_REMEMBERED;
            }
          });

  private Masking() {}

  /** From now on this value is masked wherever it stands. Null and very short texts: no effect. */
  static void remember(String secret) {
    if (secret != null && secret.strip().length() >= SHORTEST) {
      REMEMBERED.put(secret.strip(), true);
    }
  }

  /** The text without secrets; null stays null. */
  static String of(String text) {
    if (text == null || text.isEmpty()) {
      return text;
    }
    String masked = SECRET.matcher(withoutRemembered(text)).replaceAll(Masking::replacement);
    return masked;
  }

  private static String withoutRemembered(String text) {
    String masked = text;
    synchronized (REMEMBERED) {
      for (String secret : REMEMBERED.keySet()) {
        masked = masked.replace(secret, MASK);
      }
    }
    return masked;
  }

  private static String replacement(MatchResult found) {
    Matcher m = (Matcher) found;
    if (m.group("keep") != null) {
      return Matcher.quoteReplacement(m.group());
    }
    if (m.group("token") != null) {
      return "tok_" + MASK;
    }
    if (m.group("name") != null) {
      return Matcher.quoteReplacement(m.group("name") + "\"" + MASK + "\"");
    }
    return checkDigitFits(m.group("card")) ? MASK : Matcher.quoteReplacement(m.group());
  }

  /** Luhn's sum over the digits. */
  private static boolean checkDigitFits(String card) {
    int sum = 0;
    boolean twice = false;
    for (int i = card.length() - 1; i >= 0; i--) {
      char c = card.charAt(i);
      if (c >= '0' && c <= '9') {
        int digit = (c - '0') * (twice ? 2 : 1);
        sum += digit > 9 ? digit - 9 : digit;
        twice = !twice;
      }
    }
    return sum % 10 == 0;
  }
}
