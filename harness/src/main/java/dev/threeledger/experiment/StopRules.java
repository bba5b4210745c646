package dev.threeledger.experiment;

import dev.threeledger.check.NoSilentLoss;
import dev.threeledger.experiment.ExperimentResult.Stopped;
import dev.threeledger.verdict.Finding;
import dev.threeledger.verdict.Verdict;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What ends an experiment, as runs and pairs show it: the same function while it runs and when it
 * is judged from its folder.
 */
final class StopRules {
  private final Set<StopRule> rules;

  /**
   * @param rules those that were registered
   */
  StopRules(Set<StopRule> rules) {
    this.rules = rules.isEmpty() ? EnumSet.noneOf(StopRule.class) : EnumSet.copyOf(rules);
  }

  /**
   * What one run shows, in the order of {@link StopRule}. A stop drill shows nothing: it is stopped
   * on purpose. A run that was itself ended from without shows only its own stop.
   */
  List<Stopped> met(SideName side, JudgedRun run) {
    List<Stopped> met = new ArrayList<>();
    if (side == SideName.STOP_DRILL) {
      return met;
    }
    for (StopRule rule : rules) {
      rule.condition()
          .ifPresent(
              condition ->
                  run.facts().stops().stream()
                      .filter(stop -> stop.condition().equals(condition.yamlName()))
                      .findFirst()
                      .ifPresent(
                          stop ->
                              met.add(
                                  new Stopped(
                                      rule,
                                      run.place(),
                                      stop.seq(),
                                      "it was stopped before an effect that may not be"
                                          + (stop.key() == null ? "" : ", key " + stop.key())))));
      if (side == SideName.CANDIDATE && !run.interrupted()) {
        ofCandidate(rule, run, met);
      }
    }
    return met;
  }

  private static void ofCandidate(StopRule rule, JudgedRun run, List<Stopped> met) {
    switch (rule) {
      case LOST_KEY ->
          run.verdict().checks().stream()
              .filter(check -> check.check().equals(NoSilentLoss.NAME))
              .flatMap(check -> check.findings().stream())
              .min(java.util.Comparator.comparingLong(Finding::at))
              .ifPresent(
                  finding ->
                      met.add(new Stopped(rule, run.place(), finding.at(), finding.message())));
      case DEADLOCK ->
          run.facts().deadlocks().stream()
              .findFirst()
              .ifPresent(
                  seq ->
                      met.add(
                          new Stopped(
                              rule,
                              run.place(),
                              seq,
                              "the database ended a transaction as a deadlock's victim")));
      case INCONCLUSIVE -> {
        if (run.outcome() == Verdict.INCONCLUSIVE) {
          met.add(
              new Stopped(
                  rule,
                  run.place(),
                  0,
                  run.shown().reasons().stream().findFirst().orElse("no reason was given")));
        }
      }
      case SECOND_EFFECT, STALE_EFFECT, EFFECT_AFTER_UNDO, BROKEN, PLAN_REGRESSION -> {
        // judged by its condition, or of a pair
      }
    }
  }

  /**
   * What a pair shows beside what its runs do.
   *
   * @param plans statements that have another plan in the candidate's run
   */
  List<Stopped> met(Pairing pair, List<String> plans) {
    List<Stopped> met = new ArrayList<>();
    if (rules.contains(StopRule.BROKEN) && pair.pairClass() == PairClass.BROKEN) {
      Finding finding = pair.candidate().verdict().firstDeviation().orElseThrow();
      met.add(
          new Stopped(StopRule.BROKEN, pair.candidate().place(), finding.at(), finding.message()));
    }
    if (rules.contains(StopRule.PLAN_REGRESSION) && !plans.isEmpty()) {
      met.add(
          new Stopped(
              StopRule.PLAN_REGRESSION,
              pair.candidate().place(),
              0,
              "another plan for: " + String.join("; ", plans)));
    }
    return met;
  }

  /** True when {@link #met(Pairing, List)} must know which plans changed. */
  boolean asksForPlans() {
    return rules.contains(StopRule.PLAN_REGRESSION);
  }
}
