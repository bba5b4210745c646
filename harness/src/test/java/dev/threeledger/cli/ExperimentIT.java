package dev.threeledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.cli.Harness.Said;
import dev.threeledger.process.IgnoredSignals;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An experiment that the user ends: evidence is left, and nothing else. */
class ExperimentIT {
  private static final String FILE = "harness/src/test/resources/experiment-runs/small.yaml";

  @TempDir private Path folder;

  @Test
  void ctrlCKeepsTheEvidenceLeavesNothingAndIsNeverAGo() throws Exception {
    IgnoredSignals.skipTestWhenIgnored("INT", 2);
    String reports = folder.resolve("reports").toString();
    try (Harness harness = Harness.start(folder, "experiment", FILE, "--report-dir", reports)) {
      harness.awaitOnTimeline("\"event\":\"WorkerReady\"");
      harness.signalGroup("INT");
      Said said = harness.said();
      assertThat(said.code()).isEqualTo(ExitCode.INTERRUPTED);
      assertThat(said.err()).isEmpty();
      assertThat(said.out())
          .contains("\nSTOP, not as expected: small\n")
          .endsWith(
              """
              interrupted: the evidence so far is kept
              report: <folder>/reports/<batch>/index.html
              """);
      harness.awaitNoneLeft();
      assertThat(harness.tempFiles()).isEmpty();
      List<Path> timelines = harness.timelines();
      assertThat(timelines).isNotEmpty();
      assertThat(timelines)
          .allSatisfy(timeline -> assertThat(timeline.resolveSibling("SHA256SUMS")).exists());
      Path batch;
      try (java.util.stream.Stream<Path> batches = Files.list(folder.resolve("reports"))) {
        batch = batches.findFirst().orElseThrow();
      }
      assertThat(Files.readString(batch.resolve("SHA256SUMS")))
          .contains("  registered.json\n", "  experiment.yaml\n")
          .doesNotContain("stopped.json");
      assertThat(batch.resolve("stopped.json")).doesNotExist();
    }
  }
}
