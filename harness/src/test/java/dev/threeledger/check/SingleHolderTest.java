package dev.threeledger.check;

import static dev.threeledger.check.History.history;
import static dev.threeledger.check.History.runRow;
import static dev.threeledger.check.Samples.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.timeline.Event.RowOperation;
import dev.threeledger.timeline.Event.ToxicAdded;
import dev.threeledger.timeline.Event.WorkerKilled;
import dev.threeledger.timeline.Event.WorkerPartitioned;
import dev.threeledger.timeline.Event.WorkerRejoined;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SingleHolderTest {
  private static final String NAME = "single-holder";

  @Test
  void emptyRunIsInconclusive() {
    assertThat(judge(history())).isEqualTo(CheckResult.inconclusive(NAME, Checks.NOTHING_HAPPENED));
  }

  @Test
  void passesWithANoteWhenTheSubjectDeclaresNoFencing() {
    assertThat(judge(history().subject(Samples.subject(null, null)).trigger("1", KEY)))
        .isEqualTo(
            CheckResult.of(
                NAME, List.of(), List.of("the subject declares no fencing; nothing was judged")));
  }

  @Test
  void silenceOfTheRowHistoryIsInconclusiveWhenExecutionsAreRecorded() {
    assertThat(judge(history().trigger("1", KEY).execution(KEY, "SUCCEEDED")))
        .isEqualTo(CheckResult.inconclusive(NAME, "no change of table statement_run was seen"));
  }

  @Test
  void passesWhenATakeoverRaisesTheToken() {
    History takeover =
        history()
            .run("1", KEY, "RUNNING", 1)
            .run("2", KEY, "RUNNING", 2)
            .charge("2", KEY)
            .run("2", KEY, "SUCCEEDED", 2);

    assertThat(judge(takeover)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void findsTwoRowsOfAKeyHeldAtOnce() {
    History race =
        history()
            .row("statement_run", RowOperation.INSERT, KEY, null, runRow("RUNNING", 1, "worker-1"))
            .acknowledged("1") // 1, 2
            .row("statement_run", RowOperation.INSERT, KEY, null, runRow("RUNNING", 2, "worker-2"))
            .acknowledged("2"); // 3, 4

    assertThat(judge(race))
        .isEqualTo(
            failed(
                new Finding(
                    NAME,
                    KEY,
                    "1/2026-01-31 has two holders at once: worker-1 with token 1 and worker-2 with"
                        + " token 2",
                    3,
                    List.of(1L, 3L))));
  }

  @Test
  void findsATakeoverThatDoesNotRaiseTheToken() {
    History unfenced =
        history()
            .run("1", KEY, "RUNNING", 1) // 1, 2
            .run("1", KEY, "RETRY_WAIT", 1) // 3, 4
            .run("2", KEY, "RUNNING", 1); // 5, 6

    assertThat(judge(unfenced))
        .isEqualTo(
            failed(
                new Finding(
                    NAME,
                    KEY,
                    "1/2026-01-31: worker-2 with token 1 claims after worker-1 with token 1; the"
                        + " token does not rise",
                    5,
                    List.of(1L, 5L))));
  }

  @Test
  void findsALateHolderThatFinishesTheNextHoldersRow() {
    History late =
        history()
            .run("1", KEY, "RUNNING", 1) // 1, 2
            .run("2", KEY, "RUNNING", 2) // 3, 4
            .run("1", KEY, "SUCCEEDED", 2); // 5, 6

    assertThat(judge(late))
        .isEqualTo(
            failed(
                new Finding(
                    NAME,
                    KEY,
                    "1/2026-01-31: worker 1 changes the row (RUNNING to SUCCEEDED) while worker 2"
                        + " holds it with token 2",
                    5,
                    List.of(3L, 5L))));
  }

  @Test
  void aRowTakenFromADeadWorkerWithoutAHigherTokenIsANote() {
    History swept =
        history()
            .run("1", KEY, "RUNNING", 1) // 1, 2
            .add(new WorkerKilled("kill", "1", 42)) // 3
            .run("2", KEY, "READY", 1) // 4, 5
            .run("2", KEY, "RUNNING", 2);

    assertThat(judge(swept))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(),
                List.of(
                    "1/2026-01-31: worker 2 took the row from worker 1, which is gone, without a"
                        + " higher token (event 4)")));
  }

  @Test
  void aDeadWorkersRowThatIsHandedToAPersonIsANote() {
    History swept =
        history()
            .run("1", KEY, "RUNNING", 1) // 1, 2
            .add(new WorkerKilled("kill", "1", 42)) // 3
            .run("2", KEY, "MANUAL_REVIEW", 1); // 4, 5

    assertThat(judge(swept))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(),
                List.of(
                    "1/2026-01-31: worker 2 took the row from worker 1, which is gone, without a"
                        + " higher token (event 4)")));
  }

  @Test
  void theRowOfAWorkerThatIsCutOffMayBeTakenUntilItIsJoinedAgain() {
    WorkerPartitioned cut = new WorkerPartitioned("cut", "1", "10.0.0.1", Map.of());
    WorkerRejoined joined = new WorkerRejoined("cut", "1", Map.of("net", "10.0.0.1"));
    History swept = history().run("1", KEY, "RUNNING", 1).add(cut).run("2", KEY, "READY", 1);
    assertThat(judge(swept).findings()).isEmpty();

    History back =
        history().run("1", KEY, "RUNNING", 1).add(cut).add(joined).run("2", KEY, "READY", 1);
    assertThat(judge(back).findings()).hasSize(1);

    History dead =
        history()
            .run("1", KEY, "RUNNING", 1)
            .add(cut)
            .add(new WorkerKilled("kill", "1", 42))
            .add(joined)
            .run("2", KEY, "READY", 1);
    assertThat(judge(dead).findings()).isEmpty();
  }

  @Test
  void findsALivingWorkersRowThatAnotherHandsToAPerson() {
    History intruding =
        history()
            .run("1", KEY, "RUNNING", 1) // 1, 2
            .run("2", KEY, "MANUAL_REVIEW", 1); // 3, 4

    assertThat(judge(intruding))
        .isEqualTo(
            failed(
                new Finding(
                    NAME,
                    KEY,
                    "1/2026-01-31: worker 2 changes the row (RUNNING to MANUAL_REVIEW) while worker"
                        + " 1 holds it with token 1",
                    3,
                    List.of(1L, 3L))));
  }

  @Test
  void findsARowOfAnotherTableWrittenWithAnOldToken() {
    History stale =
        history()
            .run("1", KEY, "RUNNING", 1) // 1, 2
            .run("2", KEY, "RUNNING", 2) // 3, 4
            .row("statement", RowOperation.INSERT, KEY, null, Map.of("fencing_token", "1"))
            .acknowledged("1"); // 5, 6

    assertThat(judge(stale))
        .isEqualTo(
            failed(
                new Finding(
                    NAME,
                    KEY,
                    "1/2026-01-31: a row of statement is written with token 1 after token 2 was"
                        + " committed by worker-2",
                    5,
                    List.of(3L, 5L))));
  }

  @Test
  void anUpdateThatKeepsTheOldTokenOfARowAccusesNobody() {
    History kept =
        history()
            .run("1", KEY, "RUNNING", 1)
            .run("2", KEY, "RUNNING", 2)
            .row(
                "statement",
                RowOperation.UPDATE,
                KEY,
                Map.of("fencing_token", "1", "sent", "f"),
                Map.of("fencing_token", "1", "sent", "t"))
            .acknowledged("2");

    assertThat(judge(kept)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void findsAnEffectThatALateHolderAsksForAfterTheTakeover() {
    History late =
        history()
            .run("1", KEY, "RUNNING", 1) // 1, 2
            .run("2", KEY, "RUNNING", 2) // 3, 4
            .charge("1", KEY); // 5..7

    assertThat(judge(late))
        .isEqualTo(
            failed(
                new Finding(
                    NAME,
                    KEY,
                    "1/2026-01-31: payments.charge by worker 1 took effect though worker-2 with"
                        + " token 2 had claimed the key (event 3) before the request (event 5)",
                    6,
                    List.of(3L, 5L, 6L))));
  }

  @Test
  void aRepeatThatThePartnerKnewIsANote() {
    History repeat =
        history()
            .run("1", KEY, "RUNNING", 1)
            .request("1", KEY)
            .applied("1", KEY)
            .unanswered("1", KEY)
            .run("2", KEY, "RUNNING", 2)
            .request("1", KEY)
            .deduplicated("1", KEY); // 10

    assertThat(judge(repeat))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(),
                List.of(
                    "1/2026-01-31: superseded worker 1 repeated payments.charge; the partner knew"
                        + " the key (event 10)")));
  }

  @Test
  void aRequestBeforeTheTakeoverWasSeenAccusesNobodyEvenIfItTakesEffectLater() {
    History touching =
        history()
            .run("1", KEY, "RUNNING", 1)
            .request("1", KEY)
            .asked("2")
            .run("2", KEY, "RUNNING", 2)
            .applied("1", KEY);

    assertThat(judge(touching)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void aRequesterWhoseOwnClaimIsBeingAskedForIsNotAccused() {
    History touching =
        history()
            .run("2", KEY, "RUNNING", 1)
            .run("2", KEY, "RETRY_WAIT", 1)
            .asked("1")
            .request("1", KEY)
            .run("1", KEY, "RUNNING", 2)
            .applied("1", KEY);

    assertThat(judge(touching)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void aRequestThatAToxicMayHaveHeldBackIsANote() {
    History slow =
        history()
            .run("1", KEY, "RUNNING", 1)
            .add(new ToxicAdded("slow", "1", "payments", "latency", "600"))
            .run("2", KEY, "RUNNING", 2)
            .charge("1", KEY);

    assertThat(judge(slow))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(),
                List.of(
                    "1/2026-01-31: payments.charge by worker 1 took effect though worker-2 with"
                        + " token 2 had claimed the key (event 4) before the request (event 6); a"
                        + " latency toxic may have held it back")));
  }

  @Test
  void rowsAreOrderedByCommitAndNotByTheirPlaceOnTheTimeline() {
    History inOrder = history().run("1", KEY, "RUNNING", 1).run("2", KEY, "RUNNING", 2);
    RunRecord run = inOrder.record();
    RunRecord shuffled =
        new RunRecord(
            run.scenario(),
            run.subject(),
            run.settings(),
            List.of(run.timeline().get(2), run.timeline().get(0), run.timeline().get(1)),
            run.ledgers());

    assertThat(new SingleHolder().judge(shuffled))
        .isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void everythingAtOnce() {
    History all =
        history()
            .run("1", KEY, "RUNNING", 2) // 1, 2
            .run("2", KEY, "RUNNING", 1) // 3, 4: falls
            .charge("1", KEY) // 5..7: late
            .run("1", "2/x", "RUNNING", 1) // 8, 9
            .run("2", "2/x", "RUNNING", 2) // 10, 11
            .run("1", "2/x", "RETRY_WAIT", 2); // 12, 13: releases the next holder's row

    assertThat(judge(all))
        .isEqualTo(
            failed(
                new Finding(NAME, KEY, "1/2026-01-31: the token falls from 2 to 1", 3, List.of(3L)),
                new Finding(
                    NAME,
                    KEY,
                    "1/2026-01-31: payments.charge by worker 1 took effect though worker-2 with"
                        + " token 1 had claimed the key (event 3) before the request (event 5)",
                    6,
                    List.of(3L, 5L, 6L)),
                new Finding(
                    NAME,
                    "2/x",
                    "2/x: worker 1 changes the row (RUNNING to RETRY_WAIT) while worker 2 holds it"
                        + " with token 2",
                    12,
                    List.of(10L, 12L))));
  }

  private static CheckResult failed(Finding... findings) {
    return CheckResult.of(NAME, List.of(findings), List.of());
  }

  private static CheckResult judge(History history) {
    return new SingleHolder().judge(history.record());
  }
}
