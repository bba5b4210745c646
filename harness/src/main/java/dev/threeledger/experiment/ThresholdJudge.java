package dev.threeledger.experiment;

import dev.threeledger.cost.CostComparison;
import dev.threeledger.experiment.ExperimentResult.ThresholdResult;
import dev.threeledger.verdict.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Whether thresholds are met, and whether that can be said at all. */
final class ThresholdJudge {
  private final List<Pairing> pairs;
  private final List<CostComparison> costs;

  ThresholdJudge(List<Pairing> pairs, List<CostComparison> costs) {
    this.pairs = pairs;
    this.costs = costs;
  }

  /** One threshold; one that is not resolved is not met. */
  ThresholdResult judge(Threshold threshold) {
    if (threshold instanceof Threshold.Verdicts verdicts) {
      return verdicts(verdicts);
    }
    return threshold instanceof Threshold.Pairs counted
        ? pairs(counted)
        : cost((Threshold.Cost) threshold);
  }

  private ThresholdResult verdicts(Threshold.Verdicts threshold) {
    long fails =
        threshold.whereBaselinePasses()
            ? count(PairClass.BROKEN)
            : pairs.stream().filter(pair -> candidate(pair) == Verdict.FAIL).count();
    long open =
        threshold.whereBaselinePasses()
            ? count(PairClass.NOT_COMPARABLE)
            : pairs.stream()
                .filter(
                    pair ->
                        candidate(pair) == Verdict.INCONCLUSIVE
                            || candidate(pair) == Verdict.PASS && !pair.comparable())
                .count();
    boolean resolved = fails > 0 || open == 0 && !pairs.isEmpty();
    return new ThresholdResult(
        threshold,
        fails == 0 && resolved,
        resolved,
        "%d of %d pairs: the candidate fails%s; %d not comparable"
            .formatted(
                fails,
                pairs.size(),
                threshold.whereBaselinePasses() ? " where the baseline passes" : "",
                count(PairClass.NOT_COMPARABLE)));
  }

  /** INCONCLUSIVE where there is no run, or none that came to its end. */
  private static Verdict candidate(Pairing pair) {
    return pair.candidate() == null || pair.candidate().interrupted()
        ? Verdict.INCONCLUSIVE
        : pair.candidate().outcome();
  }

  /** Pairs that are not comparable could be of any class: what they could overturn is open. */
  private ThresholdResult pairs(Threshold.Pairs threshold) {
    long seen = count(threshold.pairs());
    long open = threshold.pairs() == PairClass.NOT_COMPARABLE ? 0 : count(PairClass.NOT_COMPARABLE);
    boolean enough = threshold.atLeast() == null || seen >= threshold.atLeast();
    boolean few = threshold.atMost() == null || seen <= threshold.atMost();
    boolean couldBeEnough = enough || seen + open >= threshold.atLeast();
    boolean mayBeTooMany = few && threshold.atMost() != null && seen + open > threshold.atMost();
    boolean resolved = !pairs.isEmpty() && enough == couldBeEnough && !mayBeTooMany;
    return new ThresholdResult(
        threshold,
        enough && few && resolved,
        resolved,
        "%d of %d pairs are %s; %d not comparable"
            .formatted(
                seen, pairs.size(), threshold.pairs().yamlName(), count(PairClass.NOT_COMPARABLE)));
  }

  private long count(PairClass pairClass) {
    return pairs.stream().filter(pair -> pair.pairClass() == pairClass).count();
  }

  private ThresholdResult cost(Threshold.Cost threshold) {
    Optional<CostComparison> found =
        costs.stream().filter(cost -> cost.metric() == threshold.metric()).findFirst();
    if (found.isEmpty()) {
      return new ThresholdResult(
          threshold, false, false, "not verified: there is no comparable pair");
    }
    CostComparison cost = found.get();
    if (cost.pairs() < cost.least() || Double.isNaN(cost.low()) || Double.isNaN(cost.high())) {
      return new ThresholdResult(
          threshold,
          false,
          false,
          "not resolved: %d pairs, %d are needed".formatted(cost.pairs(), cost.least()));
    }
    double most = cost.absolute() ? (threshold.atMost() - 1) * cost.baseline() : threshold.atMost();
    boolean met = cost.high() <= most;
    boolean resolved = met || cost.low() > most;
    return new ThresholdResult(
        threshold,
        met,
        resolved,
        String.format(
            Locale.ROOT,
            "%s%s %.3f, from %.3f to %.3f, over %d pairs",
            resolved ? "" : "not resolved: ",
            cost.absolute() ? "difference" : "ratio",
            cost.ratio(),
            cost.low(),
            cost.high(),
            cost.pairs()));
  }
}
