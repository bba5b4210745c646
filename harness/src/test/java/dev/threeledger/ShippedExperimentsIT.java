package dev.threeledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.experiment.ExperimentJson;
import dev.threeledger.experiment.ExperimentJudge;
import dev.threeledger.experiment.ExperimentPlan;
import dev.threeledger.experiment.ExperimentRecheck;
import dev.threeledger.experiment.ExperimentResult;
import dev.threeledger.experiment.ExperimentResult.Stopped;
import dev.threeledger.experiment.ExperimentRun;
import dev.threeledger.experiment.StopRule;
import dev.threeledger.experiment.report.ExperimentReport;
import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.run.Progress;
import dev.threeledger.verdict.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Each experiment that is shipped ends as its {@code expect:} says, and judging its folder again
 * gives the same. Leaves {@code reports/<batch>/} behind.
 *
 * <p>The quick profile runs {@code experiment.yaml}; {@code -Dthreeledger.profile=long} those under
 * {@code scenarios/experiments} too.
 */
class ShippedExperimentsIT {

  @TestFactory
  Stream<DynamicTest> endAsTheyState() throws Exception {
    List<Path> files = new ArrayList<>(List.of(Path.of("experiment.yaml")));
    if ("long".equals(System.getProperty("threeledger.profile"))) {
      try (Stream<Path> further = Files.list(Path.of("scenarios/experiments"))) {
        further.filter(file -> file.toString().endsWith(".yaml")).sorted().forEach(files::add);
      }
    }
    return files.stream()
        .map(file -> DynamicTest.dynamicTest(file.toString(), () -> endsAsItStates(file)));
  }

  private static void endsAsItStates(Path file) throws Exception {
    ExperimentPlan plan = ExperimentPlan.read(new ExperimentPlan.Request(file, Path.of("reports")));
    ExperimentRun.Ended ended = new ExperimentRun(plan, Progress.SILENT).run();
    assertThat(ended.failure()).isEmpty();
    ExperimentResult result = ExperimentJudge.judge(ended.folder());
    ended.folder().write(ExperimentJson.FILE, ExperimentJson.text(result));
    ExperimentReport.write(ended.folder(), result);
    assertThat(result.unexpected())
        .as(ended.folder().path() + ": " + String.join("; ", result.why()))
        .isEmpty();
    assertThat(ended.stoppedBy()).isEqualTo(result.stoppedBy());
    if (result.stoppedBy().isPresent()) {
      keepsTheScene(ended.folder(), result.stoppedBy().get());
    }
    ExperimentRecheck again = ExperimentRecheck.of(ended.folder());
    assertThat(again.changed()).isEmpty();
    assertThat(again.differing()).isEmpty();
    assertThat(again.now()).isEqualTo(result);
  }

  /** What ended it stands in the folder, and nothing irreversible came after. */
  private static void keepsTheScene(BatchFolder folder, Stopped stopped) throws Exception {
    assertThat(folder.path().resolve("stopped.json")).isRegularFile();
    RunFolder scene = RunFolder.open(folder.path().resolve(stopped.run()));
    assertThat(scene.verify()).isEmpty();
    assertThat(scene.readVerdict().orElseThrow().verdict()).isEqualTo(Verdict.FAIL);
    if (stopped.rule() == StopRule.SECOND_EFFECT) {
      assertThat(scene.readLedgers().external().orElseThrow())
          .filteredOn(row -> row.kind().equals("payments.charge"))
          .extracting(LedgerRow::key)
          .doesNotHaveDuplicates();
    }
  }
}
