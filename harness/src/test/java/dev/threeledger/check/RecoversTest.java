package dev.threeledger.check;

import static dev.threeledger.check.History.history;
import static dev.threeledger.check.Samples.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.scenario.FaultPoint;
import dev.threeledger.timeline.Event.FaultHealed;
import dev.threeledger.timeline.Event.QuietReached;
import dev.threeledger.timeline.Event.StopReason;
import dev.threeledger.timeline.Event.StopSignalled;
import dev.threeledger.timeline.Event.WorkerExited;
import dev.threeledger.timeline.Event.WorkerKilled;
import dev.threeledger.timeline.Event.WorkerStarted;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The sample scenario gives 10 s to recover. */
class RecoversTest {
  private static final String NAME = "recovers";
  private static final FaultPoint COMMIT = new FaultPoint.Commit("statement", null, KEY, 1);
  private static final Fault KILL =
      new Fault("kill", COMMIT, Fault.Side.AFTER, new FaultAction.Crash(Duration.ZERO, false));
  private static final Fault ERROR_FOR_EVER =
      new Fault(
          "down",
          new FaultPoint.Http("payments.charge", FaultPoint.HttpStep.REQUEST, null, null, 1),
          Fault.Side.BEFORE,
          new FaultAction.Error(503, Map.of(), "", Integer.MAX_VALUE));

  @Test
  void emptyRunIsInconclusive() {
    assertThat(judge(history()))
        .isEqualTo(
            CheckResult.inconclusive(
                NAME, "there is no due list and no trigger: nothing is known to be due"));
  }

  @Test
  void passesWhenTheKeyEndsWithinTheBoundAfterTheKill() {
    assertThat(judge(killed().at(9000).run("2", KEY, "SUCCEEDED", 2).quiet()))
        .isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void findsAnEndThatComesTooLate() {
    assertThat(judge(killed().at(12_000).run("2", KEY, "SUCCEEDED", 2).quiet()))
        .isEqualTo(
            failed(
                new Finding(
                    NAME,
                    KEY,
                    "1/2026-01-31 ends as SUCCEEDED 11000 ms after fault kill acted last; the bound"
                        + " is 10000 ms",
                    6,
                    List.of(5L, 6L))));
  }

  @Test
  void findsAKeyThatIsHeldForEver() {
    History stuck =
        killed() // 1..5
            .at(3000)
            .add(new QuietReached(1600, 300)) // 6
            .add(new FaultHealed("kill")) // 7: only taken down
            .quiet(); // 8

    assertThat(judge(stuck))
        .isEqualTo(
            failed(
                new Finding(
                    NAME,
                    KEY,
                    "1/2026-01-31 never comes to an end: it is still RUNNING at the end of the run",
                    8,
                    List.of(5L, 8L))));
  }

  @Test
  void healingCountsMoreThanWhatTheFaultDidBefore() {
    History healed =
        killed()
            .at(5000)
            .add(new FaultHealed("kill"))
            .at(14_000)
            .run("2", KEY, "SUCCEEDED", 2)
            .quiet();

    assertThat(judge(healed)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void aRunThatWasStoppedBeforeTheBoundIsInconclusive() {
    assertThat(judge(killed().at(3000).stopped(StopReason.TIME_LIMIT)))
        .isEqualTo(
            CheckResult.inconclusive(
                NAME,
                "1/2026-01-31 is still RUNNING, but the run was stopped 8000 ms before the bound"));
  }

  @Test
  void aRunThatWasStoppedAtADeviationIsNotJudgedHoweverLateItIs() {
    assertThat(judge(killed().at(30_000).stopped(StopReason.STOP_CONDITION)))
        .isEqualTo(
            CheckResult.inconclusive(
                NAME, "1/2026-01-31 is still RUNNING, but the run was stopped at a deviation"));
  }

  @Test
  void moreLostWorkersThanTheBudgetDemandNothing() {
    History beyond = killed().survivesWorkersLost(0).quiet();

    assertThat(judge(beyond))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(),
                List.of(
                    "1 worker(s) were lost, the scenario demands recovery for 0; not demanded")));
  }

  @Test
  void aWorkerThatWasAskedToEndIsLostUntilANewProcessTakesItsPlace() {
    History stopped =
        history()
            .survivesWorkersLost(0)
            .trigger("1", KEY)
            .run("1", KEY, "RUNNING", 1)
            .add(new StopSignalled("stop", "1", 42, "TERM", Map.of("42", "S")))
            .add(new WorkerExited("1", 42, 0, null, true));

    assertThat(judge(stopped.quiet()).notes())
        .containsExactly(
            "1 worker(s) were lost, the scenario demands recovery for 0; not demanded");
    History back =
        history()
            .survivesWorkersLost(0)
            .trigger("1", KEY)
            .run("1", KEY, "RUNNING", 1)
            .add(new StopSignalled("stop", "1", 42, "TERM", Map.of("42", "S")))
            .add(new WorkerExited("1", 42, 0, null, true))
            .add(new WorkerStarted("1", 43))
            .quiet();
    assertThat(judge(back).findings()).hasSize(1);
  }

  @Test
  void anErrorForATimeThatIsNeverHealedIsNotForEver() {
    Fault outage =
        new Fault(
            "down",
            ERROR_FOR_EVER.on(),
            Fault.Side.BEFORE,
            new FaultAction.Error(
                503, Map.of(), "", Integer.MAX_VALUE, Duration.ofSeconds(1), true));
    History down = history().fault(outage).trigger("1", KEY).run("1", KEY, "RETRY_WAIT", 1).quiet();

    assertThat(judge(down).findings()).hasSize(1);
  }

  @Test
  void aFaultThatActsForEverDemandsNothing() {
    History down =
        history().fault(ERROR_FOR_EVER).trigger("1", KEY).run("1", KEY, "RETRY_WAIT", 1).quiet();

    assertThat(judge(down))
        .isEqualTo(
            CheckResult.of(
                NAME, List.of(), List.of("fault down acts for ever; recovery is not demanded")));
  }

  @Test
  void anUnansweredTriggerWithoutRecordDemandsNothing() {
    assertThat(judge(history().triggerUnanswered("1", KEY).quiet()))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(),
                List.of(
                    "1/2026-01-31: its trigger was not accepted, and nothing is recorded; not"
                        + " demanded")));
  }

  @Test
  void onAMachineThatWasTooBusyNoEndIsDemanded() {
    assertThat(judge(killed().at(12_000).run("2", KEY, "SUCCEEDED", 2).starved().quiet()))
        .isEqualTo(
            StarvationTest.doubt(
                NAME,
                "1/2026-01-31 ends as SUCCEEDED 11000 ms after fault kill acted last; the bound is"
                    + " 10000 ms"));
    assertThat(judge(killed().at(3000).starved().quiet()))
        .isEqualTo(
            StarvationTest.doubt(
                NAME,
                "1/2026-01-31 never comes to an end: it is still RUNNING at the end of the run"));
    assertThat(judge(killed().at(9000).run("2", KEY, "SUCCEEDED", 2).starved().quiet()))
        .isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void everythingAtOnce() {
    History all =
        killed() // 1..5
            .due("2/x", "3/x", "4/x")
            .execution("3/x", "SUCCEEDED")
            .execution("4/x", "READY")
            .at(20_000)
            .run("2", KEY, "MANUAL_REVIEW", 2) // 6, 7
            .quiet(); // 8

    assertThat(judge(all))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31 ends as MANUAL_REVIEW 19000 ms after fault kill acted last;"
                            + " the bound is 10000 ms",
                        6,
                        List.of(5L, 6L)),
                    new Finding(
                        NAME,
                        "2/x",
                        "2/x never comes to an end: it has no execution at the end of the run",
                        8,
                        List.of(5L, 8L)),
                    new Finding(
                        NAME,
                        "4/x",
                        "4/x never comes to an end: it is still READY at the end of the run",
                        8,
                        List.of(5L, 8L))),
                List.of("3/x ended; when is not in the row history")));
  }

  /** Trigger (1, 2), claim by worker 1 (3, 4), kill at 1000 ms (5); one lost worker is allowed. */
  private static History killed() {
    return history()
        .fault(KILL)
        .survivesWorkersLost(1)
        .trigger("1", KEY)
        .run("1", KEY, "RUNNING", 1)
        .at(1000)
        .add(new WorkerKilled("kill", "1", 42));
  }

  private static CheckResult failed(Finding... findings) {
    return CheckResult.of(NAME, List.of(findings), List.of());
  }

  private static CheckResult judge(History history) {
    return new Recovers().judge(history.record());
  }
}
