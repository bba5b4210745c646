package dev.threeledger.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShieldTest {
  private final Shield shield = new Shield(Thread.currentThread());

  @AfterEach
  void leavesNoInterrupt() {
    Thread.interrupted();
  }

  @Test
  void interruptsALaneThatIsNotShielded() {
    shield.interrupt();
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    assertThat(shield.asked()).isTrue();
  }

  @Test
  void deliversAnInterruptAfterTheShieldedWork() {
    boolean seenInside =
        shield.during(
            () -> {
              shield.interrupt();
              return shield.during(() -> Thread.currentThread().isInterrupted());
            });
    assertThat(seenInside).isFalse();
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }

  @Test
  void hidesAnEarlierInterruptFromTheShieldedWork() {
    shield.interrupt();
    assertThat(
            shield.<Boolean, RuntimeException>during(() -> Thread.currentThread().isInterrupted()))
        .isFalse();
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }

  @Test
  void interruptsNobodyWhoWasNotAskedToEnd() {
    shield.during(() -> null);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(shield.asked()).isFalse();
  }
}
