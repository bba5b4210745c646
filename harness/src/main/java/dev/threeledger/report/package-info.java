/**
 * What people and other tools read about a run and a batch.
 *
 * <p>Reads evidence only ({@link dev.threeledger.evidence.RunFolder}, {@link
 * dev.threeledger.evidence.BatchFolder}) and a reconciliation made from it; writes {@code
 * report.html} for a run, and {@code index.html}, {@code summary.json}, {@code summary.md} and
 * {@code junit.xml} for a batch; gives the terminal's table as a text.
 *
 * <p>Start reading at {@link dev.threeledger.report.CellReport}; then {@link
 * dev.threeledger.report.BatchReport}.
 *
 * <p>Guarantees: the same evidence gives the same bytes; pages are self-contained, open from disk
 * and can be read without a script; whatever a subject put into a log or statement is shown as
 * text, never interpreted. Times are milliseconds since the run started.
 *
 * <p>May import: evidence, check, judge, timeline, scenario, ledger, verdict.
 */
package dev.threeledger.report;
