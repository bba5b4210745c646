package dev.threeledger.selftest;

import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.run.CellOutcome;
import dev.threeledger.scenario.PlantedDefects.Row;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.EventWords;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import dev.threeledger.verdict.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What came of one row.
 *
 * @param row as in the table
 * @param first event of the first deviation in the table's words, or null when there is none
 * @param deviation the first deviation, or null
 * @param failed all checks that FAIL, in their fixed order
 * @param wrong what is not as the table says, each a sentence; empty exactly when the defect was
 *     caught
 * @param folder evidence of the run with the defect, or null when it was not run
 */
public record RowResult(
    Row row,
    String first,
    Finding deviation,
    List<String> failed,
    List<String> wrong,
    Path folder) {
  private static final String AS_EXPECTED = "as-expected";

  public RowResult {
    failed = List.copyOf(failed);
    wrong = List.copyOf(wrong);
  }

  /** True when everything is as the table says. */
  public boolean caught() {
    return wrong.isEmpty();
  }

  static RowResult of(Row row, CellOutcome defective, CellOutcome control)
      throws EvidenceException {
    if (defective == null) {
      return new RowResult(row, null, null, List.of(), List.of("it was not run"), null);
    }
    List<String> failed =
        defective.verdict().checks().stream()
            .filter(check -> check.verdict() == Verdict.FAIL)
            .map(CheckResult::check)
            .toList();
    Optional<Finding> deviation = defective.verdict().firstDeviation();
    String first =
        deviation.isEmpty() ? null : EventWords.of(event(defective, deviation.get().at()));
    List<String> wrong = new ArrayList<>();
    if (failed.isEmpty()) {
      wrong.add("nothing was found: " + verdict(defective));
    } else if (!failed.contains(row.check())) {
      wrong.add(row.check() + " has no finding; found by " + String.join(", ", failed));
    }
    if (first != null && !first.equals(row.at())) {
      wrong.add("the first deviation is at " + first + ": " + deviation.get().message());
    }
    List<String> others = failed.stream().filter(check -> !isNamed(row, check)).toList();
    if (row.alone() && !others.isEmpty()) {
      wrong.add("found by others too: " + String.join(", ", others));
    }
    if (control != null && control.verdict().verdict() != Verdict.PASS) {
      wrong.add("without the defect the cell gives " + verdict(control));
    }
    return new RowResult(row, first, deviation.orElse(null), failed, wrong, defective.folder());
  }

  private static boolean isNamed(Row row, String check) {
    return check.equals(row.check()) || check.equals(AS_EXPECTED);
  }

  private static String verdict(CellOutcome outcome) {
    String why =
        outcome
            .verdict()
            .firstDeviation()
            .map(finding -> finding.check() + ": " + finding.message())
            .orElse(String.join("; ", outcome.verdict().reasons()));
    return outcome.verdict().verdict() + (why.isEmpty() ? "" : " (" + why + ")");
  }

  private static Event event(CellOutcome outcome, long seq) throws EvidenceException {
    return RunFolder.open(outcome.folder()).readTimeline().stream()
        .filter(entry -> entry.seq() == seq)
        .map(Entry::event)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(outcome.folder() + " has no event " + seq));
  }
}
