package dev.threeledger.scenario;

/** Short texts for points. */
final class Texts {
  private Texts() {}

  /** {@code {db: commit, wrote: statement}} without the null ones. */
  static String point(String head, String... namesAndValues) {
    StringBuilder text = new StringBuilder(head);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      if (namesAndValues[i + 1] != null) {
        text.append(", ").append(namesAndValues[i]).append(": ").append(namesAndValues[i + 1]);
      }
    }
    return text.toString();
  }

  /** {@code , occurrence: 2}; nothing for the first. */
  static String occurrence(int occurrence) {
    return occurrence == 1 ? "" : ", occurrence: " + occurrence;
  }
}
