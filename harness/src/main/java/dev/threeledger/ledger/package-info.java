/**
 * The three ledgers as rows, and how they are reconciled.
 *
 * <p>Reads what the closing snapshot gave; gives {@link dev.threeledger.ledger.Ledgers} and, from
 * it, a reconciliation by key.
 *
 * <p>Start reading at {@link dev.threeledger.ledger.Ledgers}.
 *
 * <p>Guarantees: reconciliation takes time in proportion to the rows; ledgers that are {@link
 * dev.threeledger.ledger.StoredLedger stored} are never in memory as a whole; rows keep their
 * order; amounts are exact decimals; a ledger that was not read is absent, never empty.
 *
 * <p>May import: scenario, timeline, verdict.
 */
package dev.threeledger.ledger;
