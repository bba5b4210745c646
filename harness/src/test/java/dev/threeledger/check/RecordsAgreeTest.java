package dev.threeledger.check;

import static dev.threeledger.check.History.history;
import static dev.threeledger.check.Samples.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.timeline.Event.StopReason;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordsAgreeTest {
  private static final String NAME = "records-agree";

  @Test
  void emptyLedgersAreInconclusive() {
    assertThat(judge(history().quiet()))
        .isEqualTo(
            CheckResult.inconclusive(NAME, "the ledgers hold no key: there is nothing to compare"));
  }

  @Test
  void passesWhenTheThreeAgree() {
    History clean =
        history()
            .run("1", KEY, "RUNNING", 1)
            .charge("1", KEY)
            .run("1", KEY, "SUCCEEDED", 1)
            .settled(KEY)
            .quiet();

    assertThat(judge(clean)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void findsSuccessWithoutEffectAtTheCommitThatSaysSo() {
    History lost =
        history()
            .run("1", KEY, "RUNNING", 1) // 1, 2
            .run("1", KEY, "SUCCEEDED", 1) // 3, 4
            .business(KEY, "120.50")
            .execution(KEY, "SUCCEEDED")
            .quiet(); // 5

    assertThat(judge(lost))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31: says success, effect missing: execution says SUCCEEDED;"
                            + " effect payments.charge is missing",
                        3,
                        List.of(3L))),
                List.of()));
  }

  @Test
  void findsSuccessThatWasRecordedBeforeItsEffect() {
    History early =
        history()
            .run("1", KEY, "RUNNING", 1) // 1, 2
            .run("1", KEY, "SUCCEEDED", 1) // 3, 4
            .charge("1", KEY) // 5..7
            .settled(KEY)
            .quiet();

    assertThat(judge(early))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31: recorded success before its effect: SUCCEEDED committed at"
                            + " event 3, payments.charge applied at event 6",
                        3,
                        List.of(3L, 6L))),
                List.of()));
  }

  @Test
  void anUnansweredEffectThatWasGivenUpIsFoundWhereItWasGivenUp() {
    History givenUp =
        history()
            .run("1", KEY, "RUNNING", 1) // 1, 2
            .request("1", KEY) // 3
            .applied("1", KEY) // 4
            .unanswered("1", KEY) // 5, 6
            .run("1", KEY, "COMPENSATED", 1) // 7, 8
            .external(KEY, "120.50", "applied")
            .execution(KEY, "COMPENSATED")
            .quiet();

    assertThat(judge(givenUp))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31: effect in place, says no success: effect payments.charge is"
                            + " in place; execution says COMPENSATED",
                        7,
                        List.of(4L, 7L))),
                List.of()));
  }

  @Test
  void anUnfinishedExecutionAccusesNobodyWhenTheRunWasStoppedEarly() {
    History early =
        history()
            .charge("1", KEY)
            .external(KEY, "120.50", "applied")
            .execution(KEY, "RUNNING")
            .stopped(StopReason.TIME_LIMIT);

    assertThat(judge(early))
        .isEqualTo(
            CheckResult.inconclusive(
                NAME,
                "1/2026-01-31: effect payments.charge is in place; execution says RUNNING, but the"
                    + " run was stopped early"));
  }

  @Test
  void findsABusinessRowWithoutAnyExecution() {
    History stray = history().charge("1", "2/x").settled("2/x").business(KEY, "120.50").quiet();

    assertThat(judge(stray))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31: business row in place, execution missing: business rows: 1;"
                            + " execution has no row",
                        4,
                        List.of(4L))),
                List.of()));
  }

  @Test
  void aBusinessRowWithoutExecutionAccusesNobodyWhenTheRunWasStoppedEarly() {
    History early = history().business(KEY, "120.50").stopped(StopReason.TIME_LIMIT);

    assertThat(judge(early))
        .isEqualTo(
            CheckResult.inconclusive(
                NAME,
                "1/2026-01-31: business rows: 1; execution has no row, but the run was stopped"
                    + " early"));
  }

  @Test
  void everythingAtOnce() {
    History all =
        history()
            .charge("1", KEY) // 1..3
            .charge("2", KEY) // 4..6
            .external(KEY, "120.50", "applied")
            .external(KEY, "120.50", "applied")
            .business(KEY, "100.00")
            .execution(KEY, "SUCCEEDED")
            .external("2/x", "120.50", "applied")
            .execution("2/x", "MANUAL_REVIEW")
            .execution("3/x", "ODD")
            .quiet(); // 7

    assertThat(judge(all))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31: amounts differ: business amount 100.00, effect"
                            + " payments.charge amount 120.50",
                        2,
                        List.of(2L, 5L)),
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31: too many: 2 effects payments.charge hold, at most 1 may",
                        5,
                        List.of(2L, 5L)),
                    new Finding(
                        NAME,
                        "3/x",
                        "3/x: unknown state: execution is in state ODD, which the subject does not"
                            + " list",
                        7,
                        List.of(7L))),
                List.of(
                    "2/x: effect payments.charge is in place and MANUAL_REVIEW asks for a human")));
  }

  @Test
  void whatReconcileDoesNotListIsANote() {
    History unlisted = history().settled(KEY).execution("2/x", "invoice", "SUCCEEDED").quiet();
    unlisted.business("2/x", "invoice", "1.00").business("3/x", "invoice", "1.00");

    assertThat(judge(unlisted))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(),
                List.of(
                    "business rows of kind invoice were not compared: reconcile does not list it",
                    "execution rows of kind invoice were not compared: reconcile does not list"
                        + " it")));
  }

  @Test
  void aSubjectWithoutReconcileIsNotComparedAndTheResultSaysSo() {
    History undeclared =
        history()
            .subject(Samples.withoutReconcile())
            .execution(KEY, "SUCCEEDED")
            .business("2/x", "120.50")
            .quiet();

    assertThat(judge(undeclared))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(),
                List.of("the subject declares no reconcile; the ledgers were not compared")));
  }

  @Test
  void aLedgerThatWasNotReadIsInconclusive() {
    assertThat(judge(history().settled(KEY).unread("external").quiet()))
        .isEqualTo(CheckResult.inconclusive(NAME, "the external ledger was not read"));
  }

  @Test
  void furtherOperationsMustHoldOnceToo() {
    History missing =
        history()
            .subject(Samples.saga())
            .step("1", KEY, "payments.charge") // 1..3
            .run("1", KEY, "SUCCEEDED", 1) // 4, 5
            .external(KEY, "1.00", "applied")
            .execution(KEY, "order", "SUCCEEDED");

    assertThat(judge(missing).findings())
        .containsExactly(
            new Finding(
                NAME,
                KEY,
                "1/2026-01-31: says success, effect missing: execution says SUCCEEDED; effect"
                    + " inventory.reserve is missing",
                4,
                List.of(2L, 4L)));

    History early =
        history()
            .subject(Samples.saga())
            .step("1", KEY, "payments.charge") // 1..3
            .run("1", KEY, "SUCCEEDED", 1) // 4, 5
            .step("1", KEY, "inventory.reserve"); // 6..8

    assertThat(judge(early.execution(KEY, "order", "SUCCEEDED")).findings())
        .extracting(Finding::message)
        .contains(
            "1/2026-01-31: recorded success before its effect: SUCCEEDED committed at event 4,"
                + " inventory.reserve applied at event 7");
  }

  private static CheckResult judge(History history) {
    return new RecordsAgree().judge(history.record());
  }
}
