package dev.threeledger.check;

import static dev.threeledger.check.History.history;
import static dev.threeledger.check.Samples.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Event.ToxicAdded;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NoRetryStormTest {
  private static final String NAME = "no-retry-storm";
  private static final String CHARGE = "payments.charge";

  /** At most 3 repeats and 3 beginnings in 1 s per job type, 2 repeats per tenant. */
  private static History storm() {
    return history().subject(Samples.saga());
  }

  /** At most 3 repeats in 1 s per job type. */
  private static History budgetOnly() {
    Subject.Retry retry =
        new Subject.Retry("9", "60s", List.of(), null, new Subject.Rate("3", "1s", null, null));
    return history().subject(Samples.saga(retry, List.of()));
  }

  @Test
  void emptyRunIsInconclusive() {
    assertThat(judge(storm())).isEqualTo(CheckResult.inconclusive(NAME, Checks.NOTHING_HAPPENED));
  }

  @Test
  void passesWithANoteWhenTheSubjectDeclaresNoBudget() {
    assertThat(judge(history().charge("1", KEY).charge("1", KEY).charge("1", KEY)))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(),
                List.of("the subject declares no budget; only Retry-After was judged")));
  }

  @Test
  void passesWhenRepeatsAreSpread() {
    History spread = budgetOnly().execution(KEY, "order", "SUCCEEDED");
    for (int i = 0; i < 8; i++) {
      spread.at(i * 310L).asks("1", KEY, CHARGE, null);
    }

    assertThat(judge(spread)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void findsMoreRepeatsThanTheBudgetOverAllKeysAndWorkers() {
    History many =
        budgetOnly()
            .execution(KEY, "order", "RETRY_WAIT")
            .execution("2/x", "order", "RETRY_WAIT")
            .asks("1", KEY, CHARGE, null) // 1
            .asks("2", "2/x", CHARGE, null) // 2
            .at(100)
            .asks("1", KEY, CHARGE, null) // 3
            .asks("2", "2/x", CHARGE, null) // 4
            .at(500)
            .asks("1", KEY, CHARGE, null) // 5
            .at(900)
            .asks("2", "2/x", CHARGE, null); // 6

    assertThat(judge(many))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        "2/x",
                        "4 repeats of job type order within 800 ms; at most 3 may come in 1000 ms",
                        6,
                        List.of(3L, 4L, 5L, 6L))),
                List.of()));
  }

  @Test
  void unansweredAttemptsCountAndALatencyToxicExcuses() {
    History slow =
        budgetOnly()
            .execution(KEY, "order", "RETRY_WAIT")
            .add(new ToxicAdded("f", "1", "payments", "latency", ""))
            .request("1", KEY)
            .unanswered("1", KEY)
            .request("1", KEY)
            .unanswered("1", KEY)
            .request("1", KEY)
            .unanswered("1", KEY)
            .request("1", KEY)
            .unanswered("1", KEY)
            .request("1", KEY);

    assertThat(judge(slow))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(),
                List.of(
                    "4 repeats of job type order within 9 ms; at most 3 may come in 1000 ms; a"
                        + " latency toxic may have brought them together")));
  }

  @Test
  void findsWhoComesBackEarly() {
    History early =
        storm()
            .fails("1", KEY, CHARGE, null, 429, 2000L) // 1..3
            .at(1700)
            .asks("1", KEY, CHARGE, null); // 4

    assertThat(judge(early))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "payments.charge for 1/2026-01-31: request 2 comes 1698 ms after request 1 was"
                            + " answered 429 with Retry-After 2 s",
                        4,
                        List.of(1L, 3L, 4L))),
                List.of(
                    "1/2026-01-31: not counted among the repeats of job type: which is not known",
                    "1/2026-01-31: not counted among the repeats of tenant: which is not known",
                    "1/2026-01-31: not counted among the first requests of job type: which is not"
                        + " known")));
  }

  @Test
  void passesWhenItWaitsAsToldAndAnotherWorkerCouldNotKnow() {
    History waits =
        history()
            .fails("1", KEY, CHARGE, null, 503, 1000L)
            .at(1500)
            .asks("1", KEY, CHARGE, null)
            .fails("1", "2/x", CHARGE, null, 503, 1000L)
            .asks("2", "2/x", CHARGE, null);

    assertThat(judge(waits))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(),
                List.of("the subject declares no budget; only Retry-After was judged")));
  }

  @Test
  void onAMachineThatWasTooBusyMoreThanTwiceTheBudgetIsFound() {
    History storm = budgetOnly().execution(KEY, "order", "RETRY_WAIT");
    for (int i = 0; i < 8; i++) {
      storm.at(i * 100L).asks("1", KEY, CHARGE, null);
    }

    assertThat(judge(storm.starved()))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "7 repeats of job type order within 600 ms; at most 3 may come in 1000 ms",
                        8,
                        List.of(2L, 3L, 4L, 5L, 6L, 7L, 8L))),
                List.of()));
  }

  @Test
  void onAMachineThatWasTooBusyWhoComesBackInLessThanHalfOfTheTimeIsFound() {
    History early =
        budgetOnly()
            .execution(KEY, "order", "RETRY_WAIT")
            .fails("1", KEY, CHARGE, null, 429, 2000L) // 1..3
            .at(900)
            .asks("1", KEY, CHARGE, null) // 4
            .starved();

    assertThat(judge(early))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "payments.charge for 1/2026-01-31: request 2 comes 898 ms after request 1 was"
                            + " answered 429 with Retry-After 2 s",
                        4,
                        List.of(1L, 3L, 4L))),
                List.of()));
  }

  @Test
  void onAMachineThatWasTooBusyALittleTooMuchOrTooEarlyIsNotJudged() {
    History many = budgetOnly().execution(KEY, "order", "RETRY_WAIT");
    for (int i = 0; i < 5; i++) {
      many.at(i * 200L).asks("1", KEY, CHARGE, null);
    }
    History early =
        budgetOnly()
            .execution(KEY, "order", "RETRY_WAIT")
            .fails("1", KEY, CHARGE, null, 429, 2000L)
            .at(1700)
            .asks("1", KEY, CHARGE, null);
    History spread =
        budgetOnly()
            .execution(KEY, "order", "SUCCEEDED")
            .asks("1", KEY, CHARGE, null)
            .at(400)
            .asks("1", KEY, CHARGE, null);

    assertThat(judge(many.starved()))
        .isEqualTo(
            StarvationTest.doubt(
                NAME, "4 repeats of job type order within 600 ms; at most 3 may come in 1000 ms"));
    assertThat(judge(early.starved()))
        .isEqualTo(
            StarvationTest.doubt(
                NAME,
                "payments.charge for 1/2026-01-31: request 2 comes 1698 ms after request 1 was"
                    + " answered 429 with Retry-After 2 s"));
    assertThat(judge(spread.starved())).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void everythingAtOnce() {
    History all = storm();
    for (String key : List.of("1/a", "1/b", "1/c", "1/d")) {
      all.run("1", key, "RUNNING", 1, Map.of("tenant_id", "1"))
          .execution(key, "order", "SUCCEEDED");
    } // 1..8
    all.asks("1", "1/a", CHARGE, null) // 9
        .asks("1", "1/b", CHARGE, null) // 10
        .asks("1", "1/c", CHARGE, null) // 11
        .asks("1", "1/d", CHARGE, null) // 12: the fourth beginning
        .asks("1", "1/a", CHARGE, null) // 13
        .asks("1", "1/b", CHARGE, null) // 14
        .asks("1", "1/c", CHARGE, null) // 15: the tenant's third repeat
        .asks("1", "1/d", CHARGE, null); // 16: the job type's fourth repeat

    assertThat(judge(all))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        "1/d",
                        "4 first requests of job type order within 3 ms; at most 3 may come in 1000"
                            + " ms",
                        12,
                        List.of(9L, 10L, 11L, 12L)),
                    new Finding(
                        NAME,
                        "1/c",
                        "3 repeats of tenant 1 within 2 ms; at most 2 may come in 1000 ms",
                        15,
                        List.of(13L, 14L, 15L)),
                    new Finding(
                        NAME,
                        "1/d",
                        "4 repeats of job type order within 3 ms; at most 3 may come in 1000 ms",
                        16,
                        List.of(13L, 14L, 15L, 16L))),
                List.of()));
  }

  private static CheckResult judge(History history) {
    return new NoRetryStorm().judge(history.record());
  }
}
