package dev.threeledger.experiment;

import dev.threeledger.cost.CostComparison;
import dev.threeledger.cost.CostComparisons;
import dev.threeledger.cost.PlanChange;
import dev.threeledger.cost.Plans;
import dev.threeledger.cost.RunCosts;
import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.BatchSums;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.evidence.FileChange;
import dev.threeledger.experiment.ExperimentResult.Condition;
import dev.threeledger.experiment.ExperimentResult.Deviation;
import dev.threeledger.experiment.ExperimentResult.Repeat;
import dev.threeledger.experiment.ExperimentResult.Stopped;
import dev.threeledger.experiment.ExperimentResult.ThresholdResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What came of an experiment, from its folder alone.
 *
 * <pre>
 * registered.json ─► planned runs ─► each judged from its raw evidence ─► pairs ─► thresholds
 *                                                                          └─► stop rules
 *                                                            all of it ─► conditions ─► decision
 * </pre>
 *
 * <p>Nothing that was concluded before is read: no verdict, no report, no result. The same folder
 * gives the same result wherever it stands.
 */
public final class ExperimentJudge {
  private final BatchFolder batch;
  private final Registration registered;
  private final Experiment experiment;
  private final JudgedRuns runs;

  private ExperimentJudge(BatchFolder batch, Registration registered, JudgedRuns runs) {
    this.batch = batch;
    this.registered = registered;
    this.experiment = registered.experiment();
    this.runs = runs;
  }

  /**
   * Judges a folder; writes nothing.
   *
   * @throws RefusedException when the registration does not hold: its parts do not agree, or a run
   *     was made under another
   * @throws EvidenceException when the folder cannot be read; a single run that cannot be read is
   *     no error, but counts as missing
   * @throws IOException when what was registered cannot be read
   */
  public static ExperimentResult judge(BatchFolder batch) throws RefusedException, IOException {
    return judged(batch).result();
  }

  /** A result, and the runs that it was made from. */
  record Judged(ExperimentResult result, List<JudgedRun> runs) {}

  /** As {@link #judge}. */
  static Judged judged(BatchFolder batch) throws RefusedException, IOException {
    Registration registered = Registration.read(batch);
    JudgedRuns runs = JudgedRuns.read(batch, registered);
    for (JudgedRun run : runs.all()) {
      registered.demand(run.asked().registered(), run.place() + "/run.yaml");
    }
    return new Judged(new ExperimentJudge(batch, registered, runs).result(), runs.all());
  }

  private ExperimentResult result() throws EvidenceException {
    List<Pairing> pairs = pairs();
    List<CostComparison> costs = costs(pairs);
    List<PlanChange> plans = Plans.changes(plansOf(baselines()), plansOf(candidates()));
    List<ThresholdResult> thresholds =
        experiment.passWhen().stream().map(new ThresholdJudge(pairs, costs)::judge).toList();
    List<Stopped> met = met(pairs);
    StopRecord record = StopRecord.read(batch);
    Optional<Stopped> stoppedBy = record.among(met);
    Map<Observation, String> observations = Observations.of(experiment.observe(), runs.ofPairs());
    List<Difference> differences = differences(pairs);
    List<Repeat> repeats = repeats();
    List<Condition> conditions =
        Release.conditions(
            registered,
            runs,
            new Release.Found(
                differences,
                repeats,
                pairs,
                thresholds,
                met,
                record.contradiction(met),
                observations,
                folder()));
    Decision decision = conditions.stream().allMatch(Condition::met) ? Decision.GO : Decision.STOP;
    List<String> why =
        conditions.stream().filter(c -> !c.met()).map(c -> c.name() + ": " + c.detail()).toList();
    Optional<Deviation> first = firstDeviation(pairs, stoppedBy);
    return new ExperimentResult(
        experiment,
        registered.digest(),
        batch.name(),
        BatchSums.digest(batch),
        differences,
        repeats,
        pairs.stream().map(Pairing::shown).toList(),
        costs,
        plans,
        thresholds,
        stoppedBy,
        first,
        conditions,
        observations,
        decision,
        why,
        Expectations.unexpected(experiment.expect(), decision, why, first, stoppedBy));
  }

  private List<Pairing> pairs() {
    Set<String> cells = new LinkedHashSet<>(runs.cells(SideName.BASELINE));
    cells.addAll(runs.cells(SideName.CANDIDATE));
    List<Pairing> pairs = new ArrayList<>();
    for (String cell : cells) {
      for (int attempt = 1; attempt <= runs.attempts(cell); attempt++) {
        pairs.add(
            Pairing.of(
                cell,
                attempt,
                runs.half(SideName.BASELINE, cell, attempt),
                runs.half(SideName.CANDIDATE, cell, attempt),
                experiment.changed()));
      }
    }
    return pairs;
  }

  private List<Repeat> repeats() {
    Set<String> cells = new LinkedHashSet<>(runs.cells(SideName.BASELINE_FIRST));
    cells.addAll(runs.cells(SideName.BASELINE_AGAIN));
    return cells.stream()
        .map(
            cell ->
                new Repeat(
                    cell,
                    shown(runs.half(SideName.BASELINE_FIRST, cell, 1)),
                    shown(runs.half(SideName.BASELINE_AGAIN, cell, 1))))
        .toList();
  }

  private static ExperimentResult.Run shown(Pairing.Half half) {
    return half.run() == null ? null : half.run().shown();
  }

  /**
   * Of all pairs, each once, the changed variable first; where the experiment ended before a pair's
   * baseline was run, the cell's first run of the baseline stands for it. Where that stands in no
   * record of a run (the version of a dependency), it is told by what follows from it.
   */
  private List<Difference> differences(List<Pairing> pairs) {
    String changed = experiment.changed();
    Set<Difference> variable = new LinkedHashSet<>();
    Set<Difference> others = new LinkedHashSet<>();
    boolean shown = false;
    for (Pairing pair : pairs) {
      JudgedRun baseline =
          pair.baseline() != null
              ? pair.baseline()
              : runs.half(SideName.BASELINE_FIRST, pair.cell(), 1).run();
      if (baseline != null && pair.candidate() != null) {
        Configuration before = baseline.recorded();
        Configuration after = pair.candidate().recorded();
        shown |= RecordedConfiguration.shows(before, after, changed);
        RecordedConfiguration.differences(before, after, changed)
            .forEach(
                difference ->
                    (Configuration.covers(changed, difference.path()) ? variable : others)
                        .add(difference));
      }
    }
    if (variable.isEmpty() && shown) {
      variable.add(
          new Difference(
              changed,
              registered.baseline().values().get(changed),
              registered.candidate().values().get(changed)));
    }
    List<Difference> all = new ArrayList<>(variable);
    all.addAll(others);
    return all;
  }

  private List<CostComparison> costs(List<Pairing> pairs) throws EvidenceException {
    List<CostComparisons.Pair> measured = new ArrayList<>();
    for (Pairing pair : pairs) {
      if (pair.comparable()) {
        measured.add(
            new CostComparisons.Pair(
                RunCosts.of(pair.baseline().folder()), RunCosts.of(pair.candidate().folder())));
      }
    }
    return measured.isEmpty() ? List.of() : CostComparisons.of(measured);
  }

  private List<JudgedRun> baselines() {
    List<JudgedRun> all = new ArrayList<>(runs.of(SideName.BASELINE_FIRST));
    all.addAll(runs.of(SideName.BASELINE_AGAIN));
    all.addAll(runs.of(SideName.BASELINE));
    return all;
  }

  private List<JudgedRun> candidates() {
    return runs.of(SideName.CANDIDATE);
  }

  private static List<Plans> plansOf(List<JudgedRun> runs) throws EvidenceException {
    List<Plans> plans = new ArrayList<>();
    for (JudgedRun run : runs) {
      plans.add(Plans.of(run.folder()));
    }
    return plans;
  }

  /** Every stop rule that is met, runs and pairs in the order of the plan. */
  private List<Stopped> met(List<Pairing> pairs) throws EvidenceException {
    StopRules rules = new StopRules(experiment.stopWhen());
    Map<String, Pairing> byCandidate = new LinkedHashMap<>();
    pairs.stream()
        .filter(pair -> pair.candidate() != null)
        .forEach(pair -> byCandidate.put(pair.candidate().place(), pair));
    List<Plans> baseline = rules.asksForPlans() ? plansOf(baselines()) : List.of();
    List<Stopped> met = new ArrayList<>();
    for (PlannedRun planned : runs.planned()) {
      JudgedRun run = runs.half(planned.side(), planned.cell(), planned.attempt()).run();
      if (run == null) {
        continue;
      }
      met.addAll(rules.met(planned.side(), run));
      Pairing pair = byCandidate.get(run.place());
      if (pair != null) {
        List<String> changed =
            Plans.changes(baseline, plansOf(List.of(run))).stream()
                .map(PlanChange::statement)
                .toList();
        met.addAll(rules.met(pair, rules.asksForPlans() ? changed : List.of()));
      }
    }
    return met;
  }

  private Optional<List<FileChange>> folder() throws EvidenceException {
    return BatchSums.sealed(batch) ? Optional.of(BatchSums.changes(batch)) : Optional.empty();
  }

  /** Of the run that ended it; else of the first broken pair; else of the first failing one. */
  private Optional<Deviation> firstDeviation(List<Pairing> pairs, Optional<Stopped> stoppedBy) {
    if (stoppedBy.isPresent()) {
      Optional<Deviation> there =
          runs.all().stream()
              .filter(run -> run.place().equals(stoppedBy.get().run()))
              .flatMap(run -> run.deviation().stream())
              .findFirst();
      if (there.isPresent()) {
        return there;
      }
    }
    return pairs.stream()
        .filter(pair -> pair.pairClass() == PairClass.BROKEN)
        .findFirst()
        .or(() -> pairs.stream().filter(Pairing::failing).findFirst())
        .flatMap(ExperimentJudge::deviation);
  }

  private static Optional<Deviation> deviation(Pairing pair) {
    return Optional.ofNullable(pair.candidate())
        .flatMap(JudgedRun::deviation)
        .or(() -> Optional.ofNullable(pair.baseline()).flatMap(JudgedRun::deviation));
  }
}
