/**
 * One cell from start to end, and a batch of them: the only place that knows the order.
 *
 * <p>Reads cells and a subject; gives an evidence folder per run and a {@link
 * dev.threeledger.run.BatchResult}.
 *
 * <p>Start reading at {@link dev.threeledger.run.CellRun#run}.
 *
 * <p>Guarantees: everything that a run started is taken down in its reverse order, whatever
 * happens; the verdict is judged from what was written to the folder, not from what is in memory.
 *
 * <p>May import: every package but selftest, cli and junit.
 */
package dev.threeledger.run;
