/**
 * The in-memory database over which a user's own invariants are asked in SQL.
 *
 * <p>Reads rows that its caller takes from the evidence, and one query; gives the query's rows, or
 * why it gives none.
 *
 * <p>Start reading at {@link dev.threeledger.invariant.EvidenceTables}.
 *
 * <p>Guarantees: what a query gives depends on the rows alone. It runs in memory as a user that may
 * only select: no file, network, class or other database is within its reach, it cannot ask the
 * clock or chance, and a time limit ends it.
 *
 * <p>May import: no other package of Threeledger.
 */
package dev.threeledger.invariant;
