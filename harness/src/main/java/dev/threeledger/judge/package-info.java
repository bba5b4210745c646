/**
 * One run's judgement: the scenario's checks, and why nothing better than INCONCLUSIVE may be said.
 *
 * <p>Reads a run record and the landing proofs of its faults; gives a {@link
 * dev.threeledger.verdict.CellVerdict}.
 *
 * <p>Start reading at {@link dev.threeledger.judge.Judge}.
 *
 * <p>Guarantees: a pure function of what it reads; a check that throws makes the run INCONCLUSIVE
 * and is named; FAIL beats INCONCLUSIVE beats PASS.
 *
 * <p>May import: check, fault, timeline, scenario, ledger, verdict.
 */
package dev.threeledger.judge;
