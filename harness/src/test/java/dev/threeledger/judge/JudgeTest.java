package dev.threeledger.judge;

import static dev.threeledger.check.History.history;
import static dev.threeledger.check.Samples.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.check.Check;
import dev.threeledger.check.History;
import dev.threeledger.check.RunRecord;
import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.scenario.FaultPoint;
import dev.threeledger.timeline.Event.HarnessProblem;
import dev.threeledger.timeline.Event.LedgerUnread;
import dev.threeledger.timeline.Event.Phase;
import dev.threeledger.timeline.Event.PhaseStarted;
import dev.threeledger.timeline.Event.RunStopped;
import dev.threeledger.timeline.Event.StopConditionMet;
import dev.threeledger.timeline.Event.StopReason;
import dev.threeledger.timeline.Event.TriggerSkipped;
import dev.threeledger.timeline.Event.WorkerExited;
import dev.threeledger.verdict.CellVerdict;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Landing;
import dev.threeledger.verdict.Verdict;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class JudgeTest {
  private static final CheckResult ONCE =
      CheckResult.of("at-most-one-effect", List.of(), List.of());
  private static final Fault KILL =
      new Fault(
          "kill",
          new FaultPoint.Commit("statement", null, KEY, 1),
          Fault.Side.AFTER,
          new FaultAction.Crash(Duration.ZERO, false));

  @Test
  void emptyRunIsInconclusive() {
    assertThat(judge(history().checks("at-most-one-effect")))
        .isEqualTo(
            verdict(
                Verdict.INCONCLUSIVE,
                List.of("the timeline is empty"),
                CheckResult.inconclusive(
                    "at-most-one-effect",
                    "nothing happened in this run: no trigger, no row change, no request")));
  }

  @Test
  void cleanRunPasses() {
    assertThat(judge(clean().quiet())).isEqualTo(verdict(Verdict.PASS, List.of(), ONCE));
  }

  @Test
  void aFindingFailsEvenWhereThereAreReasonsToDoubt() {
    History twice =
        clean().charge("2", KEY).external(KEY, "120.50", "applied").stopped(StopReason.TIME_LIMIT);

    CellVerdict verdict = judge(twice);

    assertThat(verdict.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(verdict.reasons()).isEqualTo(List.of("a limit ended the run"));
    assertThat(verdict.firstDeviation().orElseThrow().at()).isEqualTo(5);
  }

  @Test
  void aStopAtADeviationIsNoReasonToDoubtAndFails() {
    History stopped =
        clean()
            .request("2", KEY) // 4
            .add(new StopConditionMet("second-effect", "2", "payments.charge", 2, KEY, 4)) // 5
            .stopped(StopReason.STOP_CONDITION);

    CellVerdict verdict = judge(stopped);

    assertThat(verdict.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(verdict.reasons()).isEmpty();
    assertThat(verdict.firstDeviation().orElseThrow().at()).isEqualTo(5);
  }

  @Test
  void aStopThatNoCheckOwnsDoesNotPass() {
    History stopped =
        clean()
            .request("2", KEY)
            .add(new StopConditionMet("stale-effect", "2", "payments.charge", 2, KEY, 4))
            .stopped(StopReason.STOP_CONDITION);

    CellVerdict verdict = judge(stopped);

    assertThat(verdict.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(verdict.reasons())
        .containsExactly("the run was stopped at a deviation, and no check has a finding there");
  }

  @Test
  void aDrillIsInconclusiveAndSaysThatNothingIrreversibleHappened() {
    History drill =
        history()
            .request("1", KEY) // 1
            .add(new StopConditionMet("first-effect", "1", "payments.charge", 1, KEY, 1)) // 2
            .stopped(StopReason.STOP_CONDITION);

    CellVerdict verdict = judge(drill);

    assertThat(verdict.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(verdict.reasons())
        .startsWith("stopped by first-effect before anything irreversible");
    assertThat(verdict.firstDeviation()).isEmpty();
  }

  @Test
  void aDrillAfterAnEffectDoesNotSayThatNothingHappened() {
    History late =
        clean()
            .request("2", KEY) // 4
            .add(new StopConditionMet("first-effect", "2", "payments.charge", 2, KEY, 4)) // 5
            .stopped(StopReason.STOP_CONDITION);
    History unseen =
        history()
            .request("1", KEY)
            .add(new StopConditionMet("first-effect", "1", "payments.charge", 1, KEY, 1))
            .external(KEY, "120.50", "applied")
            .stopped(StopReason.STOP_CONDITION);

    assertThat(judge(late).reasons().get(0))
        .isEqualTo("stopped by first-effect at event 5, yet there is an effect at event 2");
    assertThat(judge(unseen).reasons().get(0))
        .isEqualTo("stopped by first-effect at event 2, yet the external ledger has 1 row");
  }

  @Test
  void aTimelineWithoutItsEndIsInconclusive() {
    assertThat(judge(clean()))
        .isEqualTo(
            verdict(
                Verdict.INCONCLUSIVE,
                List.of("the timeline was cut short: it does not end with RunStopped"),
                ONCE));
  }

  @Test
  void workersThatEndByThemselvesAreInconclusive() {
    History ended =
        clean()
            .add(new WorkerExited("2", 43, 1, null, false))
            .add(new WorkerExited("1", 42, null, "SEGV", false))
            .quiet();

    assertThat(judge(ended))
        .isEqualTo(
            verdict(
                Verdict.INCONCLUSIVE,
                List.of(
                    "worker 2 exited with code 1 by itself",
                    "worker 1 was ended by signal SEGV by itself"),
                ONCE));
  }

  @Test
  void aWorkerThatTheHarnessEndedOrThatEndsAfterTheRunIsNoReason() {
    History ended =
        clean()
            .add(new WorkerExited("1", 42, null, "KILL", true))
            .add(new PhaseStarted(Phase.COLLECT))
            .add(new WorkerExited("2", 43, 143, null, false))
            .quiet();

    assertThat(judge(ended)).isEqualTo(verdict(Verdict.PASS, List.of(), ONCE));
  }

  @Test
  void anEmptyDueListIsInconclusive() {
    CellVerdict verdict = judge(clean().due().quiet());

    assertThat(verdict.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(verdict.reasons())
        .containsExactly(
            "the due list is empty: nothing is known to be due; leave 'due' out where nothing is");
  }

  @Test
  void aTriggerThatNeverLeftIsInconclusiveAndSaysWhatItWaitedFor() {
    History skipped =
        clean()
            .add(new TriggerSkipped(2, "1", "order", "1001/fulfil", "manual", "RUNNING"))
            .add(new TriggerSkipped(3, "1", "order", "1002/fulfil", "ended", null))
            .quiet();

    assertThat(judge(skipped))
        .isEqualTo(
            verdict(
                Verdict.INCONCLUSIVE,
                List.of(
                    "trigger 2 waited for 1001/fulfil to be manual; it was last RUNNING",
                    "trigger 3 waited for 1002/fulfil to be ended; it never had a row"),
                ONCE));
  }

  @Test
  void aFindingFailsEvenWhereAWorkerEndedByItself() {
    History twice =
        clean()
            .charge("2", KEY)
            .external(KEY, "120.50", "applied")
            .add(new WorkerExited("2", 43, 1, null, false))
            .quiet();

    CellVerdict verdict = judge(twice);

    assertThat(verdict.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(verdict.reasons()).isEqualTo(List.of("worker 2 exited with code 1 by itself"));
  }

  @Test
  void aFaultThatDidNotLandIsInconclusiveAndNamesWhatIsMissing() {
    Landing missed =
        new Landing("kill", false, List.of(), List.of("no commit was seen"), List.of());

    CellVerdict verdict = Judge.judge(clean().fault(KILL).quiet().record(), List.of(missed));

    assertThat(verdict)
        .isEqualTo(
            new CellVerdict(
                Verdict.INCONCLUSIVE,
                Verdict.PASS,
                List.of("fault kill did not land: no commit was seen"),
                List.of(ONCE),
                List.of(missed)));
  }

  @Test
  void everythingAtOnceNamesAllReasons() {
    History all =
        clean()
            .fault(KILL)
            .unread("business")
            .add(new LedgerUnread("business", "relation \"statement\" does not exist"))
            .add(new HarnessProblem("tap", "a connection was lost"))
            .add(new RunStopped(StopReason.SUBJECT_FAILED, "worker 1 exited with code 3"));

    assertThat(judge(all))
        .isEqualTo(
            verdict(
                Verdict.INCONCLUSIVE,
                List.of(
                    "the harness had a problem: tap: a connection was lost",
                    "the subject failed: worker 1 exited with code 3",
                    "fault kill did not land: nobody looked for a proof",
                    "the business ledger was not read: relation \"statement\" does not exist"),
                ONCE));
  }

  @Test
  void aCheckThatThrowsIsInconclusiveAndSaysThatItBroke() {
    Check broken =
        new Check() {
          @Override
          public String name() {
            return "at-most-one-effect";
          }

          @Override
          public CheckResult judge(RunRecord run) {
            throw new IllegalStateException("no such thing");
          }
        };

    assertThat(Judge.judge(clean().quiet().record(), List.of(), List.of(broken)))
        .isEqualTo(
            verdict(
                Verdict.INCONCLUSIVE,
                List.of(),
                CheckResult.inconclusive(
                    "at-most-one-effect",
                    "the check broke: java.lang.IllegalStateException: no such thing")));
  }

  @Test
  void aNameWithoutACheckIsInconclusive() {
    CellVerdict verdict = judge(clean().checks("at-most-one-efect").quiet());

    assertThat(verdict.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(verdict.checks().get(0).reason())
        .startsWith("there is no check of this name; known: at-most-one-effect, no-silent-loss");
  }

  private static History clean() {
    return history()
        .checks("at-most-one-effect")
        .charge("1", KEY)
        .external(KEY, "120.50", "applied");
  }

  private static CellVerdict judge(History history) {
    return Judge.judge(history.record(), List.of());
  }

  private static CellVerdict verdict(Verdict verdict, List<String> reasons, CheckResult... checks) {
    return new CellVerdict(verdict, Verdict.PASS, reasons, List.of(checks), List.of());
  }
}
