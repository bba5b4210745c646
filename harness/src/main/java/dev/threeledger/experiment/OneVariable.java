package dev.threeledger.experiment;

import java.util.List;
import java.util.stream.Collectors;

/** Two sides may differ in one place, the one that was named, and a rollback must end that. */
final class OneVariable {
  private OneVariable() {}

  /**
   * @param file as the user named it
   * @return all differences: the named place and what follows from it
   * @throws RefusedException when there is none, another one, or more
   */
  static List<Difference> demand(
      String file, String changed, Configuration baseline, Configuration candidate)
      throws RefusedException {
    List<Difference> all = Configuration.differences(baseline, candidate);
    List<Difference> beside = Configuration.beside(changed, baseline, candidate);
    if (all.isEmpty()) {
      String value = baseline.values().get(changed);
      throw refused(
          file,
          "the two sides do not differ: "
              + changed
              + (value == null ? " is on neither side" : " is " + value + " on both")
              + "; change it on one of them");
    }
    boolean there =
        all.stream().anyMatch(difference -> Configuration.covers(changed, difference.path()));
    if (beside.isEmpty() && there) {
      return all;
    }
    if (!there && all.size() == 1) {
      throw refused(
          file,
          "the two sides differ in another place than 'changed: "
              + changed
              + "' says: "
              + text(all.get(0))
              + "; name that place, or change the other");
    }
    String what =
        there
            ? "the two sides may differ in " + changed + " only, and differ in more:"
            : "the two sides do not differ in "
                + changed
                + ", and in "
                + all.size()
                + " other places:";
    throw refused(file, what + lines(there ? all : beside));
  }

  /**
   * @param rolledBack the candidate with the rollback applied
   * @throws RefusedException when that is not the baseline
   */
  static void demandRollback(String file, Configuration baseline, Configuration rolledBack)
      throws RefusedException {
    List<Difference> left = Configuration.differences(baseline, rolledBack);
    if (!left.isEmpty()) {
      throw refused(
          file,
          "the rollback does not turn the candidate into the baseline; what is left"
              + " (baseline → rolled back):"
              + lines(left));
    }
  }

  private static RefusedException refused(String file, String why) {
    return new RefusedException(file + ": refused: " + why + "\nnothing was run");
  }

  private static String lines(List<Difference> differences) {
    return differences.stream()
        .map(difference -> "\n  " + text(difference))
        .collect(Collectors.joining());
  }

  static String text(Difference difference) {
    return difference.path()
        + ": "
        + shown(difference.baseline())
        + " → "
        + shown(difference.candidate());
  }

  private static String shown(String value) {
    return value == null ? "(not there)" : value;
  }
}
