/**
 * Promises about a finished run, one per class, named as the promise.
 *
 * <p>Reads a {@link dev.threeledger.check.RunRecord}; gives one {@link
 * dev.threeledger.verdict.CheckResult} per check.
 *
 * <p>Start reading at {@link dev.threeledger.check.Check}; the fixed order and the names stand in
 * {@code Checks}.
 *
 * <p>Guarantees: pure: no clock, file, socket or database, so that a stored run can be judged
 * again. The one exception is {@link dev.threeledger.check.Invariants}: the user's own SQL runs in
 * a database in memory that holds nothing but the evidence.
 *
 * <p>May import: scenario, timeline, ledger, verdict, invariant.
 */
package dev.threeledger.check;
