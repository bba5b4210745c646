package dev.threeledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.cli.Harness.Said;
import dev.threeledger.environment.EnvironmentChoice;
import dev.threeledger.environment.containers.TestContainers;
import dev.threeledger.process.IgnoredSignals;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However a run with containers ends, it leaves nothing but evidence, or the next removes it. */
class ContainerCliIT {
  private static EnvironmentChoice choice;

  @TempDir private Path folder;

  @BeforeAll
  static void findContainers() {
    choice = TestContainers.choice();
  }

  private Harness run(String name, String cell) throws Exception {
    Path own = folder.resolve(name);
    List<String> args =
        new ArrayList<>(List.of("run", "--cell", cell, "--lanes", "1", "--report-dir"));
    args.add(own.resolve("reports").toString());
    args.addAll(choice.options());
    return Harness.start(own, args.toArray(String[]::new));
  }

  @Test
  void ctrlCRemovesContainersAndKeepsTheEvidence() throws Exception {
    IgnoredSignals.skipTestWhenIgnored("INT", 2);
    try (Harness harness = run("interrupted", "crash-after-commit/failure")) {
      harness.awaitOnTimeline("\"event\":\"WorkerReady\"");
      assertThat(TestContainers.madeBy(harness.pid())).hasSize(3);
      harness.signalGroup("INT");
      Said said = harness.said();
      assertThat(said.code()).as(said.out() + said.err()).isEqualTo(ExitCode.INTERRUPTED);
      assertThat(said.err()).isEmpty();
      assertThat(said.out()).contains("interrupted: the evidence so far is kept");
      assertLeavesNothing(harness);
      assertThat(harness.timelines())
          .singleElement()
          .satisfies(
              timeline ->
                  assertThat(timeline.resolveSibling("SHA256SUMS"))
                      .content()
                      .contains("timeline.jsonl"));
    }
  }

  @Test
  void whatAKilledRunLeftIsRemovedByTheNextWhichLeavesNothing() throws Exception {
    try (Harness killed = run("killed", "crash-after-commit/failure")) {
      killed.awaitOnTimeline("\"event\":\"WorkerReady\"");
      killed.signalGroup("KILL");
      assertThat(killed.said().code()).isEqualTo(128 + 9);
      killed.awaitNoneLeft();
      assertThat(TestContainers.madeBy(killed.pid())).hasSize(3);
      try (Harness next = run("next", "crash-after-commit/failure")) {
        next.awaitOnTimeline("\"event\":\"WorkerReady\"");
        next.noteProcesses();
        Said said = next.said();
        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(ExitCode.AS_EXPECTED);
        assertLeavesNothing(next);
      }
      assertThat(TestContainers.madeBy(killed.pid())).isEmpty();
    }
  }

  private static void assertLeavesNothing(Harness harness) throws Exception {
    assertThat(harness.processes()).as("workers and their guard").isGreaterThan(1);
    harness.awaitNoneLeft();
    assertThat(harness.tempFiles()).isEmpty();
    assertThat(TestContainers.madeBy(harness.pid())).isEmpty();
  }
}
