package dev.threeledger.report;

import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.EvidenceException;
import java.util.List;

/** The summaries of a batch: for people, for tools, for a pull request, for a build server. */
public final class BatchReport {
  private BatchReport() {}

  /** Writes the summaries of a batch in which every planned cell was started. */
  public static BatchSummary write(BatchFolder batch) throws EvidenceException {
    return write(batch, List.of());
  }

  /**
   * Reads all runs and writes {@code index.html}, {@code summary.json}, {@code summary.md} and
   * {@code junit.xml} in place of older ones.
   *
   * @param notRun ids of cells that were planned and never started
   * @return what was read, for {@link TerminalTable} and the exit code
   */
  public static BatchSummary write(BatchFolder batch, List<String> notRun)
      throws EvidenceException {
    BatchSummary summary = BatchSummary.read(batch, notRun);
    batch.write("summary.json", SummaryJson.text(summary));
    batch.write("junit.xml", JunitXml.text(summary));
    batch.write("summary.md", SummaryMarkdown.text(summary));
    batch.write("index.html", BatchPage.html(summary));
    return summary;
  }
}
