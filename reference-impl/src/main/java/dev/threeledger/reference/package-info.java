/**
 * The reference executor: makes, once per tenant and period, a statement and its charge; fulfils
 * each order once at three partners, or undoes what it did there; on any number of workers that may
 * die, pause or lose answers at any moment.
 *
 * <p>Reads its environment ({@link dev.threeledger.reference.Settings}) and PostgreSQL; gives
 * statements, fulfilments, effects at its partners, and the records {@code job_run}, {@code
 * step_log} and {@code saga_step}.
 *
 * <p>Start reading at {@link dev.threeledger.reference.StatementJob}, then {@link
 * dev.threeledger.reference.OrderJob}, {@link dev.threeledger.reference.Claims} and {@link
 * dev.threeledger.reference.Runs}; what happens when a safeguard is missing stands in {@link
 * dev.threeledger.reference.Defect}.
 *
 * <p>Guarantees: the primary key decides who starts, the fencing token who may go on, the
 * database's clock when a lease has run out, and the partner's answer by key whether something
 * happened. Durations are {@link java.time.Duration}; times are the database's.
 *
 * <p>May import: nothing of the harness. They meet at arguments, environment and sockets.
 */
package dev.threeledger.reference;
