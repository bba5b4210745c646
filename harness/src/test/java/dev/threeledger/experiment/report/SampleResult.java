package dev.threeledger.experiment.report;

import static java.util.stream.Collectors.toCollection;

import dev.threeledger.cost.CostComparison;
import dev.threeledger.cost.PlanChange;
import dev.threeledger.experiment.Decision;
import dev.threeledger.experiment.Difference;
import dev.threeledger.experiment.Experiment;
import dev.threeledger.experiment.Experiment.Expected;
import dev.threeledger.experiment.Experiment.Fixed;
import dev.threeledger.experiment.Experiment.Side;
import dev.threeledger.experiment.ExperimentResult;
import dev.threeledger.experiment.ExperimentResult.Condition;
import dev.threeledger.experiment.ExperimentResult.Deviation;
import dev.threeledger.experiment.ExperimentResult.Pair;
import dev.threeledger.experiment.ExperimentResult.Repeat;
import dev.threeledger.experiment.ExperimentResult.Run;
import dev.threeledger.experiment.ExperimentResult.Stopped;
import dev.threeledger.experiment.ExperimentResult.ThresholdResult;
import dev.threeledger.experiment.Observation;
import dev.threeledger.experiment.StopRule;
import dev.threeledger.matrix.CellFilter;
import dev.threeledger.verdict.Finding;
import dev.threeledger.verdict.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A result in the making: what is not set is as in a small experiment without a fault. */
final class SampleResult {
  private static final List<String> CONDITIONS =
      List.of(
          "one variable",
          "traceable inputs",
          "normal, boundary, failure and recovery",
          "raw evidence",
          "masking",
          "stop drill",
          "owner",
          "rollback rehearsed",
          "uncovered inputs");

  final String name;
  final String changed;
  final List<Difference> differences = new ArrayList<>();
  final List<Repeat> repeats = new ArrayList<>();
  final List<Pair> pairs = new ArrayList<>();
  final List<CostComparison> costs = new ArrayList<>();
  final List<PlanChange> plans = new ArrayList<>();
  final List<ThresholdResult> thresholds = new ArrayList<>();
  final List<Condition> conditions = new ArrayList<>();
  String claim = "The database's unique constraint removes duplicates; look-then-insert does not.";
  String topic = "idempotency, retry and compensation";
  String owner = "payments-platform";
  String firstEvent = "RequestReceived payments.charge";
  Expected expect;
  Stopped stopped;
  Deviation first;
  List<String> unexpected = List.of();
  List<String> notCovered = List.of("more than two workers", "a database that is failed over");
  Map<String, String> rollback;
  Map<Observation, String> observations =
      Map.of(
          Observation.PLANS, "plans.jsonl of each run",
          Observation.LOCK_WAITS, "database.log of each run",
          Observation.REPLICATION_LAG, "not verified: the server has no replica",
          Observation.CONSUMER_OFFSETS, "not applicable: the subject reads no queue");

  SampleResult(String name, String changed) {
    this.name = name;
    this.changed = changed;
  }

  /** The one difference. */
  void values(String baseline, String candidate) {
    differences.add(new Difference(changed, baseline, candidate));
    rollback = Map.of(changed, baseline);
  }

  void first(String run, Finding finding) {
    first = new Deviation(run, "duplicate-trigger", finding, null);
  }

  /** Each cell gave the verdict twice. */
  void repeats(List<String> cells, Verdict verdict) {
    for (String cell : cells) {
      Run once =
          new Run("baseline-first/" + cell + "/1", verdict, 1, 1, Optional.empty(), List.of());
      Run again =
          new Run("baseline-again/" + cell + "/1", verdict, 1, 1, Optional.empty(), List.of());
      repeats.add(new Repeat(cell, once, again));
    }
  }

  /** The conditions of a release, all met, then what is missing. */
  void conditions(List<Condition> missing) {
    CONDITIONS.forEach(met -> conditions.add(new Condition(met, true, "shown by the folder")));
    conditions.addAll(missing);
  }

  ExperimentResult go() {
    return result(Decision.GO, List.of());
  }

  ExperimentResult stop(String condition, String why) {
    conditions(List.of(new Condition(condition, false, why)));
    return result(Decision.STOP, List.of(why));
  }

  private ExperimentResult result(Decision decision, List<String> why) {
    return new ExperimentResult(
        experiment(),
        ExperimentSamples.REGISTERED,
        "20261129-120000-a1b2",
        ExperimentSamples.DIGEST,
        differences,
        repeats,
        pairs,
        costs,
        plans,
        thresholds,
        Optional.ofNullable(stopped),
        Optional.ofNullable(first)
            .map(f -> new Deviation(f.run(), f.scenario(), f.finding(), firstEvent)),
        conditions,
        observations,
        decision,
        why,
        unexpected);
  }

  private Experiment experiment() {
    Path subject = Path.of("reference-impl/subject.yaml").toAbsolutePath();
    Side side = new Side("1.0.0", subject, Map.of(), Map.of(), null);
    return new Experiment(
        name,
        topic,
        null,
        claim,
        List.of(),
        Path.of("scenarios/external").toAbsolutePath(),
        side,
        side,
        changed,
        CellFilter.all(),
        new Fixed(20260131, 2, Map.of(), Map.of(), null),
        5,
        thresholds.stream().map(ThresholdResult::threshold).toList(),
        EnumSet.of(StopRule.SECOND_EFFECT, StopRule.LOST_KEY, StopRule.DEADLOCK),
        expect,
        observations.keySet().stream().sorted().collect(toCollection(LinkedHashSet::new)),
        owner,
        rollback,
        notCovered,
        Path.of("experiment.yaml").toAbsolutePath());
  }
}
