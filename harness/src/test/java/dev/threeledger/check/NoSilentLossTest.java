package dev.threeledger.check;

import static dev.threeledger.check.History.history;
import static dev.threeledger.check.Samples.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.timeline.Event.StopReason;
import dev.threeledger.timeline.Event.TriggerAnswerLost;
import dev.threeledger.timeline.Event.TriggerSent;
import dev.threeledger.timeline.Event.TriggerUnanswered;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoSilentLossTest {
  private static final String NAME = "no-silent-loss";

  @Test
  void emptyRunIsInconclusive() {
    assertThat(judge(history()))
        .isEqualTo(
            CheckResult.inconclusive(
                NAME, "there is no due list and no trigger: nothing is known to be due"));
  }

  @Test
  void passesWhenEachDueKeyEndsInOneOfTheAllowedWays() {
    History clean =
        history()
            .due(KEY, "2/x", "3/x", "4/x")
            .settled(KEY)
            .execution("2/x", "RETRY_WAIT")
            .execution("3/x", "MANUAL_REVIEW")
            .execution("4/x", "COMPENSATED")
            .quiet();

    assertThat(judge(clean)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void whatNobodyAskedForIsANoteWhereThereIsADueList() {
    History unasked =
        history()
            .due(KEY)
            .settled(KEY)
            .trigger("1", "2/x")
            .settled("2/x")
            .settled("3/x")
            .external("4/x", "120.50", "undone")
            .business("4/x", "120.50")
            .execution("4/x", "COMPENSATED")
            .execution("5/x", "RETRY_WAIT")
            .quiet();

    assertThat(judge(unasked))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(),
                List.of(
                    "3/x: effect payments.charge is in place though it was neither due nor"
                        + " triggered")));
  }

  @Test
  void withoutADueListNothingIsUnasked() {
    assertThat(judge(history().trigger("1", KEY).settled(KEY).settled("3/x").quiet()))
        .isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void findsADueKeyOfWhichNothingIsRecorded() {
    assertThat(judge(history().due(KEY).trigger("1", KEY).quiet()))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31 is due; at the end there is neither an execution nor an effect",
                        3,
                        List.of(1L, 2L, 3L))),
                List.of()));
  }

  @Test
  void findsAnAcceptedTriggerOfWhichNothingIsRecorded() {
    assertThat(judge(history().trigger("1", KEY).quiet()).findings())
        .isEqualTo(
            List.of(
                new Finding(
                    NAME,
                    KEY,
                    "1/2026-01-31 was accepted; at the end there is neither an execution nor an"
                        + " effect",
                    3,
                    List.of(1L, 2L, 3L))));
  }

  @Test
  void anUnansweredTriggerWithoutRecordIsANote() {
    assertThat(judge(history().triggerUnanswered("1", KEY).quiet()))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(),
                List.of(
                    "1/2026-01-31: its trigger was not accepted, and nothing is recorded; not"
                        + " counted")));
  }

  @Test
  void anAnswerThatItsCallerNeverSawAcceptsNothing() {
    History lost =
        history()
            .add(new TriggerSent(1, "1", "statement", KEY))
            .add(new TriggerAnswerLost("lose", "1", KEY, 1, 202))
            .add(new TriggerUnanswered(1, "1", "statement", KEY, "its answer was lost"));

    assertThat(judge(lost.quiet()))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(),
                List.of(
                    "1/2026-01-31: its trigger was not accepted, and nothing is recorded; not"
                        + " counted")));
  }

  @Test
  void absenceMeansNothingWhenTheRunWasStoppedEarly() {
    History early =
        history()
            .trigger("1", KEY)
            .trigger("1", "2/x")
            .execution("2/x", "RUNNING")
            .stopped(StopReason.TIME_LIMIT);

    assertThat(judge(early))
        .isEqualTo(
            CheckResult.inconclusive(
                NAME,
                "1/2026-01-31 has no execution, but the run was stopped early;"
                    + " 2/x is RUNNING, but the run was stopped early"));
  }

  @Test
  void everythingAtOnceListsEachLossByItsPlace() {
    History all =
        history()
            .due("3/x")
            .trigger("1", KEY) // 1, 2
            .run("1", KEY, "RUNNING", 1) // 3, 4
            .trigger("1", "2/x") // 5, 6
            .run("1", "2/x", "RUNNING", 1) // 7, 8
            .run("1", "2/x", "SUCCEEDED", 1) // 9, 10
            .triggerUnanswered("2", "4/x") // 11, 12
            .execution(KEY, "RUNNING")
            .execution("2/x", "SUCCEEDED")
            .business("2/x", "120.50")
            .execution("5/x", "ODD")
            .quiet(); // 13

    assertThat(judge(all))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        "2/x",
                        "2/x is lost though recorded as done: execution says SUCCEEDED; effect"
                            + " payments.charge is missing",
                        9,
                        List.of(9L)),
                    new Finding(
                        NAME,
                        "3/x",
                        "3/x is due; at the end there is neither an execution nor an effect",
                        13,
                        List.of(13L)),
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31 is still RUNNING at the end; nobody works on it any more",
                        13,
                        List.of(3L, 13L))),
                List.of(
                    "4/x: its trigger was not accepted, and nothing is recorded; not counted",
                    "not judged: 5/x is in state ODD, which the subject does not list")));
  }

  @Test
  void anUnreadExecutionLedgerIsInconclusive() {
    assertThat(judge(history().due(KEY).unread("execution").quiet()))
        .isEqualTo(CheckResult.inconclusive(NAME, "the execution ledger was not read"));
  }

  private static CheckResult judge(History history) {
    return new NoSilentLoss().judge(history.record());
  }
}
