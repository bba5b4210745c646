package dev.threeledger.check;

import static dev.threeledger.check.History.history;
import static dev.threeledger.check.Samples.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;

class StableKeyTest {
  private static final String NAME = "stable-key";

  @Test
  void emptyRunIsInconclusive() {
    assertThat(judge(history())).isEqualTo(CheckResult.inconclusive(NAME, Checks.NOTHING_HAPPENED));
  }

  @Test
  void passesWhenEachKeyKeepsItsIdempotencyKeyAndBody() {
    History clean = history().charge("1", KEY).charge("2", KEY).charge("1", "2/x");

    assertThat(judge(clean)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void findsARetryWithAnotherIdempotencyKey() {
    History attempts =
        history()
            .request("1", KEY, "statement-1", "b") // 1
            .request("1", KEY, "statement-1", "b") // 2
            .request("1", KEY, "statement-2", "b"); // 3

    assertThat(judge(attempts))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "payments.charge for 1/2026-01-31: request 3 carries idempotency key"
                            + " statement-2, request 1 carried statement-1",
                        3,
                        List.of(1L, 3L))),
                List.of()));
  }

  @Test
  void anUnansweredAttemptAndItsRepeatCarryTheSame() {
    History lost = history().request("1", KEY).unanswered("1", KEY).charge("2", KEY);

    assertThat(judge(lost)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void passesWithANoteWithoutRequests() {
    assertThat(judge(history().trigger("1", KEY)))
        .isEqualTo(
            CheckResult.of(NAME, List.of(), List.of("no request with an effect was received")));
  }

  @Test
  void anOperationWithoutAnyIdempotencyKeyIsOneNote() {
    History bare =
        history()
            .request("1", KEY, null, "b1")
            .request("2", KEY, null, "b1")
            .request("1", "2/x", null, "b2");

    assertThat(judge(bare))
        .isEqualTo(
            CheckResult.of(
                NAME, List.of(), List.of("payments.charge carries no idempotency keys")));
  }

  @Test
  void findsARetryThatForgotItsIdempotencyKey() {
    History forgot = history().request("1", KEY, "k1", "b1").request("2", KEY, null, "b1"); // 1, 2

    assertThat(judge(forgot))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "request 2 to payments.charge carries no idempotency key",
                        2,
                        List.of(2L))),
                List.of()));
  }

  @Test
  void everythingAtOnce() {
    History all =
        history()
            .request("1", KEY, "k1", "b1") // 1
            .request("1", "2/x", "k1", "b2") // 2: k1 belongs to KEY
            .request("1", KEY, "k1", "other") // 3
            .request("1", "3/x", null, "b3") // 4
            .request("1", null, "k4", "b4"); // 5

    assertThat(judge(all))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        "2/x",
                        "idempotency key k1 of payments.charge for 1/2026-01-31 is carried by"
                            + " request 2, which is payments.charge for 2/x",
                        2,
                        List.of(1L, 2L)),
                    new Finding(
                        NAME,
                        KEY,
                        "payments.charge for 1/2026-01-31: request 3 carries body digest other,"
                            + " request 1 carried b1",
                        3,
                        List.of(1L, 3L)),
                    new Finding(
                        NAME,
                        "3/x",
                        "request 4 to payments.charge carries no idempotency key",
                        4,
                        List.of(4L))),
                List.of(
                    "not judged: payments.charge was asked at event 5 without a business key; what"
                        + " belongs together is not known")));
  }

  private static CheckResult judge(History history) {
    return new StableKey().judge(history.record());
  }
}
