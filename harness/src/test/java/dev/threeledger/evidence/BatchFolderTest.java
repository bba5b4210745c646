package dev.threeledger.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchFolderTest {
  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-11-29T12:00:00Z"), ZoneOffset.UTC);

  @TempDir Path reports;

  @Test
  void drawsAnotherIdWhenTheFolderIsTaken() throws IOException {
    Iterator<String> ids = List.of("a1", "a1", "b2").iterator();

    BatchFolder first = BatchFolder.create(reports, NOON, ids::next);
    BatchFolder second = BatchFolder.create(reports, NOON, ids::next);

    assertThat(first.name()).isEqualTo("20261129-120000-a1");
    assertThat(second.name()).isEqualTo("20261129-120000-b2");
  }

  @Test
  void neverGivesOneRunFolderTwice() throws IOException {
    BatchFolder batch = BatchFolder.create(reports);
    batch.run("a/normal", 1);

    assertThatThrownBy(() -> batch.run("a/normal", 1))
        .isInstanceOf(EvidenceException.class)
        .hasMessage(
            "cannot write %s: it is already there, and evidence is never overwritten;"
                + " start a new run",
            batch.path().resolve("a/normal/1"));
  }

  @Test
  void refusesNamesThatLeaveTheBatch() throws IOException {
    BatchFolder batch = BatchFolder.create(reports);
    for (String id : List.of("../a", "a/..", "/a", "a//b", "", "a/b\nc")) {
      assertThatThrownBy(() -> batch.run(id, 1)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void listsRunsInOrderWithoutRechecks() throws IOException {
    BatchFolder batch = BatchFolder.create(reports);
    for (int attempt : List.of(10, 9)) {
      write(batch, "b/normal", attempt);
    }
    write(batch, "a/normal", 1).judgedAgain("recheck", VerdictJsonTest.fail());

    assertThat(BatchFolder.open(batch.path()).runs())
        .extracting(batch::place)
        .containsExactly("a/normal/1", "b/normal/9", "b/normal/10");
  }

  @Test
  void digestCoversTheDigestsOfAllRuns() throws IOException {
    BatchFolder batch = BatchFolder.create(reports);
    String a = write(batch, "a/normal", 1).seal();
    String b = write(batch, "b/normal", 1).seal();

    assertThat(batch.digest())
        .isEqualTo(Digests.ofText(a + "  a/normal/1\n" + b + "  b/normal/1\n"));
  }

  @Test
  void recheckStandsInANewSiblingAndNamesItsEvidence() throws IOException {
    BatchFolder batch = BatchFolder.create(reports);
    RunFolder run = write(batch, "a/normal", 1);
    String digest = run.seal();

    RunFolder first = run.judgedAgain("recheck", VerdictJsonTest.fail());
    RunFolder second = run.judgedAgain("recheck", VerdictJsonTest.fail());

    assertThat(batch.place(first)).isEqualTo("a/normal/1-recheck-1");
    assertThat(batch.place(second)).isEqualTo("a/normal/1-recheck-2");
    assertThat(first.path().resolve("verdict.json")).content().contains(digest);
    assertThat(run.verify()).isEmpty();
  }

  private static RunFolder write(BatchFolder batch, String cell, int attempt) throws IOException {
    RunFolder run = batch.run(cell, attempt);
    run.writeRun(RunFolderTest.asked());
    return run;
  }
}
