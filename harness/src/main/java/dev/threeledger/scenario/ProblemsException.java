package dev.threeledger.scenario;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** What users wrote cannot be run; carries all problems of all files at once. */
public final class ProblemsException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<Problem> problems;

  /**
   * Sorts the problems and removes repetitions.
   *
   * @throws IllegalArgumentException when there is none
   */
  public ProblemsException(Collection<Problem> problems) {
    super(text(sorted(problems)));
    this.problems = sorted(problems);
    if (this.problems.isEmpty()) {
      throw new IllegalArgumentException("no problem");
    }
  }

  /** All problems, by file, line and column. */
  public List<Problem> problems() {
    return problems;
  }

  /** One line for each problem, then {@code 2 problems; nothing was run}. */
  public String text() {
    return getMessage();
  }

  private static List<Problem> sorted(Collection<Problem> problems) {
    return problems.stream().distinct().sorted().toList();
  }

  private static String text(List<Problem> problems) {
    String count = problems.size() == 1 ? "1 problem" : problems.size() + " problems";
    return problems.stream()
        .map(problem -> problem.text() + "\n")
        .collect(Collectors.joining("", "", count + "; nothing was run"));
  }
}
