package dev.threeledger.check;

import static dev.threeledger.check.History.history;
import static dev.threeledger.check.History.runRow;
import static dev.threeledger.check.Samples.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.timeline.Event.RowOperation;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LegalTransitionsTest {
  private static final String NAME = "legal-transitions";

  @Test
  void emptyRunIsInconclusive() {
    assertThat(judge(history())).isEqualTo(CheckResult.inconclusive(NAME, Checks.NOTHING_HAPPENED));
  }

  @Test
  void passesWithANoteWhenTheSubjectDeclaresNoState() {
    assertThat(judge(history().subject(Samples.subject(null, null))))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(),
                List.of("the subject declares no state column; nothing was judged")));
  }

  @Test
  void passesOnAWholeLifeWithTakeoverRetryAndManualRerun() {
    History clean =
        history()
            .run("1", KEY, "RUNNING", 1)
            .run("2", KEY, "RUNNING", 2)
            .run("2", KEY, "RETRY_WAIT", 2)
            .run("2", KEY, "RUNNING", 3)
            .run("2", KEY, "MANUAL_REVIEW", 3)
            .run("1", KEY, "RUNNING", 4)
            .run("1", KEY, "SUCCEEDED", 4);

    assertThat(judge(clean)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void aPersonGivesItBackOnRecordOrToWhoeverTakesItUp() {
    Map<String, String> record = Map.of("who", "ops", "why", "w", "before", "b", "after", "a");
    History replayed =
        history()
            .subject(Samples.saga())
            .run("1", KEY, "RUNNING", 1)
            .run("1", KEY, "MANUAL_REVIEW", 1)
            .run(null, KEY, "RETRY_WAIT", 1, Map.of())
            .run("1", KEY, "RUNNING", 2)
            .run("1", KEY, "MANUAL_REVIEW", 2)
            .row(
                "statement_run",
                RowOperation.UPDATE,
                KEY,
                runRow("MANUAL_REVIEW", 2, null),
                runRow("COMPENSATING", 2, null))
            .row(
                "statement_run",
                RowOperation.UPDATE,
                "2/x",
                runRow("MANUAL_REVIEW", 2, null),
                runRow("RUNNING", 2, "worker-1"))
            .audit("2/x", record);

    assertThat(judge(replayed)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void findsSuccessThatIsTakenBack() {
    History back =
        history()
            .run("1", KEY, "RUNNING", 1) // 1, 2
            .run("1", KEY, "SUCCEEDED", 1) // 3, 4
            .run("2", KEY, "RUNNING", 2); // 5, 6

    assertThat(judge(back))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31: SUCCEEDED to RUNNING: what has ended must not change",
                        5,
                        List.of(5L))),
                List.of()));
  }

  @Test
  void anAttemptWhoseCommitWasAskedForAndNeverHappenedIsNoTransition() {
    History lost = history().run("1", KEY, "RUNNING", 1).asked("1");

    assertThat(judge(lost)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void everythingAtOnce() {
    History all =
        history()
            .run("1", KEY, "RUNNING", 1) // 1, 2
            .run("1", KEY, "ODD", 1) // 3, 4
            .run("1", "2/x", "READY", 1) // 5, 6
            .run("1", "2/x", "SUCCEEDED", 1) // 7, 8
            .run("1", "3/x", "RETRY_WAIT", 1) // 9, 10
            .run("1", "3/x", "COMPENSATED", 1) // 11, 12
            .run("1", "4/x", "MANUAL_REVIEW", 1) // 13, 14
            .run("1", "4/x", "RUNNING", 1); // 15, 16

    assertThat(judge(all))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31: RUNNING to ODD: the subject does not list this state",
                        3,
                        List.of(3L)),
                    new Finding(
                        NAME, "2/x", "2/x: READY to SUCCEEDED: allowed is RUNNING", 7, List.of(7L)),
                    new Finding(
                        NAME,
                        "3/x",
                        "3/x: RETRY_WAIT to COMPENSATED: only an active execution can be undone",
                        11,
                        List.of(11L)),
                    new Finding(
                        NAME,
                        "4/x",
                        "4/x: MANUAL_REVIEW to RUNNING: a manual rerun takes a higher token",
                        15,
                        List.of(15L))),
                List.of()));
  }

  private static CheckResult judge(History history) {
    return new LegalTransitions().judge(history.record());
  }
}
