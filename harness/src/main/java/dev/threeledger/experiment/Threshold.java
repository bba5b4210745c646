package dev.threeledger.experiment;

import dev.threeledger.cost.Metric;

/** One condition of {@code pass_when}, in one of three forms. */
public sealed interface Threshold {

  /**
   * {@code { verdicts: candidate, no: FAIL, where: baseline-passes }}: no pair is broken. Without
   * {@code where}: the candidate fails nowhere.
   */
  record Verdicts(boolean whereBaselinePasses) implements Threshold {}

  /** {@code { pairs: fixed, at_least: 1 }} or {@code at_most}; one of the bounds is null. */
  record Pairs(PairClass pairs, Integer atLeast, Integer atMost) implements Threshold {}

  /**
   * {@code { cost: statements, at_most: 1.10, of: baseline }}: the whole confidence interval of the
   * ratio lies at or below.
   */
  record Cost(Metric metric, double atMost) implements Threshold {}

  /** As people write it in YAML, for reports. */
  default String text() {
    if (this instanceof Verdicts verdicts) {
      return "verdicts: candidate, no: FAIL"
          + (verdicts.whereBaselinePasses() ? ", where: baseline-passes" : "");
    }
    if (this instanceof Pairs pairs) {
      return "pairs: "
          + pairs.pairs().yamlName()
          + (pairs.atLeast() == null ? "" : ", at_least: " + pairs.atLeast())
          + (pairs.atMost() == null ? "" : ", at_most: " + pairs.atMost());
    }
    Cost cost = (Cost) this;
    return "cost: " + cost.metric().yamlName() + ", at_most: " + cost.atMost() + ", of: baseline";
  }
}
