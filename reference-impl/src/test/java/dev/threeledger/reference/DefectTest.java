package dev.threeledger.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DefectTest {
  private static final BigDecimal AMOUNT = new BigDecimal("120.57");

  @Test
  void hasTheDocumentedNames() {
    assertThat(Arrays.stream(Defect.values()).map(Defect::settingName))
        .containsExactly(
            "none",
            "random-key",
            "look-then-insert",
            "unconditional-update",
            "resend-with-new-id",
            "unbounded-retry",
            "no-take-over",
            "retry-permanent",
            "success-before-effect",
            "rounded-amount",
            "no-renewal",
            "select-then-update",
            "no-state-change",
            "no-lock-row",
            "unlock-by-name",
            "revives-finished",
            "heartbeat-stops-first",
            "upserts-the-start",
            "separate-completion",
            "counters-only",
            "success-without-work",
            "dispatch-before-persist",
            "persist-before-dispatch",
            "repeats-half",
            "guesses-rollback",
            "last-step-after-record",
            "key-with-attempt",
            "day-key",
            "resends-without-asking",
            "charges-twice-refunds-one",
            "wraps-permanent",
            "gives-up-early",
            "forgets-retries",
            "death-counts-twice",
            "no-retry-budget",
            "ignores-retry-after",
            "unbounded-catch-up",
            "first-come-first-served",
            "unowned-review",
            "replay-without-audit",
            "replay-any-state",
            "accepts-other-input",
            "logs-card",
            "records-card",
            "undo-after-reply",
            "undo-stops-at-failure",
            "undo-forward",
            "undo-with-new-key",
            "unbounded-undo",
            "compensated-too-soon",
            "skips-unknown-undo",
            "late-step",
            "undo-of-nothing-is-failure");
  }

  @Test
  void removesNoSafeguardByDefault() {
    assertThat(safeguards(Defect.NONE)).doesNotContain(false);
  }

  @Test
  void removesOneSafeguardAtMost() {
    for (Defect defect : Defect.values()) {
      assertThat(safeguards(defect).stream().filter(inPlace -> !inPlace))
          .as(defect.settingName())
          .hasSizeLessThanOrEqualTo(1);
    }
  }

  @Test
  void roundsToWholeUnits() {
    assertThat(Defect.ROUNDED_AMOUNT.charged(AMOUNT)).isEqualTo(new BigDecimal("121.00"));
  }

  @Test
  void takesANewKeyForTheSecondRequestOnly() {
    assertThat(Defect.RESEND_WITH_NEW_ID.requestKey("key", false)).isEqualTo("key");
    assertThat(Defect.RESEND_WITH_NEW_ID.requestKey("key", true)).isNotEqualTo("key");
  }

  private static List<Boolean> safeguards(Defect defect) {
    return List.of(
        defect.requestKey("key", false).equals("key"),
        defect.insertDecides(),
        defect.fences(),
        defect.asksFirst(),
        defect.boundsRetries(),
        defect.takesOver(),
        defect.boundsUndo(),
        defect.undoKey("key").equals("key"),
        defect.fencesSteps(),
        defect.heedsRefusals(),
        defect.effectBeforeRecord(),
        defect.charged(AMOUNT).equals(AMOUNT));
  }
}
