package dev.threeledger.cost;

import java.util.List;

/**
 * A statement that both sides sent, and that the database carried out by different plans.
 *
 * @param statement its text, with literals taken out
 * @param baseline shapes of its plans there, such as {@code Index Scan on posting}; sorted
 * @param candidate likewise
 * @param ratio median of the candidate's times over the baseline's, or NaN when unknown
 */
public record PlanChange(
    String statement, List<String> baseline, List<String> candidate, double ratio) {
  public PlanChange {
    baseline = List.copyOf(baseline);
    candidate = List.copyOf(candidate);
  }
}
