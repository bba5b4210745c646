package dev.threeledger.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.process.CpuSample.Times;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CpuSampleTest {

  @Test
  void readsTheFirstTwoFigures() {
    assertThat(CpuSample.parse("945000000 9059000000 412\n"))
        .contains(new Times(945_000_000, 9_059_000_000L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1 2", "1 2 3 4", "a 2 3", "1 -2 3", "99999999999999999999 2 3"})
  void whatHasAnotherFormIsNotCounted(String text) {
    assertThat(CpuSample.parse(text)).isEmpty();
  }

  @Test
  void countsEachThreadSinceTheEarlierSampleOrSinceItBegan() {
    Times ended = new Times(500, 500);
    Times before = new Times(100, 1000);
    CpuSample earlier = new CpuSample(Map.of(1L, before, 2L, ended, 3L, ended), 1_000);
    CpuSample later =
        new CpuSample(
            Map.of(1L, new Times(130, 1900), 3L, new Times(7, 9), 4L, new Times(20, 50)), 6_000);

    // 30 and 900 of thread 1; thread 2 has ended; another has taken the id 3; thread 4 is new
    assertThat(later.since(earlier)).isEqualTo(new Times(30 + 7 + 20, 900 + 9 + 50));
    assertThat(later.nanosSince(earlier)).isEqualTo(5_000);
  }

  @Test
  void ofNoLivingProcessThereIsNone() {
    assertThat(CpuSample.of(Set.of())).isEmpty();
  }
}
