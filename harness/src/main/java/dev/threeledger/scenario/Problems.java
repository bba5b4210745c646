package dev.threeledger.scenario;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects problems, so that all are reported at once. Not thread-safe. */
public final class Problems {
  private final Set<Problem> found = new LinkedHashSet<>();

  /** Adds one; the same text at the same place counts once. */
  public void add(Location at, String message) {
    found.add(Problem.at(at, message));
  }

  /** Adds another collection's problems. */
  public void addAll(Problems others) {
    found.addAll(others.found);
  }

  /** True while nothing is wrong. */
  public boolean isEmpty() {
    return found.isEmpty();
  }

  /** What was found, in the order of finding. */
  public List<Problem> list() {
    return new ArrayList<>(found);
  }

  /**
   * Ends the reading when something is wrong.
   *
   * @throws ProblemsException with all problems
   */
  public void throwIfAny() throws ProblemsException {
    if (!found.isEmpty()) {
      throw new ProblemsException(found);
    }
  }
}
