package dev.threeledger.check;

import static dev.threeledger.check.History.history;
import static dev.threeledger.check.Samples.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.timeline.Event.SecretSeen;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;

class SecretsMaskedTest {
  private static final String NAME = "secrets-masked";
  private static final String NONE =
      "the scenario plants no secret; only card numbers were looked for";

  @Test
  void emptyRunIsInconclusive() {
    assertThat(judge(history())).isEqualTo(CheckResult.inconclusive(NAME, Checks.NOTHING_HAPPENED));
  }

  @Test
  void passesWhenNothingWasSeen() {
    assertThat(judge(history().secrets("tok_live_9f").charge("1", KEY)))
        .isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void passesWithANoteWhenNothingWasPlanted() {
    assertThat(judge(history().charge("1", KEY)))
        .isEqualTo(CheckResult.of(NAME, List.of(), List.of(NONE)));
  }

  @Test
  void findsTheSecretAtTheEventThatCarriedIt() {
    History leaked =
        history()
            .secrets("tok_live_9f")
            .run("1", KEY, "RUNNING", 1) // 1, 2
            .add(new SecretSeen("table statement_run", "1", KEY, "secret 1", 1)); // 3

    assertThat(judge(leaked))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31: secret 1 stands in table statement_run, by worker 1",
                        1,
                        List.of(1L, 3L))),
                List.of()));
  }

  @Test
  void anUnansweredAttemptMayCarryWhatItLikes() {
    assertThat(judge(history().secrets("tok_live_9f").request("1", KEY).unanswered("1", KEY)))
        .isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void everythingAtOnce() {
    History all =
        history()
            .charge("1", KEY) // 1..3
            .add(new SecretSeen("log of worker 2", "2", null, "card number", -1)) // 4
            .add(new SecretSeen("ledger execution", null, KEY, "card number", -1)); // 5

    assertThat(judge(all))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME, null, "card number stands in log of worker 2", 4, List.of(4L)),
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31: card number stands in ledger execution",
                        5,
                        List.of(5L))),
                List.of(NONE)));
  }

  private static CheckResult judge(History history) {
    return new SecretsMasked().judge(history.record());
  }
}
