package dev.threeledger.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.BatchSums;
import dev.threeledger.experiment.report.ExperimentReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Somebody who did not take part judges an experiment's folder again: a copy under another name, in
 * a directory with nothing else in it.
 */
class ExperimentRecheckIT {
  private static final String LEDGER = "candidate/normal/normal/1/ledgers/external.csv";
  @TempDir Path temporary;
  private Path copy;
  private String digest;

  @BeforeEach
  void aFolderIsCopied() throws Exception {
    BatchFolder batch = new SampleExperiment(temporary.resolve("reports")).write();
    ExperimentResult result = ExperimentJudge.judge(batch);
    ExperimentJson.write(batch, result);
    ExperimentReport.write(batch, result);
    digest = BatchSums.digest(batch);
    copy = Files.createDirectory(temporary.resolve("elsewhere")).resolve("the-evidence");
    try (Stream<Path> files = Files.walk(batch.path())) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(batch.path().relativize(file).toString()));
      }
    }
  }

  private record Said(int code, String text) {}

  private Said recheck(String... more) throws Exception {
    Path empty = Files.createTempDirectory(temporary, "empty");
    Path out = temporary.resolve("out");
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes,
                "dev.threeledger.cli.Main",
                "recheck",
                copy.toString()));
    command.addAll(List.of(more));
    Process process =
        new ProcessBuilder(command)
            .directory(empty.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("still running; it said " + Files.readString(out));
    }
    try (Stream<Path> left = Files.list(empty)) {
      assertThat(left).isEmpty();
    }
    return new Said(process.exitValue(), Files.readString(out));
  }

  private void edit(String file, String from, String to) throws IOException {
    Path path = copy.resolve(file);
    String text = Files.readString(path);
    assertThat(text).contains(from);
    Files.writeString(path, text.replace(from, to));
  }

  @Test
  void theSameDecisionComesOut() throws Exception {
    Said said = recheck("--digest", digest);

    assertThat(said.text())
        .isEqualTo(
            """
            GO           %s  one-or-the-other
            26 runs judged again from their evidence
            batch digest %s
            """
                .formatted(copy, digest));
    assertThat(said.code()).isZero();
  }

  @Test
  void anEditedByteIsNamed() throws Exception {
    edit(LEDGER, "120.50", "120.51");

    Said said = recheck();
    assertThat(said.text())
        .contains("CHANGED      " + LEDGER + " was changed\n")
        .contains(
            "DIFFERS      experiment.json: decision go is not what the evidence gives: stop\n");
    assertThat(said.code()).isEqualTo(1);
  }

  @Test
  void editedConclusionsAreNamed() throws Exception {
    edit("experiment.json", "\"asExpected\" : true", "\"asExpected\" : false");
    edit("index.html", "</html>", "</html> ");
    edit("baseline/normal/normal/2/verdict.json", "PASS", "FAIL");

    Said said = recheck();
    assertThat(said.text())
        .contains(
            "DIFFERS      experiment.json: asExpected false is not what the evidence gives: true\n")
        .contains("CHANGED      index.html was changed\n")
        .contains("CHANGED      baseline/normal/normal/2/verdict.json was changed: ")
        .startsWith("GO  ");
    assertThat(said.code()).isEqualTo(1);
  }

  @Test
  void sumsThatWereMadeToFitAreNoticedByTheDigest() throws Exception {
    edit(LEDGER, "120.50", "120.51");
    Path run = copy.resolve("candidate/normal/normal/1");
    Files.delete(run.resolve("SHA256SUMS"));
    dev.threeledger.evidence.RunFolder.open(run).seal();

    assertThat(recheck().text())
        .contains("CHANGED      candidate/normal/normal/1/SHA256SUMS was changed\n");
    Files.delete(copy.resolve("SHA256SUMS"));
    BatchSums.write(BatchFolder.open(copy));
    Said said = recheck("--digest", digest);
    assertThat(said.text()).endsWith("the evidence is not what it was\n");
    assertThat(said.code()).isEqualTo(1);
  }

  @Test
  void aTamperedThresholdIsRefused() throws Exception {
    edit("experiment.yaml", "at_least: 1", "at_least: 0");

    Said said = recheck();
    assertThat(said.text())
        .startsWith("REFUSED      " + copy + "\n")
        .contains("experiment.yaml is not the file that was registered");
    assertThat(said.code()).isEqualTo(1);
  }

  @Test
  void aRunThatWasTakenAwayIsNamed() throws Exception {
    try (Stream<Path> files = Files.walk(copy.resolve("candidate/normal/normal/1"))) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }

    Said said = recheck();
    assertThat(said.text())
        .startsWith("STOP  ")
        .contains("candidate/normal/normal/1 was not run")
        .contains("CHANGED      candidate/normal/normal/1/SHA256SUMS is missing\n");
    assertThat(said.code()).isEqualTo(1);
  }
}
