package dev.threeledger.check;

import static dev.threeledger.check.History.history;
import static dev.threeledger.check.Samples.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.timeline.Event.TriggerUnanswered;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyBodyAgreeTest {
  private static final String NAME = "key-body-agree";

  @Test
  void emptyRunIsInconclusive() {
    assertThat(judge(history())).isEqualTo(CheckResult.inconclusive(NAME, Checks.NOTHING_HAPPENED));
  }

  @Test
  void passesWithANoteWithoutInputs() {
    assertThat(judge(history().trigger("1", KEY).trigger("1", KEY)))
        .isEqualTo(
            CheckResult.of(NAME, List.of(), List.of("no trigger with an input was answered")));
  }

  @Test
  void passesWhenTheOtherInputIsRefusedAndTheSameIsNot() {
    History clean =
        history()
            .sends(1, KEY, "a")
            .answers(1, KEY, 202)
            .charge("1", KEY)
            .sends(2, KEY, "b")
            .answers(2, KEY, 409)
            .sends(3, KEY, "a")
            .answers(3, KEY, 200)
            .request("1", KEY)
            .deduplicated("1", KEY);

    assertThat(judge(clean)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void findsTheSecondInputThatIsAccepted() {
    History both =
        history()
            .sends(1, KEY, "a") // 1
            .sends(2, KEY, "b") // 2
            .answers(2, KEY, 202) // 3
            .answers(1, KEY, 202); // 4

    assertThat(judge(both))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31: trigger 1 is accepted (202) with another input than trigger 2"
                            + " was",
                        4,
                        List.of(1L, 2L, 3L, 4L))),
                List.of()));
  }

  @Test
  void anUnansweredTriggerBindsNobody() {
    History lost =
        history()
            .sends(1, KEY, "a")
            .add(new TriggerUnanswered(1, "1", "order", KEY, "reset"))
            .sends(2, KEY, "b")
            .answers(2, KEY, 202);

    assertThat(judge(lost)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void everythingAtOnce() {
    History all =
        history()
            .sends(1, KEY, "a") // 1
            .answers(1, KEY, 202) // 2
            .request("1", KEY, "k", "body-a") // 3
            .unanswered("1", KEY) // 4, 5
            .sends(2, KEY, "b") // 6
            .answers(2, KEY, 422) // 7
            .request("1", KEY, "k2", "body-b") // 8
            .applied("1", KEY) // 9
            .sends(3, KEY, "c") // 10
            .answers(3, KEY, 503); // 11

    assertThat(judge(all))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "1/2026-01-31: payments.charge takes effect with another body than before"
                            + " trigger 2, which was refused (422) for its other input",
                        9,
                        List.of(3L, 6L, 7L, 8L, 9L))),
                List.of(
                    "1/2026-01-31: trigger 3 with another input is answered 503; a refusal says 409"
                        + " or 422")));
  }

  private static CheckResult judge(History history) {
    return new KeyBodyAgree().judge(history.record());
  }
}
