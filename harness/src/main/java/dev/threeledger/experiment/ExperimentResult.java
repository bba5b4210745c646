package dev.threeledger.experiment;

import dev.threeledger.cost.CostComparison;
import dev.threeledger.cost.PlanChange;
import dev.threeledger.verdict.Finding;
import dev.threeledger.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What came of an experiment: a function of its folder alone.
 *
 * @param experiment as registered
 * @param registered digest of what was registered before anything ran
 * @param batch name of the folder
 * @param digest of the whole folder
 * @param differences between the sides as their runs recorded them; the changed variable alone, if
 *     all is well
 * @param repeats of the baseline before the comparison
 * @param pairs in the order of cells, then attempts
 * @param costs in the order of metrics
 * @param plans statements whose plan differs between the sides
 * @param thresholds in the order of the file
 * @param stoppedBy what ended it early
 * @param firstDeviation the earliest deviation of the first broken or failing pair, candidate
 *     before baseline; of the stopped run where it was stopped
 * @param conditions of a release, in a fixed order
 * @param observations for each that was asked for, where it stands, or {@code not verified: why},
 *     or {@code not applicable: why}
 * @param decision go only when all conditions are met
 * @param why of a stop: each missing condition in a sentence; empty for a go
 * @param unexpected what differs from {@code expect:}; empty: it came out as expected
 */
public record ExperimentResult(
    Experiment experiment,
    String registered,
    String batch,
    String digest,
    List<Difference> differences,
    List<Repeat> repeats,
    List<Pair> pairs,
    List<CostComparison> costs,
    List<PlanChange> plans,
    List<ThresholdResult> thresholds,
    Optional<Stopped> stoppedBy,
    Optional<Deviation> firstDeviation,
    List<Condition> conditions,
    Map<Observation, String> observations,
    Decision decision,
    List<String> why,
    List<String> unexpected) {

  public ExperimentResult {
    differences = List.copyOf(differences);
    repeats = List.copyOf(repeats);
    pairs = List.copyOf(pairs);
    costs = List.copyOf(costs);
    plans = List.copyOf(plans);
    thresholds = List.copyOf(thresholds);
    conditions = List.copyOf(conditions);
    why = List.copyOf(why);
    unexpected = List.copyOf(unexpected);
  }

  /** The same under another name of its folder, which a copy may have. */
  public ExperimentResult in(String otherBatch) {
    return new ExperimentResult(
        experiment,
        registered,
        otherBatch,
        digest,
        differences,
        repeats,
        pairs,
        costs,
        plans,
        thresholds,
        stoppedBy,
        firstDeviation,
        conditions,
        observations,
        decision,
        why,
        unexpected);
  }

  /** True when it came out as {@code expect:} says, without that: when it is a go. */
  public boolean asExpected() {
    return unexpected.isEmpty();
  }

  /** True when every cell of the baseline gave the same verdict twice, and both were run. */
  public boolean baselineRepeats() {
    return !repeats.isEmpty() && repeats.stream().allMatch(Repeat::same);
  }

  /**
   * A run in the folder.
   *
   * @param folder below the batch, with {@code /}
   * @param landed number of faults that landed, of {@code faults}
   * @param firstDeviation empty when nothing was found
   */
  public record Run(
      String folder,
      Verdict verdict,
      int landed,
      int faults,
      Optional<Finding> firstDeviation,
      List<String> reasons) {
    public Run {
      reasons = List.copyOf(reasons);
    }
  }

  /** A cell of the baseline, run twice; a run that is not there is null. */
  public record Repeat(String cell, Run first, Run again) {
    public boolean same() {
      return first != null && again != null && first.verdict() == again.verdict();
    }
  }

  /**
   * The same cell on both sides.
   *
   * @param baseline null: it was not run
   * @param candidate likewise
   * @param why of a pair that is not comparable; else empty
   */
  public record Pair(
      String cell, int attempt, Run baseline, Run candidate, PairClass pairClass, String why) {}

  /** Whether a threshold is met; {@code resolved} false: there are too few samples to say. */
  public record ThresholdResult(Threshold threshold, boolean met, boolean resolved, String seen) {}

  /**
   * What ended the experiment.
   *
   * @param run folder of the run that showed it
   * @param event seq on its timeline, 0: none
   */
  public record Stopped(StopRule rule, String run, long event, String what) {}

  /**
   * Where things first went wrong.
   *
   * @param run folder of the run
   * @param event such as {@code RequestReceived payments.charge}
   */
  public record Deviation(String run, String scenario, Finding finding, String event) {}

  /**
   * One condition of a release.
   *
   * @param name short, such as {@code one variable}
   * @param met false: missing
   * @param detail what shows it, or what is missing
   */
  public record Condition(String name, boolean met, String detail) {}
}
