package dev.threeledger.reference;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a trigger says beyond the key. It is remembered by its digest alone: a later trigger of the
 * key that says something else is refused, since one of the two callers must be wrong.
 *
 * @param digest SHA-256 of all further members, hex; null when there are none
 */
record Input(String digest) {
  static final Input NONE = new Input(null);

  private static final String AMOUNT = "amount";

  /** As much as a {@code numeric(12, 2)} holds. */
  private static final BigDecimal MOST = new BigDecimal("9999999999.99");

  /**
   * Reads what is beyond the key, and has secret members masked from now on.
   *
   * @param members of the trigger, nested ones by their path
   * @param keyParts names of those that make the key, which stand for themselves
   */
  static Input of(Map<String, String> members, Set<String> keyParts) {
    Map<String, String> further = new TreeMap<>(members);
    further.keySet().removeAll(keyParts);
    if (further.isEmpty()) {
      return NONE;
    }
    further.computeIfPresent(
        AMOUNT, (name, text) -> new BigDecimal(text).setScale(2).toPlainString());
    List<String> text = new ArrayList<>();
    further.forEach(
        (name, value) -> {
          text.add(name);
          text.add(value);
        });
    return new Input(Digest.sha256(Json.write(text.toArray(String[]::new))));
  }

  /** Tells {@link Masking} the values that must not be seen. */
  static void maskSecrets(Map<String, String> members) {
    members.forEach(
        (name, value) -> {
          if (Masking.SECRET_MEMBERS.contains(name.substring(name.lastIndexOf('.') + 1))) {
            Masking.remember(value);
          }
        });
  }

  /** Everything that is wrong with a trigger, one sentence each; none: it can be taken. */
  static List<String> problems(Map<String, String> members, Set<String> keyParts) {
    List<String> problems = new ArrayList<>();
    for (String part : keyParts) {
      if (members.getOrDefault(part, "").isBlank()) {
        problems.add(part + " is missing");
      }
    }
    if (members.containsKey(AMOUNT)) {
      amountProblem(members.get(AMOUNT), problems);
    }
    return problems;
  }

  /** The value is not repeated in the answer: what is no amount may be anything. */
  private static void amountProblem(String text, List<String> problems) {
    BigDecimal amount;
    try {
      amount = text.length() > 40 ? null : new BigDecimal(text);
    } catch (NumberFormatException e) {
      amount = null;
    }
    if (amount == null) {
      problems.add("amount is not a number");
    } else if (amount.signum() <= 0) {
      problems.add("amount is not positive");
    } else if (amount.compareTo(MOST) > 0) {
      problems.add("amount is more than " + MOST);
    } else if (amount.stripTrailingZeros().scale() > 2) {
      problems.add("amount has more than two decimals");
    }
  }

  /**
   * Whether this may be a trigger of a run that was recorded with {@code recorded}: the same, or
   * nothing said this time.
   */
  boolean agreesWith(String recorded) {
    return digest == null || digest.equals(recorded);
  }
}
