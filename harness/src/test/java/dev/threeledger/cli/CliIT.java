package dev.threeledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.cli.Harness.Said;
import dev.threeledger.process.IgnoredSignals;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user sees when something is wrong, and what is left behind: nothing but evidence. */
class CliIT {
  private static final Pattern COMMAND = Pattern.compile("(?m)^command:\\n(  - .*\\n)+");

  @TempDir private Path folder;

  private Harness run(String... more) throws Exception {
    List<String> args =
        new ArrayList<>(
            List.of("run", "--report-dir", folder.resolve("reports").toString(), "--lanes", "1"));
    args.addAll(List.of(more));
    return Harness.start(folder, args.toArray(String[]::new));
  }

  /** The reference subject beside its own files, with another command. */
  private Path subject(String text) throws Exception {
    return Files.writeString(folder.resolve("subject.yaml"), text);
  }

  private static String reference() throws Exception {
    return Files.readString(Path.of("reference-impl/subject.yaml"))
        .replace(
            "target/reference",
            Path.of("reference-impl/target/reference").toAbsolutePath().toString());
  }

  private static String withCommand(String command) throws Exception {
    return COMMAND.matcher(reference()).replaceFirst("command: " + command + "\n");
  }

  @Test
  void aSubjectThatExitsAtOnceIsDiagnosedAndItsEvidenceKept() throws Exception {
    Path subject = subject(withCommand("[sh, -c, 'echo no licence; exit 7']"));
    try (Harness harness = run("--subject", subject.toString(), "--cell", "normal")) {
      Said said = harness.said();
      assertThat(said)
          .isEqualTo(
              new Said(
                  ExitCode.SUBJECT_FAILED,
                  """
                  1 run of reference-executor, 1 lane side by side

                  verdict       cell           faults   duration  first deviation
                  INCONCLUSIVE  normal/normal <time>  the subject failed: worker 1 of reference-executor exited with code 7 b…

                  0 of 1 cells as expected, 0 PASS, 1 INCONCLUSIVE, 0 FAIL
                  batch digest <digest>
                  report: <folder>/reports/<batch>/index.html
                  """,
                  """
                  threeledger: worker 1 of reference-executor exited with code 7 before it was ready; last lines of <folder>/reports/<batch>/normal/normal/1/logs/worker-1.log:
                      no licence
                  """));
      assertThat(harness.timelines())
          .singleElement()
          .satisfies(CliIT::isSealed)
          .satisfies(
              timeline ->
                  assertThat(Harness.read(timeline)).contains("\"reason\":\"SUBJECT_FAILED\""));
      assertThat(harness.tempFiles()).isEmpty();
    }
  }

  @Test
  void sqlThatTheDatabaseRefusesIsBadInput() throws Exception {
    Path subject = subject(reference().replace("FROM job_run ORDER", "FROM job_rum ORDER"));
    try (Harness harness = run("--subject", subject.toString(), "--cell", "normal")) {
      Said said = harness.said();
      assertThat(said.err())
          .isEqualTo(
              "threeledger: <folder>/subject.yaml: execution ledger: ERROR: relation"
                  + " \"job_rum\" does not exist (at character 157 of the SQL)\n");
      assertThat(said.code()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(harness.tempFiles()).isEmpty();
    }
  }

  @Test
  void aReportFolderThatIsAFileEndsItBeforeAnythingStarts() throws Exception {
    Path file = Files.writeString(folder.resolve("reports"), "");
    try (Harness harness = run("--cell", "normal")) {
      assertThat(harness.said())
          .isEqualTo(
              new Said(
                  ExitCode.ENVIRONMENT_FAILED,
                  "1 run of reference-executor, 1 lane side by side\n",
                  "threeledger: cannot write <folder>/reports: it is a file, not a folder; choose"
                      + " another folder for reports\n"));
    }
    assertThat(file).isEmptyFile();
  }

  @Test
  void noToxiproxyAtTheAddressIsToldBeforeAnythingStarts() throws Exception {
    try (Harness harness = run("--cell", "normal", "--toxiproxy", "http://127.0.0.1:1")) {
      assertThat(harness.said())
          .isEqualTo(
              new Said(
                  ExitCode.ENVIRONMENT_FAILED,
                  "1 run of reference-executor, 1 lane side by side\n",
                  "threeledger: no Toxiproxy answers at http://127.0.0.1:1 (Connection refused);"
                      + " start one there, or leave --toxiproxy out to use the embedded one\n"));
      assertThat(folder.resolve("reports")).doesNotExist();
    }
  }

  @Test
  void ctrlCTwiceKeepsTheEvidenceAndLeavesNothing() throws Exception {
    IgnoredSignals.skipTestWhenIgnored("INT", 2);
    try (Harness harness = run("--cell", "crash-after-commit")) {
      harness.awaitOnTimeline("\"event\":\"WorkerReady\"");
      harness.signalGroup("INT");
      harness.signalGroup("INT");
      Said said = harness.said();
      assertThat(said.code()).isEqualTo(ExitCode.INTERRUPTED);
      assertThat(said.err()).isEmpty();
      assertThat(said.out())
          .endsWith(
              """
              interrupted: the evidence so far is kept
              report: <folder>/reports/<batch>/index.html
              """);
      harness.awaitNoneLeft();
      assertThat(harness.tempFiles()).isEmpty();
      assertThat(harness.timelines())
          .singleElement()
          .satisfies(CliIT::isSealed)
          .satisfies(CliIT::endsInterrupted);
      assertRechecks(harness.timelines().get(0).getParent());
    }
  }

  @Test
  void sigtermInTheStartLeavesNothing() throws Exception {
    try (Harness harness = run("--cell", "crash-after-commit")) {
      harness.awaitOnTimeline("\"event\":\"RunStarted\"");
      harness.signalGroup("TERM");
      assertThat(harness.said().code()).isEqualTo(128 + 15);
      harness.awaitNoneLeft();
      assertThat(harness.tempFiles()).isEmpty();
      assertThat(harness.timelines())
          .singleElement()
          .satisfies(CliIT::isSealed)
          .satisfies(CliIT::endsInterrupted);
    }
  }

  @Test
  void killingTheWholeProcessGroupEndsDatabaseAndWorkers() throws Exception {
    try (Harness harness = run("--cell", "crash-after-commit")) {
      harness.awaitOnTimeline("\"event\":\"WorkerStarted\"");
      harness.signalGroup("KILL");
      assertThat(harness.said().code()).isEqualTo(128 + 9);
      assertThat(harness.processes()).isGreaterThan(5);
      harness.awaitNoneLeft();
    }
  }

  private void assertRechecks(Path run) throws Exception {
    Path again = Files.createDirectory(folder.resolve("again"));
    try (Harness harness = Harness.start(again, "recheck", run.toString())) {
      Said said = harness.said();
      assertThat(said.code()).as(said.out() + said.err()).isEqualTo(ExitCode.AS_EXPECTED);
    }
  }

  private static void isSealed(Path timeline) {
    assertThat(timeline.resolveSibling("SHA256SUMS")).isNotEmptyFile();
    assertThat(timeline.resolveSibling("verdict.json")).isNotEmptyFile();
  }

  private static void endsInterrupted(Path timeline) {
    List<String> lines = Harness.read(timeline).lines().toList();
    assertThat(lines.get(lines.size() - 1))
        .contains("\"event\":\"RunStopped\",\"reason\":\"INTERRUPTED\"");
  }
}
