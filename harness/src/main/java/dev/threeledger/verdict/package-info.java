/**
 * PASS, INCONCLUSIVE or FAIL, and what led to it.
 *
 * <p>Reads nothing; gives the vocabulary in which checks, landing proofs and reports speak.
 *
 * <p>Start reading at {@link dev.threeledger.verdict.CellVerdict}.
 *
 * <p>Guarantees: FAIL beats INCONCLUSIVE beats PASS; the first deviation is the finding that is
 * earliest on the timeline. Sequence numbers are those of the run's timeline.
 *
 * <p>May import: no other package of Threeledger.
 */
package dev.threeledger.verdict;
