/**
 * The worker processes of the executor under test.
 *
 * <p>Reads a {@link dev.threeledger.scenario.Subject} and the values of its placeholders; gives
 * processes that can be waited for, paused, killed and diagnosed. Their output goes to one log file
 * per worker.
 *
 * <p>Start reading at {@link dev.threeledger.subject.Workers}.
 *
 * <p>Guarantees: each worker has its own process group and dies with the harness; what the kernel
 * says (gone, stopped) is read from /proc, never assumed.
 *
 * <p>May import: process, scenario, timeline.
 */
package dev.threeledger.subject;
