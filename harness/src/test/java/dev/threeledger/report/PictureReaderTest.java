package dev.threeledger.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.threeledger.report.Picture.Lasting;
import dev.threeledger.report.Picture.Row;
import dev.threeledger.report.Picture.Span;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import java.util.List;
import java.util.Map;
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

  @Test
  void aDatabaseThatStandsStillDoesSoForEachWorkerThatHasSpokenToIt() {
    List<Entry> entries =
        List.of(
            new Entry(1, 0, new Event.StatementSent("1", 1, 1, "SELECT 1", List.of())),
            new Entry(2, 0, new Event.StatementSent("2", 2, 1, "SELECT 1", List.of())),
            new Entry(3, 1_000_000, new Event.DatabasePaused("f", Map.of("7", "T"))),
            new Entry(4, 2_000_000, new Event.DatabaseResumed("f")),
            new Entry(5, 3_000_000, new Event.DatabasePaused("g", Map.of("7", "T"))),
            new Entry(6, 4_000_000, new Event.FaultHealed("h")));

    Picture picture = PictureReader.read(entries, Optional.empty());

    assertThat(picture.spans())
        .filteredOn(span -> span.kind() == Lasting.PAUSED)
        .extracting(Span::row, Span::from, Span::to)
        .containsExactlyInAnyOrder(
            tuple(new Row("database", "1"), 3L, 4L),
            tuple(new Row("database", "2"), 3L, 4L),
            tuple(new Row("database", "1"), 5L, 6L),
            tuple(new Row("database", "2"), 5L, 6L));
  }

  @Test
  void aWorkerIsCutOffUntilItIsJoinedAgainOrToTheEnd() {
    List<Entry> entries =
        List.of(
            new Entry(1, 0, new Event.WorkerPartitioned("f", "1", "10.0.0.1", Map.of())),
            new Entry(2, 1_000_000, new Event.WorkerRejoining("f", "1")),
            new Entry(3, 2_000_000, new Event.WorkerRejoined("f", "1", Map.of("n", "10.0.0.1"))),
            new Entry(4, 3_000_000, new Event.WorkerPartitioned("g", "2", "10.0.0.2", Map.of())),
            new Entry(5, 4_000_000, new Event.FaultHealed("h")));

    Picture picture = PictureReader.read(entries, Optional.empty());

    assertThat(picture.spans())
        .extracting(Span::row, Span::kind, Span::from, Span::to)
        .containsExactlyInAnyOrder(
            tuple(new Row("worker 1", "1"), Lasting.TOXIC, 1L, 3L),
            tuple(new Row("worker 2", "2"), Lasting.TOXIC, 4L, 5L));
  }
}
