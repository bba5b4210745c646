package dev.threeledger.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LimitsTest {
  private final Limits limits = new Limits(3, 2);

  @Test
  void letsInAsManyOfATenantAsItMay() {
    assertThat(limits.enter(1)).isTrue();
    assertThat(limits.enter(1)).isTrue();
    assertThat(limits.enter(1)).isFalse();
    assertThat(limits.enter(2)).isTrue();
  }

  @Test
  void letsInAsManyAsItMayInAll() {
    limits.enter(1);
    limits.enter(1);
    limits.enter(2);

    assertThat(limits.full()).isTrue();
    assertThat(limits.enter(3)).isFalse();
    limits.leave(1);
    assertThat(limits.room(3)).isTrue();
    assertThat(limits.enter(1)).isTrue();
  }

  @Test
  void doesNotTakeBackWhatWasNotGiven() {
    limits.enter(1);

    assertThatThrownBy(() -> limits.leave(2)).isInstanceOf(IllegalStateException.class);
    assertThat(limits.full()).isFalse();
  }
}
