/**
 * The matrix as JUnit 5 dynamic tests, for {@code mvn verify}.
 *
 * <p>Reads a {@link dev.threeledger.run.BatchRequest}; gives one dynamic test per cell, in a
 * container per scenario, and leaves the same report as the command line.
 *
 * <p>Start reading at {@link dev.threeledger.junit.ScenarioMatrix}.
 *
 * <p>Guarantees: cells run in lanes side by side while JUnit waits for them in order; a test fails
 * exactly when its cell did not give the verdict that its scenario states.
 *
 * <p>May import: every package but cli.
 */
package dev.threeledger.junit;
