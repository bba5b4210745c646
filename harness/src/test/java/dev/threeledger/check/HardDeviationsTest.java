package dev.threeledger.check;

import static dev.threeledger.check.History.history;
import static dev.threeledger.check.Samples.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.scenario.StopCondition;
import dev.threeledger.timeline.Event.CancelNoted;
import dev.threeledger.timeline.Event.StopConditionMet;
import dev.threeledger.timeline.Event.ToxicAdded;
import dev.threeledger.verdict.Finding;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HardDeviationsTest {
  private static final String OTHER = "2/2026-01-31";

  // ── a second effect ────────────────────────────────────────────────────────────────────────

  @Test
  void aSecondEffectIsOneWhileTheFirstHolds() {
    History asked = history().charge("1", KEY).request("2", KEY); // 1..3, 4
    assertThat(before(asked, StopCondition.SECOND_EFFECT, 2))
        .contains(
            new HardDeviations.Deviation(
                "1/2026-01-31: request 2 was about to make payments.charge take effect a second"
                    + " time; ch_1 holds (event 2)",
                List.of(2L, 4L)));
  }

  @Test
  void theFirstEffectOneOfAnotherKeyAndOneAfterAnUndoAreNone() {
    assertThat(before(history().request("1", KEY), StopCondition.SECOND_EFFECT, 1)).isEmpty();
    assertThat(
            before(history().charge("1", OTHER).request("1", KEY), StopCondition.SECOND_EFFECT, 2))
        .isEmpty();
    assertThat(
            before(
                history().charge("1", KEY).undone("1", KEY, "ch_1").request("1", KEY),
                StopCondition.SECOND_EFFECT,
                3))
        .isEmpty();
    assertThat(before(history().request("1", null), StopCondition.SECOND_EFFECT, 1)).isEmpty();
  }

  // ── a stale holder's effect ────────────────────────────────────────────────────────────────

  private static History takenOver() {
    return history().run("1", KEY, "RUNNING", 1).run("2", KEY, "RUNNING", 2); // 1, 2 and 3, 4
  }

  @Test
  void aSupersededHoldersEffectIsStaleAndTheHoldersIsNot() {
    assertThat(before(takenOver().request("1", KEY), StopCondition.STALE_EFFECT, 1))
        .contains(
            new HardDeviations.Deviation(
                "1/2026-01-31: payments.charge by worker 1 was about to take effect though"
                    + " worker-2 with token 2 had claimed the key (event 3) before the request"
                    + " (event 5)",
                List.of(3L, 5L)));
    assertThat(before(takenOver().request("2", KEY), StopCondition.STALE_EFFECT, 1)).isEmpty();
  }

  @Test
  void whoAskedBeforeTheTakeOverWasCommittedIsNotStale() {
    History before =
        history().run("1", KEY, "RUNNING", 1).request("1", KEY).run("2", KEY, "RUNNING", 2);
    assertThat(before(before, StopCondition.STALE_EFFECT, 1)).isEmpty();
  }

  @Test
  void whatIsNotKnownForCertainStopsNothing() {
    assertThat(before(history().request("1", KEY), StopCondition.STALE_EFFECT, 1)).isEmpty();
    History ownClaim = takenOver().asked("1").request("1", KEY).run("1", KEY, "RUNNING", 3);
    assertThat(before(ownClaim, StopCondition.STALE_EFFECT, 1))
        .as("its own claim was being committed when it asked")
        .isEmpty();
    ToxicAdded latency = new ToxicAdded("slow", "1", "payments", "latency", "");
    assertThat(before(takenOver().add(latency).request("1", KEY), StopCondition.STALE_EFFECT, 1))
        .as("it may have been sent in time")
        .isEmpty();
  }

  // ── an effect after its undo ───────────────────────────────────────────────────────────────

  @Test
  void anEffectAfterItsUndoOrAfterTheKeysEndAsUndoneIsOne() {
    History undone = history().charge("1", KEY).undone("1", KEY, "ch_1").request("1", KEY);
    assertThat(before(undone, StopCondition.EFFECT_AFTER_UNDO, 3))
        .map(HardDeviations.Deviation::events)
        .contains(List.of(4L, 5L));
    History compensated =
        history()
            .run("1", KEY, "COMPENSATING", 1)
            .run("1", KEY, "COMPENSATED", 1)
            .request("1", KEY);
    assertThat(before(compensated, StopCondition.EFFECT_AFTER_UNDO, 1))
        .map(HardDeviations.Deviation::said)
        .contains(
            "1/2026-01-31: request 1 was about to make payments.charge take effect after the key"
                + " had come to its end as undone (event 3)");
  }

  @Test
  void anEffectAfterItsUndoWasNotedIsOne() {
    CancelNoted noted =
        new CancelNoted("1", "payments.refund", 9, "payments.charge", "k", "refund:k", KEY);
    assertThat(before(history().add(noted).request("1", KEY), StopCondition.EFFECT_AFTER_UNDO, 1))
        .map(HardDeviations.Deviation::events)
        .contains(List.of(1L, 2L));
    CancelNoted ofAnother =
        new CancelNoted("1", "payments.refund", 9, "payments.charge", "k", "refund:k", OTHER);
    assertThat(
            before(history().add(ofAnother).request("1", KEY), StopCondition.EFFECT_AFTER_UNDO, 1))
        .isEmpty();
  }

  @Test
  void anotherKeysUndoAndOneThatCameAfterTheRequestAreNone() {
    History other = history().charge("1", OTHER).undone("1", OTHER, "ch_1").request("1", KEY);
    assertThat(before(other, StopCondition.EFFECT_AFTER_UNDO, 3)).isEmpty();
    History later =
        history()
            .run("1", KEY, "COMPENSATING", 1)
            .request("1", KEY)
            .run("1", KEY, "COMPENSATED", 1);
    assertThat(before(later, StopCondition.EFFECT_AFTER_UNDO, 1)).isEmpty();
  }

  // ── a drill ────────────────────────────────────────────────────────────────────────────────

  @Test
  void theFirstEffectOfAllIsADrillsWhoeverItIsFor() {
    assertThat(before(history().request("1", null), StopCondition.FIRST_EFFECT, 1))
        .contains(
            new HardDeviations.Deviation(
                "request 1 was about to make payments.charge take effect, the first of the run",
                List.of(1L)));
    assertThat(
            before(history().charge("1", OTHER).request("1", KEY), StopCondition.FIRST_EFFECT, 2))
        .isEmpty();
  }

  @Test
  void aDrillIsNoChecksFinding() {
    History stopped =
        history()
            .request("1", KEY)
            .add(new StopConditionMet("first-effect", "1", "payments.charge", 1, KEY, 1));
    assertThat(Checks.names()).allSatisfy(check -> assertThat(findings(check, stopped)).isEmpty());
  }

  // ── findings ───────────────────────────────────────────────────────────────────────────────

  @Test
  void theCheckThatOwnsThePromiseHasAFindingAtTheStop() {
    History stopped =
        history()
            .charge("1", KEY) // 1..3
            .request("2", KEY) // 4
            .add(new StopConditionMet("second-effect", "2", "payments.charge", 2, KEY, 4)); // 5
    assertThat(findings("at-most-one-effect", stopped))
        .containsExactly(
            new Finding(
                "at-most-one-effect",
                KEY,
                "1/2026-01-31: request 2 was about to make payments.charge take effect a second"
                    + " time; ch_1 holds (event 2); it was withheld and the run stopped",
                5,
                List.of(2L, 4L, 5L)));
    assertThat(findings("single-holder", stopped)).isEmpty();
  }

  @Test
  void aStopThatItsEventsDoNotShowIsADoubt() {
    History stopped =
        history()
            .request("2", KEY)
            .add(new StopConditionMet("second-effect", "2", "payments.charge", 1, KEY, 1));
    Findings findings = new Findings("at-most-one-effect");
    HardDeviations.judge("at-most-one-effect", stopped.record(), findings);
    assertThat(findings.result().reason())
        .isEqualTo(
            "the run was stopped for second-effect at event 2, and the events before it do not"
                + " show why");
  }

  private static List<Finding> findings(String check, History history) {
    Findings findings = new Findings(check);
    HardDeviations.judge(check, history.record(), findings);
    return findings.result().findings();
  }

  private static Optional<HardDeviations.Deviation> before(
      History history, StopCondition condition, long request) {
    return HardDeviations.before(history.record(), condition, request);
  }
}
