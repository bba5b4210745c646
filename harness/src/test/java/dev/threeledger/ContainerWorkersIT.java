package dev.threeledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.threeledger.environment.EnvironmentChoice;
import dev.threeledger.environment.EnvironmentException;
import dev.threeledger.environment.containers.TestContainers;
import dev.threeledger.matrix.CellFilter;
import dev.threeledger.run.BatchRequest;
import dev.threeledger.run.BatchResult;
import dev.threeledger.run.BatchRun;
import dev.threeledger.run.CellOutcome;
import dev.threeledger.run.Progress;
import dev.threeledger.verdict.Landing;
import dev.threeledger.verdict.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workers that are containers of an image: killed, paused, shut down and started again by the
 * engine, they get the verdicts that processes get.
 */
class ContainerWorkersIT {
  private static final Path SUBJECT = Path.of("reference-impl/subject-image.yaml");
  private static final Path REPORTS = Path.of("harness/target/reports-container-workers");

  private static EnvironmentChoice choice;

  @BeforeAll
  static void anEngineAndTheImage() {
    choice = TestContainers.choice();
    TestContainers.demand("threeledger-test/reference-executor:0.1");
  }

  private static BatchRequest request(
      Path subject, EnvironmentChoice environment, List<String> sets, String... cells) {
    return request(Path.of("scenarios"), subject, environment, sets, cells);
  }

  private static BatchRequest request(
      Path scenarios,
      Path subject,
      EnvironmentChoice environment,
      List<String> sets,
      String... cells) {
    BatchRequest all = BatchRequest.in(Path.of(""));
    return new BatchRequest(
        List.of(scenarios),
        subject,
        all.outside(),
        REPORTS,
        new CellFilter(List.of(), List.of(), List.of(cells)),
        sets,
        false,
        1,
        1,
        2,
        environment,
        true);
  }

  @Test
  void theCorrectExecutorPassesAndEveryFaultLands() throws Exception {
    BatchResult result =
        new BatchRun(
                request(
                        SUBJECT,
                        choice,
                        List.of(),
                        "normal/normal",
                        "crash-after-commit/restarted",
                        "stale-holder/failure",
                        "worker-shutdown/failure",
                        "response-lost/failure")
                    .plan(),
                Progress.SILENT)
            .run();

    assertThat(result.stoppedBy()).isEmpty();
    assertThat(result.outcomes()).hasSize(5);
    for (CellOutcome outcome : result.outcomes()) {
      assertThat(outcome.verdict().verdict()).as(evidence(outcome)).isEqualTo(Verdict.PASS);
      assertThat(outcome.verdict().landings()).as(evidence(outcome)).allMatch(Landing::landed);
      assertThat(Files.readString(outcome.folder().resolve("environment.json")))
          .contains("\"subject image\" : \"threeledger-test/reference-executor:0.1 sha256:");
      assertThat(Files.readString(outcome.folder().resolve("logs/worker-1.log")))
          .contains("listens on port 8080");
    }
    nothingIsLeft();
  }

  @Test
  void aDefectIsFoundInTheImageToo() throws Exception {
    List<String> planted = List.of("defect=late-step", "payments.charge.deduplicates=true");
    BatchResult result =
        new BatchRun(
                request(SUBJECT, choice, planted, "stale-holder/failure").plan(), Progress.SILENT)
            .run();

    CellOutcome outcome = result.outcomes().get(0);
    assertThat(outcome.verdict().verdict()).as(evidence(outcome)).isEqualTo(Verdict.FAIL);
    assertThat(outcome.verdict().firstDeviation())
        .get()
        .extracting(finding -> finding.check())
        .isEqualTo("single-holder");
    nothingIsLeft();
  }

  @Test
  void aPartitionLandsAndOnlyWhoIsRefusedAfterItPasses() throws Exception {
    Path scenarios = Path.of("scenarios/containers");
    String late = "worker-partitioned/waits-for-the-database";
    BatchResult correct =
        new BatchRun(
                request(scenarios, SUBJECT, choice, List.of(), "worker-partitioned/failure", late)
                    .plan(),
                Progress.SILENT)
            .run();
    BatchResult defective =
        new BatchRun(
                request(scenarios, SUBJECT, choice, List.of("defect=unconditional-update"), late)
                    .plan(),
                Progress.SILENT)
            .run();

    assertThat(correct.outcomes()).hasSize(2);
    for (CellOutcome outcome : correct.outcomes()) {
      assertThat(outcome.verdict().verdict()).as(evidence(outcome)).isEqualTo(Verdict.PASS);
      assertThat(outcome.verdict().landings()).as(evidence(outcome)).allMatch(Landing::landed);
    }
    CellOutcome found = defective.outcomes().get(0);
    assertThat(found.verdict().verdict()).as(evidence(found)).isEqualTo(Verdict.FAIL);
    assertThat(found.verdict().landings()).as(evidence(found)).allMatch(Landing::landed);
    nothingIsLeft();
  }

  @Test
  void aFrozenSceneIsTakenDown() throws Exception {
    List<String> planted = List.of("defect=resends-without-asking");
    BatchResult result =
        new BatchRun(
                request(SUBJECT, choice, planted, "response-lost/stopped-before-a-second-charge")
                    .plan(),
                Progress.SILENT)
            .run();

    CellOutcome outcome = result.outcomes().get(0);
    String timeline = Files.readString(outcome.folder().resolve("timeline.jsonl"));
    assertThat(timeline).contains("\"StopConditionMet\"", "\"STOP_CONDITION\"");
    assertThat(outcome.verdict().verdict()).as(evidence(outcome)).isEqualTo(Verdict.FAIL);
    nothingIsLeft();
  }

  @Test
  void whatCannotRunIsRefusedBeforeAnythingRuns(@TempDir Path folder) throws Exception {
    assertThatThrownBy(
            () -> request(SUBJECT, EnvironmentChoice.embedded(), List.of(), "normal/normal").plan())
        .isInstanceOf(EnvironmentException.class)
        .hasMessage(
            "reference-impl/subject-image.yaml: 'image: threeledger-test/reference-executor:0.1'"
                + " makes each worker a container: run it with --environment containers, or give"
                + " the subject a command instead");

    Path missing =
        Files.writeString(
            folder.resolve("subject.yaml"),
            Files.readString(SUBJECT)
                .replace("threeledger-test/reference-executor:0.1", "threeledger-test/none:1"));
    BatchRun run =
        new BatchRun(request(missing, choice, List.of(), "normal/normal").plan(), Progress.SILENT);
    assertThatThrownBy(run::run)
        .isInstanceOf(EnvironmentException.class)
        .hasMessageStartingWith("the image threeledger-test/none:1 (" + missing + ": image) is not")
        .hasMessageEndingWith("build it, or name one that is there");
    nothingIsLeft();
  }

  private static String evidence(CellOutcome outcome) {
    return outcome.cell().id() + ", evidence " + outcome.folder();
  }

  private static void nothingIsLeft() throws Exception {
    assertThat(TestContainers.madeBy(ProcessHandle.current().pid())).isEmpty();
  }
}
