/**
 * When nothing more will happen.
 *
 * <p>Reads the timeline; tells when two periods of the subject's slowest machinery have passed
 * since the last stimulus and nothing has changed for the quiet window after them.
 *
 * <p>Start reading at {@link dev.threeledger.quiesce.Quiescence}.
 *
 * <p>Guarantees: bounded by the run's limit; polling of the subject (reads that change nothing)
 * does not count as a change.
 *
 * <p>May import: scenario, timeline.
 */
package dev.threeledger.quiesce;
