package dev.threeledger.check;

import static dev.threeledger.check.History.history;
import static dev.threeledger.check.Samples.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.timeline.Event.CancelNoted;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CompensatedTest {
  private static final String NAME = "compensated";
  private static final String RESERVE = "inventory.reserve";
  private static final String RELEASE = "inventory.release";
  private static final String CHARGE = "payments.charge";
  private static final String REFUND = "payments.refund";

  /** Events 1 to 6: reserved as fx_1 (event 2), charged as fx_2 (event 5). */
  private static History ordered() {
    return history().subject(Samples.saga()).step("1", KEY, RESERVE).step("1", KEY, CHARGE);
  }

  @Test
  void emptyRunIsInconclusive() {
    assertThat(judge(history())).isEqualTo(CheckResult.inconclusive(NAME, Checks.NOTHING_HAPPENED));
  }

  @Test
  void passesWhenEverythingIsUndoneInReverseBeforeItIsRecorded() {
    History clean =
        ordered()
            .run("1", KEY, "COMPENSATING", 1)
            .undo("1", KEY, REFUND, CHARGE, "fx_2")
            .undo("1", KEY, RELEASE, RESERVE, "fx_1")
            .run("1", KEY, "COMPENSATED", 1);

    assertThat(judge(clean)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void passesWithANoteWhenNothingWasUndone() {
    assertThat(judge(ordered().run("1", KEY, "SUCCEEDED", 1)))
        .isEqualTo(
            CheckResult.of(
                NAME, List.of(), List.of("nothing was undone, and no execution says so")));
  }

  @Test
  void findsMoneyThatIsStillHeldThoughItSaysCompensated() {
    History held =
        ordered()
            .run("1", KEY, "COMPENSATING", 1) // 7, 8
            .undo("1", KEY, RELEASE, RESERVE, "fx_1") // 9..12
            .run("1", KEY, "COMPENSATED", 1); // 13, 14

    assertThat(judge(held))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31: COMPENSATED is recorded while payments.charge fx_2 (event 5)"
                            + " still holds",
                        13,
                        List.of(5L, 13L))),
                List.of()));
  }

  @Test
  void findsUndoingThatIsRecordedBeforeItHappens() {
    History early =
        ordered()
            .undo("1", KEY, REFUND, CHARGE, "fx_2") // 7..10
            .run("1", KEY, "COMPENSATED", 1) // 11, 12
            .undo("1", KEY, RELEASE, RESERVE, "fx_1"); // 13..16

    assertThat(judge(early))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31: COMPENSATED is recorded while inventory.reserve fx_1 (event"
                            + " 2) is undone only later (event 15)",
                        11,
                        List.of(2L, 11L, 15L))),
                List.of()));
  }

  @Test
  void aCommitThatWasOnlyAskedForBeforeTheUndoingAccusesNobody() {
    History between =
        history()
            .subject(Samples.saga())
            .step("1", KEY, CHARGE)
            .asked("1")
            .undo("2", KEY, REFUND, CHARGE, "fx_1")
            .run("1", KEY, "COMPENSATED", 1);

    assertThat(judge(between)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void findsUndoingInTheWrongOrder() {
    History forwards =
        ordered()
            .undo("1", KEY, RELEASE, RESERVE, "fx_1") // 7..10
            .undo("1", KEY, REFUND, CHARGE, "fx_2") // 11..14
            .run("1", KEY, "COMPENSATED", 1);

    assertThat(judge(forwards))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31: inventory.reserve fx_1 (event 2) is undone before"
                            + " payments.charge fx_2, which came later (event 5)",
                        9,
                        List.of(2L, 5L, 9L, 13L))),
                List.of()));
  }

  @Test
  void anUnansweredOrFailedUndoDoesNotStopTheOthers() {
    History failed =
        ordered()
            .fails("1", KEY, REFUND, CHARGE, 500, null)
            .undo("1", KEY, RELEASE, RESERVE, "fx_1")
            .undo("1", KEY, REFUND, CHARGE, "fx_2")
            .run("1", KEY, "COMPENSATED", 1);

    assertThat(judge(failed)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void aSystemInTroubleMayNotHaveReceivedTheUndoThatWasTried() {
    History unseen =
        ordered()
            .fails("2", "2/x", CHARGE, null, 503, null) // 7..9
            .undo("1", KEY, RELEASE, RESERVE, "fx_1") // 10..13
            .undo("1", KEY, REFUND, CHARGE, "fx_2")
            .run("1", KEY, "COMPENSATED", 1);

    assertThat(judge(unseen))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(),
                List.of(
                    "1/2026-01-31: inventory.reserve fx_1 (event 2) is undone before payments.charge"
                        + " fx_2, which came later (event 5); payments was in trouble meanwhile")));
  }

  @Test
  void findsAStepThatComesAfterTheUndoingHadBegun() {
    History late =
        history()
            .subject(Samples.saga())
            .step("1", KEY, RESERVE) // 1..3
            .undoesNothing("1", KEY, REFUND, CHARGE) // 4, 5
            .undo("1", KEY, RELEASE, RESERVE, "fx_1") // 6..9
            .step("1", KEY, CHARGE) // 10..12
            .run("1", KEY, "COMPENSATED", 1);

    assertThat(judge(late))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31: payments.charge fx_4 takes effect after the undoing of the"
                            + " key had begun (event 8), and holds",
                        11,
                        List.of(8L, 11L))),
                List.of()));
  }

  @Test
  void findsAStepThatComesAfterItsUndoWasNoted() {
    History late =
        history()
            .subject(Samples.saga())
            .add(new CancelNoted("1", REFUND, 9, CHARGE, "k", "undo:k", KEY)) // 1
            .step("1", KEY, CHARGE) // 2..4
            .run("1", KEY, "MANUAL_REVIEW", 1);

    assertThat(judge(late).findings())
        .containsExactly(
            new Finding(
                NAME,
                KEY,
                "1/2026-01-31: payments.charge fx_1 takes effect after the undoing of the key had"
                    + " begun (event 1), and holds",
                3,
                List.of(1L, 3L)));
  }

  @Test
  void aNextLifeMayDoAgainWhatWasUndone() {
    Map<String, String> owned = Map.of("owner", "ops", "remedy", "look", "reason", "refused");
    Map<String, String> record =
        Map.of("who", "ops", "why", "fixed", "before", "MANUAL_REVIEW", "after", "RETRY_WAIT");
    History again =
        ordered()
            .undo("1", KEY, REFUND, CHARGE, "fx_2")
            .undo("1", KEY, RELEASE, RESERVE, "fx_1")
            .run("1", KEY, "MANUAL_REVIEW", 1, owned)
            .run(null, KEY, "RETRY_WAIT", 1, Map.of())
            .audit(KEY, record)
            .step("1", KEY, RESERVE)
            .step("1", KEY, CHARGE)
            .run("1", KEY, "SUCCEEDED", 2);

    assertThat(judge(again)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void everythingAtOnce() {
    History all =
        ordered() // 1..6
            .undo("1", KEY, REFUND, CHARGE, "fx_2") // 7..10
            .undo("2", KEY, REFUND, CHARGE, "fx_2") // 11..14
            .run("1", KEY, "MANUAL_REVIEW", 1) // 15, 16
            .step("1", "2/x", CHARGE) // 17..19
            .run("1", "2/x", "SUCCEEDED", 1) // 20, 21
            .undo("1", "2/x", REFUND, CHARGE, "fx_5") // 22..25
            .step("1", "3/x", CHARGE) // 26..28
            .execution("3/x", "order", "COMPENSATED")
            .step("1", "4/x", "mail.send") // 29..31
            .run("1", "4/x", "COMPENSATED", 1) // 32, 33
            .step("1", null, CHARGE) // 34..36
            .run("1", "5/x", "COMPENSATED", 1) // 37, 38
            .step("1", "5/x", CHARGE); // 39..41

    assertThat(judge(all))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31: payments.charge fx_2 is undone 2 times",
                        13,
                        List.of(9L, 13L)),
                    new Finding(
                        NAME,
                        "2/x",
                        "2/x: SUCCEEDED is recorded (event 20), and payments.charge fx_5 is undone"
                            + " (event 24)",
                        24,
                        List.of(20L, 24L)),
                    new Finding(
                        NAME,
                        "5/x",
                        "5/x: payments.charge fx_10 takes effect after COMPENSATED was recorded"
                            + " (event 37)",
                        40,
                        List.of(37L, 40L)),
                    new Finding(
                        NAME,
                        "3/x",
                        "3/x: the execution says that it was undone, and payments.charge fx_7"
                            + " (event 27) still holds",
                        41,
                        List.of(27L, 41L))),
                List.of(
                    "1/2026-01-31: inventory.reserve fx_1 still holds (event 2), and a person is"
                        + " asked to look",
                    "4/x: mail.send fx_8 holds; nothing is known to undo it",
                    "not judged: payments.charge took effect at event 35 without a business key;"
                        + " what belongs together is not known")));
  }

  private static CheckResult judge(History history) {
    return new Compensated().judge(history.record());
  }
}
