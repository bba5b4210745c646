package dev.threeledger.report;

import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A batch as its summaries show it, read from its folder.
 *
 * @param batch name of the folder
 * @param digest of the whole batch
 * @param cells one per run, sorted by path
 * @param notRun ids of cells that were planned and never started
 */
public record BatchSummary(
    String batch, String digest, List<CellSummary> cells, List<String> notRun) {
  public BatchSummary {
    cells = List.copyOf(cells);
    notRun = List.copyOf(notRun);
  }

  /**
   * Reads all runs of a batch.
   *
   * @param notRun ids of cells that were planned and never started, because the batch was
   *     interrupted
   */
  public static BatchSummary read(BatchFolder batch, List<String> notRun) throws EvidenceException {
    List<CellSummary> cells = new ArrayList<>();
    for (RunFolder run : batch.runs()) {
      cells.add(CellSummary.read(batch, run));
    }
    return new BatchSummary(batch.name(), batch.digest(), cells, notRun);
  }

  /** How many runs have this verdict. */
  public long count(Verdict verdict) {
    return cells.stream().filter(cell -> cell.verdict().verdict() == verdict).count();
  }

  /** How many runs have the verdict that their scenario states. */
  public long asExpected() {
    return cells.stream().filter(cell -> cell.verdict().asExpected()).count();
  }

  /** True when something ran, everything ran, and every verdict is the expected one. */
  public boolean good() {
    return !cells.isEmpty() && notRun.isEmpty() && asExpected() == cells.size();
  }

  /** Runs whose verdict is not the expected one, the worst first. */
  List<CellSummary> unexpected() {
    return cells.stream()
        .filter(cell -> !cell.verdict().asExpected())
        .sorted(Comparator.comparing((CellSummary cell) -> cell.verdict().verdict()).reversed())
        .toList();
  }

  /** {@code 3 of 4 cells as expected}, and what did not run. */
  public String headline() {
    String text = asExpected() + " of " + cells.size() + " cells as expected";
    return notRun.isEmpty() ? text : text + ", " + notRun.size() + " not run";
  }
}
