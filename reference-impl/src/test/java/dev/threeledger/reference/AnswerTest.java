package dev.threeledger.reference;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerTest {

  @ParameterizedTest
  @ValueSource(ints = {200, 201})
  void isDoneWhenTheChargeIsNamed(int status) {
    assertThat(Answer.ofCharge(status, "ch_1"))
        .isEqualTo(new Answer(Answer.Kind.DONE, "ch_1", "status " + status));
  }

  @Test
  void isUnknownWhenSuccessNamesNoCharge() {
    assertThat(Answer.ofCharge(201, null).kind()).isEqualTo(Answer.Kind.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 409, 422, 302})
  void isRefusedForGood(int status) {
    assertThat(Answer.ofCharge(status, null).kind()).isEqualTo(Answer.Kind.REFUSED);
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 500, 502, 503, 504, 202, -1})
  void isUnknownWhenItMayHaveHappened(int status) {
    assertThat(Answer.ofCharge(status, null).kind()).isEqualTo(Answer.Kind.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(ints = {425, 429})
  void isNotSentWhenTurnedAwayUnread(int status) {
    assertThat(Answer.ofCharge(status, null).kind()).isEqualTo(Answer.Kind.NOT_SENT);
  }

  @Test
  void meansNotFoundOnlyWhenAskedByKey() {
    assertThat(Answer.ofFind(404, null).kind()).isEqualTo(Answer.Kind.NOT_FOUND);
    assertThat(Answer.ofFind(200, "ch_1").kind()).isEqualTo(Answer.Kind.DONE);
    assertThat(Answer.ofFind(503, null).kind()).isEqualTo(Answer.Kind.UNKNOWN);
    assertThat(Answer.ofFind(401, null).kind()).isEqualTo(Answer.Kind.REFUSED);
  }
}
