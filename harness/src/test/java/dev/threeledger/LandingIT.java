package dev.threeledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.matrix.Cell;
import dev.threeledger.matrix.CellFilter;
import dev.threeledger.run.BatchPlan;
import dev.threeledger.run.BatchRequest;
import dev.threeledger.run.BatchResult;
import dev.threeledger.run.BatchRun;
import dev.threeledger.run.CellOutcome;
import dev.threeledger.run.Progress;
import dev.threeledger.run.Rejudge;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.verdict.Landing;
import dev.threeledger.verdict.Verdict;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The landing proof is not vacuous: with the injector switched off no cell that plans a fault
 * passes. And the folder of a run is all that its verdict needs.
 *
 * <p>The quick profile takes one cell for each kind of fault; {@code -Dthreeledger.profile=long}
 * takes every cell with a fault.
 */
class LandingIT {
  private static BatchResult result;

  @BeforeAll
  static void runWithTheInjectorOff() throws Exception {
    BatchRequest all = BatchRequest.in(Path.of(""));
    BatchPlan off = chosen(notInjecting(all).plan());
    result = new BatchRun(off, Progress.SILENT).run();
    assertThat(result.stoppedBy()).isEmpty();
  }

  private static BatchRequest notInjecting(BatchRequest all) {
    return new BatchRequest(
        all.scenarios(),
        all.subject(),
        all.outside(),
        Path.of("harness/target/reports-not-injected"),
        CellFilter.all(),
        List.of(),
        false,
        1,
        1,
        all.lanes(),
        all.environment(),
        false);
  }

  private static BatchPlan chosen(BatchPlan plan) {
    if ("long".equals(System.getProperty("threeledger.profile"))) {
      return plan.with(plan.cells().stream().filter(c -> !kinds(c).isEmpty()).toList());
    }
    Set<Class<?>> kinds = new HashSet<>();
    BatchPlan firstOfEachKind =
        plan.with(plan.cells().stream().filter(cell -> kinds.addAll(kinds(cell))).toList());
    Set<Class<?>> expected = new HashSet<>(Set.of(FaultAction.class.getPermittedSubclasses()));
    expected.remove(FaultAction.Partition.class); // of containers only; these workers are processes
    assertThat(kinds).containsExactlyInAnyOrderElementsOf(expected);
    return firstOfEachKind;
  }

  private static List<Class<?>> kinds(Cell cell) {
    return cell.scenario().faults().stream()
        .<Class<?>>map(fault -> fault.action().getClass())
        .toList();
  }

  @Test
  void withoutInjectionEveryFaultIsReportedAsNotLanded() {
    assertThat(result.outcomes()).isNotEmpty();
    for (CellOutcome outcome : result.outcomes()) {
      assertThat(outcome.verdict().landings())
          .as(outcome.cell().id())
          .isNotEmpty()
          .noneMatch(Landing::landed);
    }
  }

  @Test
  void withoutInjectionNoCellPasses() {
    assertThat(result.outcomes())
        .extracting(outcome -> outcome.verdict().verdict())
        .doesNotContain(Verdict.PASS);
    assertThat(result.asExpected()).isFalse();
  }

  @Test
  void recheckGivesTheSameVerdictsFromTheFolderAlone() throws Exception {
    for (RunFolder run : BatchFolder.open(result.folder()).runs()) {
      Rejudge.Recheck recheck = Rejudge.recheck(run);
      assertThat(recheck.changed()).as(run.path().toString()).isEmpty();
      assertThat(recheck.now()).as(run.path().toString()).isEqualTo(recheck.before());
    }
  }

  @Test
  void recheckNoticesAnEditedByte(@TempDir Path temporary) throws Exception {
    Path copied = copy(result.outcomes().get(0).folder(), temporary.resolve("run"));
    Path timeline = copied.resolve("timeline.jsonl");
    String text = Files.readString(timeline);
    Files.writeString(
        timeline, text.replaceFirst("RunStarted", "RunStarted "), StandardCharsets.UTF_8);
    assertThat(RunFolder.open(copied).verify())
        .extracting(change -> change.text())
        .isEqualTo(List.of("timeline.jsonl was changed"));
  }

  private static Path copy(Path folder, Path copied) throws Exception {
    try (var files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        Path to = copied.resolve(folder.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(to);
        } else {
          Files.copy(file, to);
        }
      }
    }
    return copied;
  }
}
