/**
 * What a run cost, and how the costs of two sides compare.
 *
 * <p>Reads a run's folder; gives figures ({@link dev.threeledger.cost.RunCosts}), plans, and for
 * two sides paired comparisons.
 *
 * <p>Start reading at {@link dev.threeledger.cost.RunCosts}.
 *
 * <p>Guarantees: figures come from the evidence alone; a comparison states its test, its interval
 * and the number of pairs, is corrected for the number of metrics, and says "not resolved" below
 * the least number of pairs. No conclusion is drawn from a mean.
 *
 * <p>May import: timeline, scenario, evidence.
 */
package dev.threeledger.cost;
