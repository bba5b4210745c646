/**
 * What people read about an experiment: a page, a text for a pull request, a text for a terminal.
 *
 * <p>Reads an {@link dev.threeledger.experiment.ExperimentResult} and nothing else; writes {@code
 * index.html} and {@code experiment.md} into the experiment's folder.
 *
 * <p>Start reading at {@link dev.threeledger.experiment.report.ExperimentReport}.
 *
 * <p>Guarantees: the same result gives the same bytes; the page is self-contained, opens from disk
 * and can be read without a script; all texts are shown, never interpreted; what is empty is said
 * in words. Nothing is concluded here that the result does not hold.
 *
 * <p>May import: every package but cli, junit and selftest.
 */
package dev.threeledger.experiment.report;
