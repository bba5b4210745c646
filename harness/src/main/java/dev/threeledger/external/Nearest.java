package dev.threeledger.external;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what a mistyped name was meant to be. */
final class Nearest {
  private Nearest() {}

  /** {@code ; did you mean 'x'? known: a, b, x}; without the question when nothing is near. */
  static String hint(String written, Collection<String> known) {
    Optional<String> near =
        known.stream()
            .filter(name -> distance(written, name) <= tolerance(written, name))
            .min(Comparator.comparingInt(name -> distance(written, name)));
    return near.map(name -> "; did you mean '" + name + "'?").orElse(";")
        + " known: "
        + String.join(", ", known);
  }

  private static int tolerance(String written, String name) {
    return Math.max(2, Math.max(written.length(), name.length()) / 2 - 1);
  }

  /** Number of letters to insert, delete or replace. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replace = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replace, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
