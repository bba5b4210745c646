package dev.threeledger.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.experiment.ExperimentResult.Condition;
import dev.threeledger.experiment.ExperimentResult.Pair;
import dev.threeledger.experiment.SampleRun.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentJudgeTest {
  private static final String FAILURE = "duplicate-trigger/failure/1";
  @TempDir Path reports;

  private SampleExperiment sample() {
    return new SampleExperiment(reports);
  }

  private static List<String> missing(ExperimentResult result) {
    return result.conditions().stream().filter(c -> !c.met()).map(Condition::name).toList();
  }

  private static Pair pair(ExperimentResult result) {
    return result.pairs().stream()
        .filter(pair -> pair.cell().equals("duplicate-trigger/failure") && pair.attempt() == 1)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void bothSidesPassAndNothingIsMissing() throws Exception {
    ExperimentResult result = sample().judge();

    assertThat(result.why()).isEmpty();
    assertThat(result.decision()).isEqualTo(Decision.GO);
    assertThat(result.asExpected()).isTrue();
    assertThat(result.baselineRepeats()).isTrue();
    assertThat(result.differences())
        .containsExactly(new Difference("settings.defect", "none", "other"));
    assertThat(result.pairs()).hasSize(8).allMatch(pair -> pair.pairClass() == PairClass.SAME_PASS);
    assertThat(result.stoppedBy()).isEmpty();
    assertThat(result.firstDeviation()).isEmpty();
    assertThat(result.plans()).isEmpty();
    assertThat(result.observations())
        .containsEntry(Observation.CONSUMER_OFFSETS, "not applicable: no broker")
        .containsEntry(Observation.EFFECTS, "ledgers/external.csv of each run");
    assertThat(result.conditions()).extracting(Condition::name).doesNotHaveDuplicates().hasSize(14);
  }

  @Test
  void aCandidateThatFailsWhereTheBaselinePassesIsBroken() throws Exception {
    ExperimentResult result =
        sample().run("candidate/" + FAILURE, run -> run.outcome = Outcome.FAIL).judge();

    assertThat(pair(result).pairClass()).isEqualTo(PairClass.BROKEN);
    assertThat(result.decision()).isEqualTo(Decision.STOP);
    assertThat(missing(result)).containsExactly("all thresholds met", "no stop rule met");
    assertThat(result.stoppedBy()).get().extracting("rule").isEqualTo(StopRule.BROKEN);
    assertThat(result.firstDeviation())
        .get()
        .extracting("event")
        .isEqualTo("EffectApplied payments.charge");
    assertThat(result.unexpected()).singleElement().asString().contains("expected go");
  }

  @Test
  void fixedAndSameFail() throws Exception {
    ExperimentResult result =
        sample()
            .run("baseline/" + FAILURE, run -> run.outcome = Outcome.FAIL)
            .run("baseline/normal/normal/1", run -> run.outcome = Outcome.FAIL)
            .run("candidate/normal/normal/1", run -> run.outcome = Outcome.FAIL)
            .judge();

    assertThat(pair(result).pairClass()).isEqualTo(PairClass.FIXED);
    assertThat(result.pairs().get(0).pairClass()).isEqualTo(PairClass.SAME_FAIL);
    assertThat(result.firstDeviation())
        .get()
        .extracting("run")
        .isEqualTo("candidate/normal/normal/1");
    assertThat(missing(result)).isEmpty();
  }

  @Test
  void aFaultThatLandedOnOneSideOnlyIsNotComparable() throws Exception {
    ExperimentResult result =
        sample()
            .run(
                "candidate/" + FAILURE,
                run -> {
                  run.landed = false;
                  run.outcome = Outcome.FAIL;
                })
            .judge();

    assertThat(pair(result).pairClass()).isEqualTo(PairClass.NOT_COMPARABLE);
    assertThat(pair(result).why()).isEqualTo("fault refuse landed in the baseline only");
    assertThat(missing(result)).containsExactly("all thresholds met", "every pair is comparable");
  }

  @Test
  void otherInputsAreNotComparable() throws Exception {
    ExperimentResult result = sample().run("candidate/" + FAILURE, run -> run.seed = 8).judge();

    assertThat(pair(result).why())
        .isEqualTo("different inputs: seed is 7 in the baseline, 8 in the candidate");
    assertThat(result.differences()).contains(new Difference("seed", "7", "8"));
    assertThat(missing(result)).startsWith("one variable");
  }

  @Test
  void otherCodeIsASecondVariable() throws Exception {
    ExperimentResult result = sample().run("candidate/", run -> run.jar = "cd".repeat(32)).judge();

    assertThat(missing(result)).contains("one variable", "every pair is comparable");
    assertThat(result.why().get(0)).contains("they differ in digests.command.x.jar");
  }

  @Test
  void sidesThatDoNotDifferShowNothing() throws Exception {
    ExperimentResult result = sample().run("candidate/", run -> run.defect = "none").judge();

    assertThat(result.differences()).isEmpty();
    assertThat(result.why())
        .containsExactly("one variable: no pair shows a difference in settings.defect");
  }

  @Test
  void anotherValueThanTheRegisteredOneIsNotTheVariable() throws Exception {
    ExperimentResult result = sample().registered(Map.of("settings.defect", "third")).judge();

    assertThat(missing(result)).containsExactly("one variable");
    assertThat(result.why().get(0)).contains("is not what was registered");
  }

  @Test
  void anInconclusiveCandidateIsNotComparableAndStops() throws Exception {
    ExperimentResult result =
        sample().run("candidate/" + FAILURE, run -> run.outcome = Outcome.INCONCLUSIVE).judge();

    assertThat(pair(result).pairClass()).isEqualTo(PairClass.NOT_COMPARABLE);
    assertThat(pair(result).why())
        .isEqualTo("the candidate is INCONCLUSIVE: a limit ended the run: so it was");
    assertThat(result.stoppedBy()).get().extracting("rule").isEqualTo(StopRule.INCONCLUSIVE);
  }

  @Test
  void aRunThatWasEndedWithTheExperimentAccusesNobody() throws Exception {
    ExperimentResult result =
        sample().run("candidate/" + FAILURE, run -> run.outcome = Outcome.INTERRUPTED_FAIL).judge();

    assertThat(pair(result).why()).isEqualTo("the candidate's run was ended before its end");
    assertThat(result.stoppedBy()).isEmpty();
    assertThat(result.firstDeviation()).isEmpty();
    assertThat(missing(result)).containsExactly("all thresholds met", "every pair is comparable");
  }

  @Test
  void aRunThatIsMissingIsNamed() throws Exception {
    ExperimentResult result =
        sample().run("candidate/" + FAILURE, run -> run.outcome = Outcome.MISSING).judge();

    assertThat(pair(result).candidate()).isNull();
    assertThat(pair(result).why()).isEqualTo("the candidate's run is missing: it was not run");
    assertThat(missing(result))
        .containsExactly(
            "every planned run is there, its raw evidence unchanged",
            "all thresholds met",
            "every pair is comparable");
    assertThat(result.why().get(0)).endsWith("candidate/" + FAILURE + " was not run");
  }

  @Test
  void anEditedByteIsNamed() throws Exception {
    BatchFolder batch = sample().write();
    Path ledger = batch.path().resolve("candidate/" + FAILURE + "/ledgers/external.csv");
    Files.writeString(ledger, Files.readString(ledger).replace("120.50", "120.51"));

    ExperimentResult result = ExperimentJudge.judge(batch);
    assertThat(result.why().get(0))
        .contains("candidate/" + FAILURE + "/ledgers/external.csv was changed");
    assertThat(pair(result).pairClass()).isEqualTo(PairClass.NOT_COMPARABLE);
  }

  @Test
  void aRegistrationThatTheRunsDoNotCarryIsRefused() throws Exception {
    BatchFolder batch = sample().write();
    Path registered = batch.path().resolve(Registration.FILE);
    Files.writeString(registered, Files.readString(registered).replace("\"seeds\"", "\"seeds\" "));

    assertThatThrownBy(() -> ExperimentJudge.judge(batch))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("was run under the registration");
  }

  @Test
  void aTamperedThresholdIsRefused() throws Exception {
    BatchFolder batch = sample().write();
    Path copy = batch.path().resolve(Registration.COPY);
    Files.writeString(copy, Files.readString(copy).replace("at_least: 1", "at_least: 0"));

    assertThatThrownBy(() -> ExperimentJudge.judge(batch))
        .isInstanceOf(RefusedException.class)
        .hasMessageEndingWith(
            "refused: experiment.yaml is not the file that was registered: its digest is another");
  }

  @Test
  void aBaselineThatDoesNotRepeatIsNamed() throws Exception {
    ExperimentResult result =
        sample().run("baseline-again/" + FAILURE, run -> run.outcome = Outcome.FAIL).judge();

    assertThat(result.baselineRepeats()).isFalse();
    assertThat(result.why())
        .containsExactly(
            "baseline repeats itself: not comparable: the baseline does not repeat:"
                + " duplicate-trigger/failure gave PASS, then FAIL");
  }

  @Test
  void aStopOfACandidateIsWhatWasExpected() throws Exception {
    ExperimentResult result =
        sample()
            .lines(
                """
                expect:
                  decision: stop
                  first_deviation: { check: at-most-one-effect, scenario: duplicate-trigger, event: StopConditionMet }
                  stopped_by: second-effect
                """)
            .run("candidate/" + FAILURE, run -> run.outcome = Outcome.STOPPED)
            .run("candidate/duplicate-trigger/recovery", run -> run.outcome = Outcome.INTERRUPTED)
            .run("rolled-back/", run -> run.outcome = Outcome.MISSING)
            .stopped(
                "{\"rule\":\"second-effect\",\"run\":\"candidate/" + FAILURE + "\",\"event\":11}")
            .judge();

    assertThat(result.unexpected()).isEmpty();
    assertThat(result.asExpected()).isTrue();
    assertThat(result.decision()).isEqualTo(Decision.STOP);
    assertThat(result.stoppedBy()).get().extracting("run").isEqualTo("candidate/" + FAILURE);
    assertThat(missing(result)).contains("rollback rehearsed", "no stop rule met");
  }

  @Test
  void whatDiffersFromTheExpectationIsTold() throws Exception {
    ExperimentResult result =
        sample()
            .lines(
                """
                expect: { decision: stop, first_deviation: { check: single-holder }, stopped_by: second-effect }
                """)
            .judge();

    assertThat(result.unexpected())
        .containsExactly(
            "decision: expected stop, came out go",
            "first deviation found by: expected single-holder, came out none",
            "stopped by: expected second-effect, came out none");
  }

  @Test
  void aRecordOfAStopThatNoRunShowsIsNotBelieved() throws Exception {
    ExperimentResult result =
        sample().stopped("{\"rule\":\"deadlock\",\"run\":\"candidate/x\",\"event\":3}").judge();

    assertThat(result.stoppedBy()).isEmpty();
    assertThat(missing(result)).containsExactly("no stop rule met");
  }

  @Test
  void aDeadlockOfTheCandidateStops() throws Exception {
    ExperimentResult result =
        sample().run("candidate/" + FAILURE, run -> run.deadlock = true).judge();

    assertThat(result.stoppedBy()).get().extracting("rule").isEqualTo(StopRule.DEADLOCK);
    assertThat(missing(result)).containsExactly("no stop rule met");
  }

  @Test
  void anotherPlanStopsAndIsShown() throws Exception {
    ExperimentResult result = sample().run("candidate/", run -> run.plan = "Seq Scan").judge();

    assertThat(result.plans()).hasSize(1);
    assertThat(result.stoppedBy()).get().extracting("rule").isEqualTo(StopRule.PLAN_REGRESSION);
  }

  @Test
  void eachConditionIsMissedByItself() throws Exception {
    assertThat(missing(sample().run("candidate/", run -> run.commit = "not verified: x").judge()))
        .contains("traceable");
    assertThat(missing(sample().run("", run -> run.checks = List.of("at-most-one-effect")).judge()))
        .containsExactly("secrets masked");
    assertThat(
            missing(sample().run("candidate/boundary", r -> r.outcome = Outcome.MISSING).judge()))
        .contains("same checks for normal, boundary, failure and recovery");
    assertThat(missing(sample().run("stop-drill/", run -> run.outcome = Outcome.PASS).judge()))
        .containsExactly("stop condition named, and a stop drilled");
    assertThat(missing(sample().run("rolled-back/", run -> run.outcome = Outcome.FAIL).judge()))
        .containsExactly("rollback rehearsed");
    assertThat(missing(sample().run("rolled-back/", run -> run.defect = "other").judge()))
        .containsExactly("rollback rehearsed");
    assertThat(missing(sample().file("at_least: 1", "at_least: 9").judge()))
        .containsExactly("all thresholds met");
    assertThat(missing(sample().notSealed().judge()))
        .containsExactly("every planned run is there, its raw evidence unchanged");
    assertThat(missing(sample().file("effects, ", "effects, replication-lag, ").judge()))
        .containsExactly("every planned run is there, its raw evidence unchanged");
  }

  @Test
  void aCostBelowTheLeastNumberOfPairsIsNotResolved() throws Exception {
    ExperimentResult result =
        sample()
            .file(
                "stop_when:",
                "  - { cost: outside-calls, at_most: 1.10, of: baseline }\nstop_when:")
            .judge();

    assertThat(result.thresholds().get(2))
        .extracting("met", "resolved", "seen")
        .containsExactly(false, false, "not resolved: 8 pairs, 9 are needed");
  }
}
