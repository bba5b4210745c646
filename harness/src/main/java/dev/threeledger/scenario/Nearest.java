package dev.threeledger.scenario;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the known word that was probably meant. */
public final class Nearest {
  private Nearest() {}

  /** {@code unknown setting 'leese'; did you mean 'lease'? known: lease, tick}. */
  public static String unknown(String what, String word, Collection<String> known) {
    String meant = to(word, known).map(near -> "did you mean '" + near + "'? ").orElse("");
    String all = known.isEmpty() ? "none" : String.join(", ", known);
    return "unknown " + what + " '" + word + "'; " + meant + "known: " + all;
  }

  /**
   * The known word with the fewest edits, upper and lower case being equal; empty when a third of
   * the word or more would have to change.
   */
  public static Optional<String> to(String word, Collection<String> known) {
    return known.stream()
        .filter(candidate -> edits(word, candidate) <= most(word, candidate))
        .min(Comparator.comparingInt(candidate -> edits(word, candidate)));
  }

  private static int most(String word, String candidate) {
    int longer = Math.max(word.length(), candidate.length());
    return longer <= 3 ? 1 : Math.max(2, longer / 3);
  }

  /** Insertions, deletions and replacements of one character (Levenshtein distance). */
  private static int edits(String left, String right) {
    String from = left.toLowerCase(Locale.ROOT);
    String to = right.toLowerCase(Locale.ROOT);
    int[] above = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] row = new int[to.length() + 1];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
      }
      above = row;
    }
    return above[to.length()];
  }
}
