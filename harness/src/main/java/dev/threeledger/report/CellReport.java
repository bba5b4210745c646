package dev.threeledger.report;

import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.evidence.RunAsked;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.ledger.Ledgers;
import dev.threeledger.ledger.ReconciledKey;
import dev.threeledger.timeline.Entry;
import dev.threeledger.verdict.CellVerdict;
import java.util.List;

/**
 * The page of one run, {@code report.html}. It leads with the command that repeats the run, the
 * verdict and the first deviation; then what proves it.
 */
public final class CellReport {
  private CellReport() {}

  /**
   * Writes {@code report.html} beside the evidence, in place of an older one.
   *
   * @param keys the three ledgers side by side
   */
  public static void write(RunFolder evidence, CellVerdict verdict, List<ReconciledKey> keys)
      throws EvidenceException {
    write(evidence, evidence, verdict, keys);
  }

  /**
   * Writes the report of another verdict on the same evidence.
   *
   * @param into where {@code report.html} goes: the sibling folder of a recheck
   */
  public static void write(
      RunFolder evidence, RunFolder into, CellVerdict verdict, List<ReconciledKey> keys)
      throws EvidenceException {
    into.writeReport(html(evidence, into, verdict, keys));
  }

  private static String html(
      RunFolder evidence, RunFolder into, CellVerdict verdict, List<ReconciledKey> keys)
      throws EvidenceException {
    RunAsked asked = evidence.readRun();
    List<Entry> entries = evidence.readTimeline();
    Ledgers ledgers = evidence.readLedgers();
    Markup page = new Markup();
    HeadPart.write(page, asked, evidence.path(), verdict);
    DeviationPart.write(page, verdict, entries);
    LandingPart.write(page, asked, verdict);
    ChecksPart.write(page, verdict);
    LedgersPart.write(page, keys, ledgers);
    PicturePart.write(page, entries, verdict);
    EventsPart.write(page, entries, verdict);
    FilesPart.write(page, evidence, into, asked);
    return Page.html(verdict.verdict() + " " + asked.cell(), page);
  }
}
