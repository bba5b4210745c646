/**
 * Everything that the harness saw and did in one run, in one total order.
 *
 * <p>Reads nothing; {@link dev.threeledger.timeline.Timeline} takes events from any thread and
 * gives each its number, its time and a line in {@code timeline.jsonl}.
 *
 * <p>Start reading at {@link dev.threeledger.timeline.Event}.
 *
 * <p>Guarantees: {@code seq} is dense from 1 and is the order; {@code atNanos} is the harness's
 * monotonic clock since the run started and never decreases. A line is in the file before {@code
 * append} returns.
 *
 * <p>May import: no other package of Threeledger.
 */
package dev.threeledger.timeline;
