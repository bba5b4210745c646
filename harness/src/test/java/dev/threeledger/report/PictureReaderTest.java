package dev.threeledger.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PictureReaderTest {

  @Test
  void whatAWorkerHadOfTheCpusIsNoMoment() {
    List<Entry> entries =
        List.of(
            new Entry(1, 0, new Event.WorkerStarted("1", 42)),
            new Entry(2, 1_000_000, new Event.WorkerReady("1", 1)),
            new Entry(3, 2_000_000, new Event.WorkerWaited("1", 42, 945, 9059, 10_004)),
            new Entry(4, 3_000_000, new Event.WorkerExited("1", 42, null, "KILL", true)));

    Picture picture = PictureReader.read(entries, Optional.empty());

    assertThat(picture.moments()).extracting(Entry::seq).isEqualTo(List.of(1L, 2L, 4L));
  }
}
