package dev.threeledger.experiment.report;

import dev.threeledger.cost.CostComparison;
import dev.threeledger.cost.CostComparison.Outcome;
import dev.threeledger.cost.Metric;
import dev.threeledger.cost.PlanChange;
import dev.threeledger.experiment.Decision;
import dev.threeledger.experiment.Experiment.Expected;
import dev.threeledger.experiment.ExperimentResult;
import dev.threeledger.experiment.ExperimentResult.Pair;
import dev.threeledger.experiment.ExperimentResult.Repeat;
import dev.threeledger.experiment.ExperimentResult.Run;
import dev.threeledger.experiment.ExperimentResult.Stopped;
import dev.threeledger.experiment.ExperimentResult.ThresholdResult;
import dev.threeledger.experiment.Observation;
import dev.threeledger.experiment.PairClass;
import dev.threeledger.experiment.StopRule;
import dev.threeledger.experiment.Threshold;
import dev.threeledger.verdict.Finding;
import dev.threeledger.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Results as an experiment may end; each can be changed by {@link SampleResult}. */
final class ExperimentSamples {
  static final String REGISTERED = "1a".repeat(32);
  static final String DIGEST = "d4".repeat(32);
  private static final List<String> CELLS =
      List.of("normal/normal", "duplicate-trigger/failure", "crash-after-commit/failure");

  private ExperimentSamples() {}

  /** By the name of the folder that {@link ExperimentSampleMain} puts each into. */
  static Map<String, ExperimentResult> all() {
    Map<String, ExperimentResult> all = new TreeMap<>();
    all.put("go", go());
    all.put("second-effect", secondEffect());
    all.put("no-effect", noEffect());
    all.put("plan-change", planChange());
    all.put("does-not-repeat", doesNotRepeat());
    all.put("two-hundred", twoHundred());
    all.put("one", one());
    all.put("long", hostile("x".repeat(300)));
    all.put(
        "hostile", hostile("<img src=x onerror=alert(1)>\"' onclick=x `code` | [a](b)\u001b[31m"));
    return all;
  }

  /** The candidate mends duplicate-trigger; costs come out in each of the four ways. */
  static ExperimentResult go() {
    SampleResult sample = new SampleResult("undo-registered-before", "settings.undo");
    sample.values("after", "before");
    for (String cell : CELLS) {
      for (int n = 1; n <= 5; n++) {
        boolean mended = cell.startsWith("crash");
        Run baseline = mended ? fail("baseline", cell, n, charged(n)) : pass("baseline", cell, n);
        sample.pairs.add(pair(cell, n, baseline, pass("candidate", cell, n)));
      }
    }
    sample.first("baseline/crash-after-commit/failure/1", charged(1));
    sample.repeats(CELLS, Verdict.PASS);
    sample.costs.add(cost(Metric.DURATION_P50, 412.4, 431.9, 1.04, 0.99, 1.08, Outcome.EQUIVALENT));
    sample.costs.add(
        cost(Metric.DURATION_P95, 918.2, 1104.6, 1.21, 0.87, 1.66, Outcome.NOT_RESOLVED));
    sample.costs.add(cost(Metric.STATEMENTS, 84, 96, 1.14, 1.12, 1.17, Outcome.HIGHER));
    sample.costs.add(cost(Metric.STATEMENT_TIME, 61.3, 42.8, 0.70, 0.64, 0.79, Outcome.LOWER));
    sample.costs.add(cost(Metric.OUTSIDE_CALLS, 12, 12, 1, 1, 1, Outcome.EQUIVALENT));
    sample.costs.add(
        cost(Metric.WAL_BYTES, 184_320, 190_976, 1.04, 1.02, 1.05, Outcome.EQUIVALENT));
    sample.costs.add(absolute(Metric.LOCK_WAITS, 0, 2, 2, 0, 3));
    sample.thresholds.add(
        new ThresholdResult(new Threshold.Verdicts(true), true, true, "0 of 10 pairs are broken"));
    sample.thresholds.add(
        new ThresholdResult(
            new Threshold.Pairs(PairClass.FIXED, 1, null), true, true, "5 pairs are fixed"));
    sample.conditions(List.of());
    return sample.go();
  }

  /** Stopped before the second effect was applied; what was planned after it was not run. */
  static ExperimentResult secondEffect() {
    SampleResult sample = stopSample();
    sample.expect =
        new Expected(
            Decision.STOP,
            "at-most-one-effect",
            "duplicate-trigger",
            "StopConditionMet",
            StopRule.SECOND_EFFECT);
    for (int n = 1; n <= 3; n++) {
      sample.pairs.add(
          pair(
              "normal/normal",
              n,
              pass("baseline", "normal/normal", n),
              pass("candidate", "normal/normal", n)));
    }
    String cell = "duplicate-trigger/failure";
    sample.pairs.add(
        pair(cell, 1, pass("baseline", cell, 1), fail("candidate", cell, 1, charged(1))));
    for (int n = 2; n <= 3; n++) {
      sample.pairs.add(pair(cell, n, null, null));
    }
    return sample.stop(
        "every planned pair was run", "Pairs 2 and 3 of duplicate-trigger/failure were not run.");
  }

  /** Nothing differs but a setting that does nothing. */
  static ExperimentResult noEffect() {
    SampleResult sample = new SampleResult("no-effect", "settings.log-level");
    sample.values("info", "debug");
    for (String cell : CELLS) {
      for (int n = 1; n <= 4; n++) {
        sample.pairs.add(pair(cell, n, pass("baseline", cell, n), pass("candidate", cell, n)));
      }
    }
    sample.repeats(CELLS, Verdict.PASS);
    for (Metric metric : List.of(Metric.DURATION_P50, Metric.STATEMENTS, Metric.OUTSIDE_CALLS)) {
      sample.costs.add(cost(metric, 40, 40, 1, 0.97, 1.03, Outcome.EQUIVALENT));
    }
    sample.thresholds.add(
        new ThresholdResult(
            new Threshold.Verdicts(false), true, true, "the candidate fails nowhere"));
    sample.conditions(List.of());
    return sample.go();
  }

  /** An index dropped. */
  static ExperimentResult planChange() {
    SampleResult sample = new SampleResult("index-dropped", "data");
    sample.values(
        "scenarios/data/twelve-tenants.sql, sha256 " + "ab".repeat(32),
        "scenarios/data/twelve-tenants-without-the-index.sql, sha256 " + "cd".repeat(32));
    sample.topic = "the database";
    String cell = "normal/normal";
    for (int n = 1; n <= 8; n++) {
      sample.pairs.add(pair(cell, n, pass("baseline", cell, n), pass("candidate", cell, n)));
    }
    sample.repeats(List.of(cell), Verdict.PASS);
    sample.costs.add(cost(Metric.STATEMENT_TIME, 61.3, 812.8, 13.2, 9.6, 18.7, Outcome.HIGHER));
    sample.costs.add(cost(Metric.STATEMENTS, 84, 84, 1, 1, 1, Outcome.EQUIVALENT));
    sample.costs.add(
        cost(
            Metric.DURATION_P50,
            412,
            470,
            1.14,
            0,
            Double.POSITIVE_INFINITY,
            Outcome.NOT_RESOLVED));
    sample.plans.add(
        new PlanChange(
            "SELECT account, sum(amount) FROM posting WHERE account = $1 AND period >= $2 AND period < $3"
                + " GROUP BY account",
            List.of("Aggregate", "Index Scan on posting using posting_account_period_idx"),
            List.of("Aggregate", "Seq Scan on posting"),
            13.2));
    sample.plans.add(
        new PlanChange(
            "UPDATE statement SET state = $1 WHERE id = $2",
            List.of("Update", "Index Scan on statement"),
            List.of("Update", "Bitmap Heap Scan on statement"),
            Double.NaN));
    sample.expect = new Expected(Decision.STOP, null, null, null, null);
    sample.thresholds.add(
        new ThresholdResult(
            new Threshold.Cost(Metric.STATEMENT_TIME, 1.10),
            false,
            true,
            "13.20, interval 9.60 to 18.70"));
    sample.thresholds.add(
        new ThresholdResult(
            new Threshold.Cost(Metric.DURATION_P50, 1.10),
            false,
            false,
            "the interval has no upper bound"));
    return sample.stop(
        "thresholds", "statement-time is 13.20 of the baseline, at most 1.10 is allowed.");
  }

  /** Refused before anything is compared. */
  static ExperimentResult doesNotRepeat() {
    SampleResult sample = new SampleResult("baseline-does-not-repeat", "settings.defect");
    sample.values("none", "look-then-insert");
    sample.differences.clear();
    sample.repeats(List.of("normal/normal", "lost-trigger/failure"), Verdict.PASS);
    String cell = "duplicate-trigger/failure";
    sample.repeats.add(
        new Repeat(
            cell,
            pass("baseline-first", cell, 1),
            new Run(
                "baseline-again/" + cell + "/1",
                Verdict.INCONCLUSIVE,
                0,
                1,
                Optional.empty(),
                List.of("Fault duplicate did not land."))));
    sample.observations = Map.of(Observation.PLANS, "not verified: no pair was run");
    sample.unexpected = List.of("expected go, got stop");
    return sample.stop(
        "the baseline repeats itself", "duplicate-trigger/failure gave PASS, then INCONCLUSIVE.");
  }

  /** Ten cells, twenty attempts, every class. */
  static ExperimentResult twoHundred() {
    SampleResult sample = stopSample();
    sample.stopped = null;
    for (int c = 1; c <= 10; c++) {
      String cell =
          (c % 3 == 0
                  ? "crash-during-compensation-of-a-cancelled-order-with-three-steps-"
                  : "hot-tenant-")
              + c
              + "/failure@lease=400ms,workers="
              + c;
      for (int n = 1; n <= 20; n++) {
        sample.pairs.add(mixed(cell, n, (c * 7 + n * 3) % 17));
      }
    }
    sample.unexpected = List.of("expected go, got stop");
    return sample.stop("thresholds", "13 pairs are broken.");
  }

  private static Pair mixed(String cell, int n, int kind) {
    Run good = pass("baseline", cell, n);
    Run bad = fail("baseline", cell, n, charged(n));
    return switch (kind) {
      case 0 -> pair(cell, n, good, fail("candidate", cell, n, charged(n)));
      case 1 -> pair(cell, n, bad, pass("candidate", cell, n));
      case 2 -> pair(cell, n, bad, fail("candidate", cell, n, charged(n)));
      case 3 -> n % 2 == 0 ? pair(cell, n, good, null) : pair(cell, n, good, unsure(cell, n));
      default -> pair(cell, n, good, pass("candidate", cell, n));
    };
  }

  /** One pair, no figures. */
  static ExperimentResult one() {
    SampleResult sample = new SampleResult("one", "partner.payments.charge.deduplicates");
    sample.values("false", "true");
    String cell = "normal/normal";
    sample.pairs.add(pair(cell, 1, pass("baseline", cell, 1), pass("candidate", cell, 1)));
    sample.repeats(List.of(cell), Verdict.PASS);
    sample.observations = Map.of();
    sample.notCovered = List.of();
    sample.conditions(List.of());
    sample.expect = new Expected(Decision.STOP, null, null, null, null);
    sample.unexpected = List.of("expected stop, got go");
    return sample.go();
  }

  /** Every text that comes from a file or a subject is {@code text}. */
  static ExperimentResult hostile(String text) {
    String cell = "a/b";
    Finding finding = new Finding(text, text, text, 7, List.of(7L));
    SampleResult sample = new SampleResult(text, text);
    sample.claim = text;
    sample.topic = text;
    sample.values(text, text);
    sample.pairs.add(pair(cell, 1, pass("baseline", cell, 1), fail("candidate", cell, 1, finding)));
    sample.pairs.add(new Pair(text, 2, null, null, PairClass.NOT_COMPARABLE, text));
    sample.repeats(List.of(text), Verdict.PASS);
    sample.first("candidate/a/b/1", finding);
    sample.firstEvent = text;
    sample.stopped = new Stopped(StopRule.BROKEN, "candidate/a/b/1", 7, text);
    sample.plans.add(new PlanChange(text, List.of(text), List.of(text), 2));
    sample.thresholds.add(new ThresholdResult(new Threshold.Verdicts(true), false, true, text));
    sample.observations = Map.of(Observation.PLANS, text);
    sample.unexpected = List.of(text);
    sample.notCovered = List.of(text);
    sample.rollback = Map.of(text, text);
    sample.owner = text;
    return sample.stop(text, text);
  }

  private static SampleResult stopSample() {
    SampleResult sample =
        new SampleResult("unique-constraint-or-look-then-insert", "settings.defect");
    sample.values("none", "look-then-insert");
    sample.first("candidate/duplicate-trigger/failure/1", charged(1));
    sample.repeats(List.of("normal/normal", "duplicate-trigger/failure"), Verdict.PASS);
    sample.stopped =
        new Stopped(
            StopRule.SECOND_EFFECT,
            "candidate/duplicate-trigger/failure/1",
            64,
            "payments.charge for key 1/2026-01-31 was about to take effect a second time.");
    sample.firstEvent = "StopConditionMet";
    sample.costs.add(
        cost(Metric.STATEMENTS, 84, 81.5, 0.97, Double.NaN, Double.NaN, Outcome.NOT_RESOLVED, 3));
    sample.costs.add(cost(Metric.OUTSIDE_CALLS, 12, 13, 1.08, 1, 1.17, Outcome.NOT_RESOLVED, 3));
    sample.thresholds.add(
        new ThresholdResult(new Threshold.Verdicts(true), false, true, "1 of 4 pairs is broken"));
    return sample;
  }

  static Finding charged(int n) {
    return new Finding(
        "at-most-one-effect",
        n + "/2026-01-31",
        "Key " + n + "/2026-01-31 was charged twice: payments shows two effects of 12.50 EUR.",
        60 + 4 * n,
        List.of(17L, 60L + 4 * n));
  }

  static Run pass(String side, String cell, int n) {
    return new Run(side + "/" + cell + "/" + n, Verdict.PASS, 1, 1, Optional.empty(), List.of());
  }

  static Run fail(String side, String cell, int n, Finding finding) {
    return new Run(
        side + "/" + cell + "/" + n, Verdict.FAIL, 1, 1, Optional.of(finding), List.of());
  }

  private static Run unsure(String cell, int n) {
    List<String> reasons = List.of("Fault kill did not land: commit was never seen.");
    return new Run(
        "candidate/" + cell + "/" + n, Verdict.INCONCLUSIVE, 0, 1, Optional.empty(), reasons);
  }

  static Pair pair(String cell, int n, Run baseline, Run candidate) {
    PairClass kind = kind(baseline, candidate);
    String why = "";
    if (kind == PairClass.NOT_COMPARABLE) {
      why =
          candidate == null
              ? "the runs are missing: the experiment had ended"
              : "the candidate is INCONCLUSIVE";
    }
    return new Pair(cell, n, baseline, candidate, kind, why);
  }

  private static PairClass kind(Run baseline, Run candidate) {
    if (baseline == null || candidate == null || candidate.verdict() == Verdict.INCONCLUSIVE) {
      return PairClass.NOT_COMPARABLE;
    }
    if (baseline.verdict() == candidate.verdict()) {
      return baseline.verdict() == Verdict.PASS ? PairClass.SAME_PASS : PairClass.SAME_FAIL;
    }
    return baseline.verdict() == Verdict.PASS ? PairClass.BROKEN : PairClass.FIXED;
  }

  private static CostComparison cost(
      Metric metric, double a, double b, double ratio, double low, double high, Outcome outcome) {
    return cost(metric, a, b, ratio, low, high, outcome, 15);
  }

  private static CostComparison cost(
      Metric metric,
      double a,
      double b,
      double ratio,
      double low,
      double high,
      Outcome outcome,
      int pairs) {
    return new CostComparison(
        metric, pairs, 6, a, b, false, ratio, low, high, 0.9929, 0.0352, 1.10, outcome);
  }

  /** What is not known of a metric without a pair. */
  static CostComparison unknown() {
    double nan = Double.NaN;
    return cost(Metric.STATEMENTS, nan, nan, nan, nan, nan, Outcome.NOT_RESOLVED, 0);
  }

  private static CostComparison absolute(
      Metric metric, double a, double b, double difference, double low, double high) {
    return new CostComparison(
        metric,
        15,
        6,
        a,
        b,
        true,
        difference,
        low,
        high,
        0.9929,
        0.0004,
        1.10,
        Outcome.NOT_RESOLVED);
  }
}
