/**
 * What to run, as a user writes it: scenarios, subjects and outside systems, from YAML with
 * locations.
 *
 * <p>Reads {@code scenarios/**}{@code /*.yaml} and {@code subject.yaml}; gives {@link
 * dev.threeledger.scenario.Scenario} and {@link dev.threeledger.scenario.Subject}, or all problems
 * at once, each with file, line and column.
 *
 * <p>Start reading at {@link dev.threeledger.scenario.Scenario}; files are read by {@link
 * dev.threeledger.scenario.SubjectFile} and {@link dev.threeledger.scenario.ScenarioReader}.
 *
 * <p>Guarantees: what is returned is complete (defaults filled in) and consistent; a problem's
 * location is the place to edit. Durations carry their unit in the text.
 *
 * <p>May import: invariant, verdict.
 */
package dev.threeledger.scenario;
