package dev.threeledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.environment.EnvironmentChoice;
import dev.threeledger.run.BatchRequest;
import dev.threeledger.run.Progress;
import dev.threeledger.selftest.RowResult;
import dev.threeledger.selftest.SelfTest;
import dev.threeledger.selftest.SelfTestResult;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The quick profile of {@code ./threeledger selftest}: with one safeguard of the reference executor
 * switched off, the check that must find it does, at the event that the table names; and the same
 * cell without the defect passes (a cell that is run as it stands, in MatrixIT). {@code
 * -Dthreeledger.profile=long} runs the whole table.
 */
class SelfTestIT {
  private static SelfTestResult result;

  @BeforeAll
  static void run() throws Exception {
    SelfTest test =
        SelfTest.read(
            new SelfTest.Request(
                Path.of("reference-impl/defects.yaml"),
                Path.of("reference-impl/subject.yaml"),
                Path.of("scenarios"),
                Path.of("scenarios/external"),
                Path.of("harness/target/reports-selftest"),
                BatchRequest.defaultLanes(),
                1,
                List.of(),
                !"long".equals(System.getProperty("threeledger.profile")),
                EnvironmentChoice.byProperties(System::getProperty)));
    result = test.run(Progress.SILENT);
    assertThat(result.batch().stoppedBy()).isEmpty();
  }

  @TestFactory
  Stream<DynamicTest> isCaught() {
    return result.rows().stream()
        .map(
            row ->
                DynamicTest.dynamicTest(
                    "%s in %s by %s"
                        .formatted(row.row().defect(), row.row().cell(), row.row().check()),
                    () -> assertThat(row.wrong()).as(evidence(row)).isEmpty()));
  }

  private static String evidence(RowResult row) {
    return "evidence " + row.folder();
  }

  @Test
  void theCorrectExecutorPasses() {
    assertThat(result.controlsPassed()).isEqualTo(result.controls()).isPositive();
  }

  @Test
  void everyCheckIsTheOnlyFinderOfADefect() {
    assertThat(result.neverAlone()).isEmpty();
  }
}
