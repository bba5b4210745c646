/**
 * What a run stands on: an environment with a PostgreSQL server of our own, a fresh database per
 * run, the history of its rows, and what the server itself wrote about the run.
 *
 * <p>Reads the PostgreSQL binaries on the class path and a cache directory; gives host, port and
 * databases, appends {@link dev.threeledger.timeline.Event.RowChanged} to the timeline, and answers
 * what a tap asks about the database ({@link dev.threeledger.wire.CommitObserver}).
 *
 * <p>Start reading at {@link dev.threeledger.environment.Environment} and {@link
 * dev.threeledger.environment.DatabaseServer}, then {@link dev.threeledger.environment.RowHistory}.
 *
 * <p>Guarantees: a server listens on 127.0.0.1 only, asks for a password, and ends with the JVM;
 * {@code close} leaves neither process nor file. Row changes stand on the timeline in commit order,
 * each once. What is wrong with the machine is an {@link
 * dev.threeledger.environment.EnvironmentException}. Durations carry their unit.
 *
 * <p>May import: container, process, wire, external, timeline, scenario, ledger.
 */
package dev.threeledger.environment;
