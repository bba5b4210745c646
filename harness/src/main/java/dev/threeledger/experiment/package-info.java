/**
 * Baseline and candidate, which differ in exactly one place, in the same cells: what was registered
 * before, what came of it, and whether to release.
 *
 * <p>Reads an {@code experiment.yaml} ({@link dev.threeledger.experiment.ExperimentFile}); gives a
 * folder from which anyone can judge again, and an {@link
 * dev.threeledger.experiment.ExperimentResult}.
 *
 * <p>Start reading at {@link dev.threeledger.experiment.Experiment}; what happens before anything
 * runs stands in {@link dev.threeledger.experiment.ExperimentPlan} and {@link
 * dev.threeledger.experiment.Registration}.
 *
 * <p>Guarantees: nothing is run before both sides were resolved, compared and registered; a result
 * is a function of the folder alone; INCONCLUSIVE never counts as better.
 *
 * <p>May import: every package but cli, junit and selftest.
 */
package dev.threeledger.experiment;
