package dev.threeledger.run;

import dev.threeledger.check.RunRecord;
import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.ledger.Reconciler;
import dev.threeledger.report.BatchReport;
import dev.threeledger.report.BatchSummary;
import dev.threeledger.report.CellReport;
import dev.threeledger.verdict.CellVerdict;
import java.util.List;

/** Writes the reports of a run and of a batch. */
final class Summaries {
  private Summaries() {}

  static void cell(RunFolder folder, RunRecord record, CellVerdict verdict)
      throws EvidenceException {
    CellReport.write(folder, verdict, Reconciler.reconcile(record.subject(), record.ledgers()));
  }

  /** Writes the batch's summaries; {@code notRun} are ids of cells that were never judged. */
  static BatchSummary batch(BatchFolder batch, List<String> notRun) throws EvidenceException {
    return BatchReport.write(batch, notRun);
  }
}
