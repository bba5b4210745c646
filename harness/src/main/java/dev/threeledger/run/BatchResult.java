package dev.threeledger.run;

import dev.threeledger.report.BatchSummary;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A batch that has ended.
 *
 * @param outcomes those that were judged, in the order of the plan
 * @param summary as written to the folder; null when not even that was possible
 * @param stoppedBy why it ended before all cells were run, if it did; its message is for people
 * @param interrupted true when the user ended it
 */
public record BatchResult(
    Path folder,
    List<CellOutcome> outcomes,
    BatchSummary summary,
    Optional<Exception> stoppedBy,
    boolean interrupted) {
  public BatchResult {
    outcomes = List.copyOf(outcomes);
  }

  /** True when every cell was run and gave the verdict that its scenario states. */
  public boolean asExpected() {
    return stoppedBy.isEmpty()
        && !interrupted
        && !outcomes.isEmpty()
        && outcomes.stream().allMatch(outcome -> outcome.verdict().asExpected());
  }
}
