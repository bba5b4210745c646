package dev.threeledger.check;

import static dev.threeledger.check.History.history;
import static dev.threeledger.check.Samples.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.timeline.Event.RowOperation;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ManualIsOwnedTest {
  private static final String NAME = "manual-is-owned";
  private static final Map<String, String> OWNED =
      Map.of("owner", "billing", "remedy", "refund by hand", "reason", "refund refused");
  private static final Map<String, String> RECORD =
      Map.of("who", "billing", "why", "fixed", "before", "MANUAL_REVIEW", "after", "RETRY_WAIT");

  private static History saga() {
    return history().subject(Samples.saga());
  }

  @Test
  void emptyRunIsInconclusive() {
    assertThat(judge(saga())).isEqualTo(CheckResult.inconclusive(NAME, Checks.NOTHING_HAPPENED));
  }

  @Test
  void passesWithANoteWhenTheSubjectDeclaresNothing() {
    assertThat(judge(history().trigger("1", KEY)))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(),
                List.of("the subject declares no manual columns; nothing was judged")));
  }

  @Test
  void passesWithANoteWhenNothingWasHandedOver() {
    assertThat(judge(saga().run("1", KEY, "RUNNING", 1)))
        .isEqualTo(CheckResult.of(NAME, List.of(), List.of("nothing was handed to a person")));
  }

  @Test
  void passesWhenItIsOwnedAndTakenBackOnRecord() {
    History clean =
        saga()
            .run("1", KEY, "MANUAL_REVIEW", 1, OWNED)
            .run(null, KEY, "RETRY_WAIT", 1, OWNED)
            .audit(KEY, RECORD);

    assertThat(judge(clean)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void findsWhatNobodyOwns() {
    History blank =
        saga()
            .run("1", KEY, "RUNNING", 1) // 1, 2
            .run("1", KEY, "MANUAL_REVIEW", 1, Map.of("owner", " ", "reason", "refused")); // 3, 4

    assertThat(judge(blank))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31: MANUAL_REVIEW without owner, remedy",
                        3,
                        List.of(3L))),
                List.of()));
  }

  @Test
  void findsWhoeverTakesItBackWithoutARecordInTheSameTransaction() {
    History silent =
        saga()
            .run("1", KEY, "MANUAL_REVIEW", 1, OWNED) // 1, 2
            .run("2", KEY, "RETRY_WAIT", 1, OWNED) // 3, 4
            .row("manual_audit", RowOperation.INSERT, KEY, null, RECORD); // 5

    assertThat(judge(silent))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31: MANUAL_REVIEW to RETRY_WAIT without a record in manual_audit"
                            + " in the same transaction",
                        3,
                        List.of(3L))),
                List.of()));
  }

  @Test
  void anAttemptToTakeItBackThatWasNotCommittedIsNone() {
    assertThat(judge(saga().run("1", KEY, "MANUAL_REVIEW", 1, OWNED).asked("2")))
        .isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void everythingAtOnce() {
    History all =
        saga()
            .run("1", KEY, "MANUAL_REVIEW", 1, OWNED) // 1, 2
            .run("1", KEY, "MANUAL_REVIEW", 1, Map.of()) // 3, 4
            .run(null, KEY, "COMPENSATING", 1, Map.of()) // 5
            .audit(KEY, Map.of("who", "billing", "why", "", "before", "b", "after", "a")) // 6
            .run("1", "2/x", "MANUAL_REVIEW", 1, OWNED) // 7, 8
            .row("statement_run", RowOperation.DELETE, "2/x", manual(), null) // 9
            .execution("3/x", "order", "MANUAL_REVIEW");

    assertThat(judge(all))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31: MANUAL_REVIEW without owner, remedy, reason",
                        3,
                        List.of(3L)),
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31: MANUAL_REVIEW to COMPENSATING; its record in manual_audit is"
                            + " without why",
                        6,
                        List.of(5L, 6L)),
                    new Finding(
                        NAME,
                        "2/x",
                        "2/x: MANUAL_REVIEW to no row without a record in manual_audit in the same"
                            + " transaction",
                        9,
                        List.of(9L))),
                List.of(
                    "not judged: 3/x: no execution row has a value in owner, remedy, reason; whether"
                        + " the ledger reads it is not known")));
  }

  private static Map<String, String> manual() {
    return History.runRow("MANUAL_REVIEW", 1, null);
  }

  private static CheckResult judge(History history) {
    return new ManualIsOwned().judge(history.record());
  }
}
