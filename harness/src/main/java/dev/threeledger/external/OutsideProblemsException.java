package dev.threeledger.external;

import java.io.IOException;
import java.util.List;

/** Everything that is wrong with the outside systems' files, at once. */
public final class OutsideProblemsException extends IOException {
  private static final long serialVersionUID = 1;

  private final transient List<String> problems;

  OutsideProblemsException(List<String> problems) {
    super(
        String.join("\n", problems)
            + "\n"
            + problems.size()
            + (problems.size() == 1 ? " problem" : " problems")
            + "; nothing was run");
    this.problems = List.copyOf(problems);
  }

  /** Each as {@code file:line:column: what is wrong; what to do}, in order of files. */
  public List<String> problems() {
    return problems;
  }
}
