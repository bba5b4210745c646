package dev.threeledger.check;

import static dev.threeledger.check.History.history;
import static dev.threeledger.check.Samples.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;

class AtMostOneEffectTest {
  private static final String NAME = "at-most-one-effect";

  @Test
  void emptyRunIsInconclusive() {
    assertThat(judge(history()))
        .isEqualTo(
            CheckResult.inconclusive(
                NAME, "nothing happened in this run: no trigger, no row change, no request"));
  }

  @Test
  void passesWhenEachKeyIsChargedOnce() {
    History clean =
        history()
            .charge("1", KEY)
            .charge("2", "2/2026-01-31")
            .external(KEY, "120.50", "applied")
            .external("2/2026-01-31", "120.50", "applied");

    assertThat(judge(clean)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void passesWithANoteWhenNothingTookEffect() {
    assertThat(judge(history().trigger("1", KEY)))
        .isEqualTo(CheckResult.of(NAME, List.of(), List.of("no effect was applied")));
  }

  @Test
  void findsTheSecondEffectOfAKey() {
    History twice =
        history()
            .charge("1", KEY) // 1..3
            .charge("2", KEY) // 4..6
            .external(KEY, "120.50", "applied")
            .external(KEY, "120.50", "applied");

    assertThat(judge(twice))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "payments.charge took effect 2 times for 1/2026-01-31:"
                            + " ch_1 at event 2, ch_2 at event 5",
                        5,
                        List.of(2L, 5L))),
                List.of()));
  }

  @Test
  void anUnansweredAttemptThatIsDeduplicatedLaterCountsOnce() {
    History lost =
        history()
            .request("1", KEY)
            .applied("1", KEY)
            .unanswered("1", KEY)
            .request("1", KEY)
            .deduplicated("1", KEY)
            .answered("1", KEY, 200)
            .external(KEY, "120.50", "applied");

    assertThat(judge(lost)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void anUndoneEffectMakesRoomForAnother() {
    History undone =
        history()
            .charge("1", KEY)
            .undone("1", KEY, "ch_1")
            .charge("1", KEY)
            .external(KEY, "120.50", "undone")
            .external(KEY, "120.50", "applied");

    assertThat(judge(undone)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void timelineAgainstExternalLedgerIsInconclusive() {
    History contradiction = history().charge("1", KEY).charge("1", KEY);

    assertThat(judge(contradiction.external(KEY, "120.50", "applied")))
        .isEqualTo(
            CheckResult.inconclusive(
                NAME,
                "timeline and external ledger contradict each other on payments.charge for"
                    + " 1/2026-01-31: 2 applied, 0 undone against 1 applied, 0 undone"));
  }

  @Test
  void everythingAtOnceGivesEachKeyItsFinding() {
    History all =
        history()
            .charge("1", KEY) // 1..3
            .request("1", "2/x") // 4
            .applied("1", "2/x") // 5
            .unanswered("1", "2/x") // 6, 7
            .charge("2", "2/x") // 8..10
            .charge("2", "3/x") // 11..13
            .charge("2", KEY) // 14..16
            .charge("2", null) // 17..19
            .unread("external");

    assertThat(judge(all))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        "2/x",
                        "payments.charge took effect 2 times for 2/x: ch_2 at event 5, ch_3 at event 9",
                        9,
                        List.of(5L, 9L)),
                    new Finding(
                        NAME,
                        KEY,
                        "payments.charge took effect 2 times for 1/2026-01-31:"
                            + " ch_1 at event 2, ch_5 at event 15",
                        15,
                        List.of(2L, 15L))),
                List.of(
                    "not judged: payments.charge took effect at event 18 without a business key;"
                        + " what belongs together is not known",
                    "not judged: the external ledger was not read; only the timeline speaks of"
                        + " effects")));
  }

  private static CheckResult judge(History history) {
    return new AtMostOneEffect().judge(history.record());
  }
}
