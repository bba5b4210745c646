package dev.threeledger.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.ledger.Ledgers;
import dev.threeledger.ledger.StoredLedger;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Timeline;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
  @TempDir Path reports;
  private BatchFolder batch;
  private RunFolder run;

  @BeforeEach
  void createRun() throws IOException {
    batch = BatchFolder.create(reports);
    run = batch.run("crash-after-commit/failure", 1, new Masker(List.of("canary-7f3a")));
  }

  @Test
  void laysFilesOutAsDocumented() throws IOException {
    writeAll();
    String digest = run.seal();

    assertThat(run.path()).isEqualTo(batch.path().resolve("crash-after-commit/failure/1"));
    assertThat(run.sums().orElseThrow().lines().map(line -> line.substring(66)))
        .containsExactly(
            "environment.json",
            "ledgers/business.csv",
            "ledgers/execution.csv",
            "logs/worker-1.log",
            "raw/waits.txt",
            "run.yaml",
            "timeline.jsonl");
    assertThat(run.digest()).contains(digest);
    assertThat(run.verify()).isEmpty();
  }

  @Test
  void keepsEveryLineOfAThreadThatIsInterrupted() throws IOException {
    Writer timeline = run.timelineWriter();
    timeline.write("{\"seq\":1}\n");
    Thread.currentThread().interrupt();
    try {
      timeline.write("{\"seq\":2}\n");
      timeline.close();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }

    assertThat(run.path().resolve("timeline.jsonl")).hasContent("{\"seq\":1}\n{\"seq\":2}");
  }

  @Test
  void sumsAreReadableBySha256sum() throws Exception {
    writeAll();
    run.seal();

    Process check =
        new ProcessBuilder("sha256sum", "-c", "--strict", "--quiet", "SHA256SUMS")
            .directory(run.path().toFile())
            .redirectErrorStream(true)
            .redirectOutput(reports.resolve("check.txt").toFile())
            .start();

    assertThat(check.waitFor()).as(Files.readString(reports.resolve("check.txt"))).isZero();
  }

  @Test
  void noticesEveryChangedByteOfEveryRawFile() throws IOException {
    writeAll();
    run.seal();
    for (Path file : Digests.files(run.path())) {
      String name = Digests.relative(run.path(), file);
      byte[] original = Files.readAllBytes(file);
      for (int i = 0; !name.equals("SHA256SUMS") && i < original.length; i++) {
        byte[] changed = original.clone();
        changed[i] ^= 1;
        Files.write(file, changed);
        assertThat(run.verify()).containsExactly(new FileChange(name, FileChange.Kind.CHANGED));
      }
      Files.write(file, original);
    }
    assertThat(run.verify()).isEmpty();
  }

  @Test
  void noticesMissingAndAddedFilesButNotVerdictAndReport() throws IOException {
    writeAll();
    run.seal();
    Files.delete(run.path().resolve("raw/waits.txt"));
    Files.writeString(run.path().resolve("raw/other.txt"), "");
    Files.writeString(run.path().resolve("verdict.json"), "{}");
    run.writeReport("<p>");

    assertThat(run.verify())
        .extracting(FileChange::text)
        .containsExactly("raw/other.txt was added", "raw/waits.txt is missing");
  }

  @Test
  void editedSumsGiveAnotherDigest() throws IOException {
    writeAll();
    String digest = run.seal();
    Path business = run.path().resolve("ledgers/business.csv");
    String before = Digests.ofFile(business);
    Files.writeString(business, "key,kind,amount,state\r\n");
    Path sums = run.path().resolve("SHA256SUMS");
    Files.writeString(sums, Files.readString(sums).replace(before, Digests.ofFile(business)));

    assertThat(run.verify()).isEmpty();
    assertThat(run.digest().orElseThrow()).isNotEqualTo(digest);
  }

  @Test
  void refusesToWriteAnythingTwiceOrAfterTheSeal() throws IOException {
    writeAll();
    assertThatThrownBy(() -> run.writeRaw("waits.txt", "again"))
        .isInstanceOf(EvidenceException.class)
        .hasMessage(
            "cannot write %s: it is already there, and evidence is never overwritten;"
                + " start a new run",
            run.path().resolve("raw/waits.txt"));
    assertThat(run.path().resolve("raw/waits.txt")).hasContent("none");
    run.seal();
    assertThatThrownBy(() -> run.writeRaw("late.txt", "late"))
        .isInstanceOf(EvidenceException.class)
        .hasMessageEndingWith("raw/late.txt: the run is sealed; start a new run");
  }

  @Test
  void keepsNamesInsideTheFolder() {
    assertThatThrownBy(() -> run.writeRaw("../../elsewhere", "x"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void givesBackWhatWasWritten() throws IOException {
    writeAll();
    run.seal();

    RunFolder again = RunFolder.open(run.path());
    assertThat(again.readRun()).isEqualTo(asked());
    assertThat(again.readLedgers()).isEqualTo(ledgers());
    assertThat(again.readLedgers(10)).isEqualTo(ledgers());
    assertThat(again.readLedgers(10).business().orElseThrow()).isInstanceOf(StoredLedger.class);
    assertThat(again.readTimeline())
        .containsExactly(
            new Entry(1, 0, new Event.RunStarted("crash-after-commit", "failure", 1, 7)),
            new Entry(2, 0, new Event.LedgerRead("business", 1)));
    assertThat(again.readEnvironment().at("/notApplicable/consumer-offsets").asText())
        .isEqualTo("not applicable: no consumer is declared");
    assertThat(again.readVerdict()).isEmpty();
  }

  @Test
  void eachLineIsInTheFileBeforeTheTimelineIsClosed() throws IOException {
    Timeline timeline = new Timeline(run.timelineWriter(), () -> 0);
    timeline.append(new Event.LedgerRead("due", 3));

    assertThat(run.path().resolve("timeline.jsonl"))
        .hasContent(
            "{\"seq\":1,\"atNanos\":0,\"event\":\"LedgerRead\",\"ledger\":\"due\",\"rows\":3}");
    timeline.close();
  }

  @Test
  void masksWhateverEntersAFile() throws IOException {
    Timeline timeline = new Timeline(run.timelineWriter(), () -> 4111111111111111L);
    timeline.append(
        new Event.TriggerAnswered(1, "1", "job", "k", 200, "{\"note\":\"canary-7f3a\"}"));
    timeline.close();
    Path log = run.log("1");
    Files.write(log, new byte[] {(byte) 0xff, '\n'});
    Files.writeString(
        log, "card 4111 1111 1111 1111, canary-7f3a\n", java.nio.file.StandardOpenOption.APPEND);
    run.writeRaw("stats.json", Trees.object().put("lsn", 4111111111111111L));
    run.seal();

    assertThat(run.path().resolve("timeline.jsonl"))
        .content()
        .contains("\"body\":\"{\\\"note\\\":\\\"[secret]\\\"}\"");
    assertThat(Files.readAllBytes(log)).startsWith(0xff, '\n');
    assertThat(Files.readString(log, java.nio.charset.StandardCharsets.ISO_8859_1))
        .endsWith("card [card …1111], [secret]\n".replace("…", "\u00e2\u0080\u00a6"));
    assertThat(run.path().resolve("raw/stats.json")).content().contains("4111111111111111");
    assertThat(run.masker().sightings())
        .containsExactly(
            new Masker.Sighting("logs/worker-1.log", "card number", 1),
            new Masker.Sighting("logs/worker-1.log", "secret", 1),
            new Masker.Sighting("timeline.jsonl", "secret", 1));
  }

  @Test
  void eachLifeOfAWorkerHasItsOwnLog() throws IOException {
    assertThat(List.of(run.log("1"), run.log("1"), run.log("prepare")))
        .extracting(path -> Digests.relative(run.path(), path))
        .containsExactly("logs/worker-1.log", "logs/worker-1.2.log", "logs/prepare.log");
  }

  @Test
  void folderThatIsNoRunIsToldSo() {
    assertThatThrownBy(() -> RunFolder.open(reports))
        .isInstanceOf(EvidenceException.class)
        .hasMessageContaining("is not the folder of a run: it has no run.yaml");
  }

  @Test
  void keepsWhichRunItReplays() throws Exception {
    RunAsked asked = asked();
    ReplayOf replays =
        new ReplayOf(
            "reports/20261201-010203-abcd/crash/failure/1",
            "ab12",
            List.of(new Change("version of java", "17.0.9", "17.0.10")));
    RunAsked replay =
        new RunAsked(
            asked.cell(),
            asked.origin(),
            asked.seed(),
            asked.attempt(),
            asked.options(),
            asked.scenarioFile(),
            asked.subjectFile(),
            asked.settings(),
            asked.scenario(),
            asked.subject(),
            asked.side(),
            asked.registered(),
            replays);
    run.writeRun(replay);
    assertThat(run.readRun().replays()).isEqualTo(replays);
  }

  @Test
  void whatIsSaidAboutARunStandsBesideItAndIsWrittenOnce() throws Exception {
    writeAll();
    run.seal();
    RunFolder beside = run.beside("resolution");
    beside.writeNote("resolution.md", "paid with 4111 1111 1111 1111");
    assertThat(beside.path()).isEqualTo(run.path().resolveSibling("1-resolution-1"));
    assertThat(run.beside("resolution").path())
        .isEqualTo(run.path().resolveSibling("1-resolution-2"));
    assertThat(beside.path().resolve("resolution.md")).hasContent("paid with [card …1111]");
    assertThatThrownBy(() -> beside.writeNote("resolution.md", "again"))
        .isInstanceOf(EvidenceException.class);
    assertThat(run.verify()).isEmpty();
  }

  private void writeAll() throws IOException {
    run.writeRun(asked());
    run.writeEnvironment(
        EnvironmentRecord.here(reports)
            .notApplicable("consumer-offsets", "no consumer is declared"));
    try (Writer writer = run.timelineWriter();
        Timeline timeline = new Timeline(writer, () -> 0)) {
      timeline.append(new Event.RunStarted("crash-after-commit", "failure", 1, 7));
      timeline.append(new Event.LedgerRead("business", 1));
    }
    Files.writeString(run.log("1"), "started\n");
    run.writeRaw("waits.txt", "none");
    run.writeLedgers(ledgers());
  }

  static RunAsked asked() {
    return new RunAsked(
        "crash-after-commit/failure",
        "crash-after-commit/failure",
        20260131,
        1,
        List.of(),
        "scenarios/statement/crash-after-commit.yaml",
        "reference-impl/subject.yaml",
        Map.of("lease", "400ms"),
        Trees.object().put("scenario", "crash-after-commit").put("date", "2026-01-31"),
        Trees.object().put("subject", "reference-executor"),
        "",
        null);
  }

  static Ledgers ledgers() {
    Map<String, String> columns = new LinkedHashMap<>();
    columns.put("key", "1/2026-01-31");
    columns.put("kind", "statement");
    columns.put("amount", "120.50");
    columns.put("note", "");
    LedgerRow row =
        new LedgerRow("1/2026-01-31", "statement", new BigDecimal("120.50"), null, columns);
    return new Ledgers(
        Optional.of(List.of(row)), Optional.empty(), Optional.of(List.of()), Optional.empty());
  }
}
