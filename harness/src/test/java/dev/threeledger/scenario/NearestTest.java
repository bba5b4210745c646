package dev.threeledger.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
  @Test
  void theFewestEditsWin() {
    assertThat(Nearest.to("atempts", List.of("state", "effects", "attempts"))).contains("attempts");
    assertThat(Nearest.to("BEFORE", List.of("after", "before"))).contains("before");
  }

  @Test
  void aWordThatIsTooDifferentSuggestsNothing() {
    assertThat(Nearest.to("xyz", List.of("state", "effects"))).isEmpty();
    assertThat(Nearest.unknown("key", "xyz", List.of("state", "effects")))
        .isEqualTo("unknown key 'xyz'; known: state, effects");
    assertThat(Nearest.unknown("key", "xyz", List.of()))
        .isEqualTo("unknown key 'xyz'; known: none");
  }
}
