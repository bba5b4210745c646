package dev.threeledger.check;

import static dev.threeledger.check.History.history;
import static dev.threeledger.check.Samples.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.scenario.StateRole;
import dev.threeledger.timeline.Event.StopReason;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AsExpectedTest {
  private static final String NAME = "as-expected";

  @Test
  void emptyRunIsInconclusive() {
    assertThat(judge(oneCharge()))
        .isEqualTo(CheckResult.inconclusive(NAME, Checks.NOTHING_HAPPENED));
  }

  @Test
  void passesWithANoteWithoutExpectations() {
    assertThat(judge(history()))
        .isEqualTo(CheckResult.of(NAME, List.of(), List.of("the scenario states no expectation")));
  }

  @Test
  void passesWhenAllIsAsExpected() {
    assertThat(judge(oneCharge().charge("1", KEY).settled(KEY).quiet()))
        .isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void findsAnotherState() {
    History waiting =
        oneCharge()
            .charge("1", KEY) // 1..3
            .run("1", KEY, "RETRY_WAIT", 1) // 4, 5
            .external(KEY, "120.50", "applied")
            .execution(KEY, "RETRY_WAIT")
            .quiet();

    assertThat(judge(waiting))
        .isEqualTo(
            failed(
                new Finding(
                    NAME,
                    KEY,
                    "1/2026-01-31: expected to end done; it ends as RETRY_WAIT",
                    4,
                    List.of(4L))));
  }

  @Test
  void anUnansweredAttemptCounts() {
    History lost =
        history()
            .expect(KEY, null, Map.of(), 2)
            .request("1", KEY)
            .unanswered("1", KEY)
            .charge("1", KEY)
            .quiet();

    assertThat(judge(lost)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void whatIsMissingAccusesNobodyWhenTheRunWasStoppedEarly() {
    assertThat(judge(oneCharge().trigger("1", KEY).stopped(StopReason.TIME_LIMIT)))
        .isEqualTo(
            CheckResult.inconclusive(
                NAME, "1/2026-01-31 is not as expected, but the run was stopped early"));
  }

  @Test
  void whatShouldHaveBeenUndoneCountsFromTheKeysEnd() {
    History held =
        history()
            .expect(KEY, StateRole.UNDONE, Map.of("payments.charge", 0), null)
            .charge("1", KEY) // 1..3
            .asks("1", KEY, "inventory.release", "inventory.reserve") // 4
            .run("1", KEY, "COMPENSATED", 1) // 5, 6
            .external(KEY, "120.50", "applied")
            .execution(KEY, "COMPENSATED")
            .quiet();

    assertThat(judge(held))
        .isEqualTo(
            failed(
                new Finding(
                    NAME,
                    KEY,
                    "1/2026-01-31: payments.charge holds 1 times, expected 0",
                    5,
                    List.of(2L, 5L))));
  }

  @Test
  void onAMachineThatWasTooBusyStateAttemptsAndWhatIsMissingAreNotJudged() {
    History waiting =
        oneCharge()
            .request("1", KEY)
            .unanswered("1", KEY)
            .request("1", KEY)
            .unanswered("1", KEY)
            .run("1", KEY, "MANUAL_REVIEW", 1)
            .execution(KEY, "MANUAL_REVIEW")
            .starved()
            .quiet();

    assertThat(judge(waiting))
        .isEqualTo(
            StarvationTest.doubt(
                NAME,
                "1/2026-01-31: expected to end done; it ends as MANUAL_REVIEW",
                "1/2026-01-31: payments.charge holds 0 times, expected 1",
                "1/2026-01-31: outside systems received 2 requests with an effect, expected 1"));
  }

  @Test
  void onAMachineThatWasTooBusyAnEffectTooManyIsAFinding() {
    History twice =
        history()
            .expect(KEY, null, Map.of("payments.charge", 1), null)
            .charge("1", KEY) // 1..3
            .charge("2", KEY) // 4..6
            .external(KEY, "120.50", "applied")
            .external(KEY, "120.50", "applied")
            .starved()
            .quiet();

    assertThat(judge(twice))
        .isEqualTo(
            failed(
                new Finding(
                    NAME,
                    KEY,
                    "1/2026-01-31: payments.charge holds 2 times, expected 1",
                    5,
                    List.of(2L, 5L))));
  }

  @Test
  void onAMachineThatWasTooBusyAnEffectThatWasNotUndoneInTimeIsNotJudged() {
    History held =
        history()
            .expect(KEY, StateRole.UNDONE, Map.of("payments.charge", 0), null)
            .charge("1", KEY)
            .run("1", KEY, "MANUAL_REVIEW", 1)
            .external(KEY, "120.50", "applied")
            .execution(KEY, "MANUAL_REVIEW")
            .starved()
            .quiet();

    assertThat(judge(held))
        .isEqualTo(
            StarvationTest.doubt(
                NAME,
                "1/2026-01-31: expected to end undone; it ends as MANUAL_REVIEW",
                "1/2026-01-31: payments.charge holds 1 times, expected 0"));
  }

  @Test
  void passesOnAMachineThatWasTooBusy() {
    assertThat(judge(oneCharge().charge("1", KEY).settled(KEY).starved().quiet()))
        .isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void everythingAtOnce() {
    History all =
        oneCharge()
            .expect("2/x", StateRole.DONE, Map.of("payments.charge", 1), 1)
            .charge("1", KEY) // 1..3
            .charge("2", KEY) // 4..6
            .external(KEY, "120.50", "applied")
            .external(KEY, "120.50", "applied")
            .execution(KEY, "SUCCEEDED")
            .quiet(); // 7

    assertThat(judge(all))
        .isEqualTo(
            failed(
                new Finding(
                    NAME,
                    KEY,
                    "1/2026-01-31: outside systems received 2 requests with an effect, expected 1",
                    4,
                    List.of(1L, 4L)),
                new Finding(
                    NAME,
                    KEY,
                    "1/2026-01-31: payments.charge holds 2 times, expected 1",
                    5,
                    List.of(2L, 5L)),
                new Finding(
                    NAME,
                    "2/x",
                    "2/x: expected to end done; there is no execution",
                    7,
                    List.of(7L)),
                new Finding(
                    NAME, "2/x", "2/x: payments.charge holds 0 times, expected 1", 7, List.of(7L)),
                new Finding(
                    NAME,
                    "2/x",
                    "2/x: outside systems received 0 requests with an effect, expected 1",
                    7,
                    List.of(7L))));
  }

  private static History oneCharge() {
    return history().expect(KEY, StateRole.DONE, Map.of("payments.charge", 1), 1);
  }

  private static CheckResult failed(Finding... findings) {
    return CheckResult.of(NAME, List.of(findings), List.of());
  }

  private static CheckResult judge(History history) {
    return new AsExpected().judge(history.record());
  }
}
