package dev.threeledger.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerTest {
  private static final Map<String, String> CHARGE = Map.of("id", "ch_1");

  @ParameterizedTest
  @ValueSource(ints = {200, 201})
  void isDoneWhenTheChargeIsNamed(int status) {
    assertThat(Answer.ofStep(status, CHARGE))
        .isEqualTo(new Answer(Answer.Kind.DONE, "ch_1", "status " + status));
  }

  @Test
  void isUnknownWhenSuccessNamesNoCharge() {
    assertThat(Answer.ofStep(201, Map.of()).kind()).isEqualTo(Answer.Kind.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 409, 422, 302})
  void isRefusedForGood(int status) {
    assertThat(Answer.ofStep(status, Map.of()).kind()).isEqualTo(Answer.Kind.REFUSED);
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 500, 502, 503, 504, 202, -1})
  void isUnknownWhenItMayHaveHappened(int status) {
    assertThat(Answer.ofStep(status, Map.of()).kind()).isEqualTo(Answer.Kind.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(ints = {425, 429})
  void isNotSentWhenTurnedAwayUnread(int status) {
    assertThat(Answer.ofStep(status, Map.of()).kind()).isEqualTo(Answer.Kind.NOT_SENT);
  }

  @Test
  void meansNotFoundOnlyWhenAskedByKey() {
    assertThat(Answer.ofFind(404, Map.of()).kind()).isEqualTo(Answer.Kind.NOT_FOUND);
    assertThat(Answer.ofFind(200, CHARGE).kind()).isEqualTo(Answer.Kind.DONE);
    assertThat(Answer.ofFind(503, Map.of()).kind()).isEqualTo(Answer.Kind.UNKNOWN);
    assertThat(Answer.ofFind(401, Map.of()).kind()).isEqualTo(Answer.Kind.REFUSED);
  }

  @Test
  void saysThatAStepWasCancelledAndRepeatsNoOtherWordOfThePartner() {
    assertThat(Answer.ofStep(409, Map.of("error", "cancelled")))
        .isEqualTo(new Answer(Answer.Kind.REFUSED, null, "status 409, cancelled"));
    assertThat(Answer.ofStep(409, Map.of("error", "4111 1111 1111 1111")).detail())
        .isEqualTo("status 409");
  }

  @Test
  void isDoneWhenThereIsNothingToUndoOrNoMore() {
    Answer nothing = Answer.ofUndo(200, Map.of("status", "nothing-to-undo"));
    Answer before = Answer.ofUndo(409, Map.of("error", "already-undone"));
    Answer undone = Answer.ofUndo(201, Map.of("id", "rf_1", "status", "refunded"));

    assertThat(nothing.kind()).isEqualTo(Answer.Kind.DONE);
    assertThat(nothing.nothingToUndo()).isTrue();
    assertThat(before.kind()).isEqualTo(Answer.Kind.DONE);
    assertThat(before.nothingToUndo()).isFalse();
    assertThat(undone).isEqualTo(new Answer(Answer.Kind.DONE, "rf_1", "status 201"));
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 403, 404, 422})
  void leavesARefusedUndoToAHuman(int status) {
    assertThat(Answer.ofUndo(status, Map.of()).kind()).isEqualTo(Answer.Kind.REFUSED);
    assertThat(Answer.ofUndo(500, Map.of()).kind()).isEqualTo(Answer.Kind.UNKNOWN);
  }
}
