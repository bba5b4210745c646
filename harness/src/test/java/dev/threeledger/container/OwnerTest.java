package dev.threeledger.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class OwnerTest {
  private static final Owner OWNER = new Owner(4711, 8123456, "build-7");

  @Test
  void isReadBackFromItsLabel() {
    assertThat(OWNER.label()).isEqualTo("4711-8123456@build-7");
    assertThat(Owner.parse(OWNER.label())).contains(OWNER);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {"", "4711", "4711@build-7", "x-1@build-7", "1-2@", "1-99999999999999999999@h"})
  void aLabelThatIsNotOursIsLeftAlone(String label) {
    assertThat(Owner.parse(label)).isEmpty();
  }

  @Test
  void isGoneWhenItsProcessIs() {
    assertThat(OWNER.isGone("build-7", pid -> OptionalLong.empty())).isTrue();
  }

  @Test
  void isGoneWhenAnotherProcessHasItsPid() {
    assertThat(OWNER.isGone("build-7", pid -> OptionalLong.of(9_000_000))).isTrue();
  }

  @Test
  void isThereWhenItsProcessIs() {
    assertThat(
            OWNER.isGone(
                "build-7", pid -> pid == 4711 ? OptionalLong.of(8123456) : OptionalLong.empty()))
        .isFalse();
  }

  @Test
  void nothingIsKnownOfAnotherHost() {
    assertThat(OWNER.isGone("build-8", pid -> OptionalLong.empty())).isFalse();
  }

  @Test
  void thisJvmIsThere() {
    Owner self = Owner.self();
    assertThat(self.pid()).isEqualTo(ProcessHandle.current().pid());
    assertThat(self.startTicks()).isPositive();
    assertThat(self.isGone(self.host(), Owner::startTicks)).isFalse();
  }
}
