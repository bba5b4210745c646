package dev.threeledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.junit.ScenarioMatrix;
import dev.threeledger.matrix.CellFilter;
import dev.threeledger.run.BatchPlan;
import dev.threeledger.run.BatchRequest;
import dev.threeledger.run.BatchRun;
import dev.threeledger.run.CellOutcome;
import dev.threeledger.run.Progress;
import dev.threeledger.scenario.Subject;
import dev.threeledger.scenario.SubjectFile;
import dev.threeledger.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What guards the guards: a canary that passes fails the build, and an empty ledger acquits nobody.
 */
class CanaryIT {
  private static final Path REPORTS = Path.of("harness/target/reports-canary");

  @Test
  void aCanaryThatPassesFailsTheBuild(@TempDir Path directory) throws Exception {
    Path canary = directory.resolve("canary/passes.yaml");
    Files.createDirectories(canary.getParent());
    Files.writeString(canary, passing());
    try (ScenarioMatrix matrix =
        ScenarioMatrix.start(request(directory, CellFilter.all()).withCanaries())) {
      DynamicContainer scenario = (DynamicContainer) matrix.tests().findFirst().orElseThrow();
      DynamicTest cell = (DynamicTest) scenario.getChildren().findFirst().orElseThrow();
      assertThatThrownBy(() -> cell.getExecutable().execute())
          .isInstanceOf(AssertionError.class)
          .hasMessageStartingWith("PASS instead of FAIL");
    }
  }

  @Test
  void anExecutionLedgerWhoseQueryReturnsNothingIsInconclusive() throws Exception {
    CellOutcome outcome = runWith("execution");
    assertThat(outcome.verdict().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(outcome.verdict().reasons())
        .containsExactly(
            "the execution ledger is not believed: its query returns nothing, though by its row"
                + " history the table job_run holds 1/2026-01-31, 2/2026-01-31");
  }

  @Test
  void aBusinessLedgerWhoseQueryReturnsNothingIsInconclusive() throws Exception {
    CellOutcome outcome = runWith("business");
    assertThat(outcome.verdict().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(outcome.verdict().reasons())
        .containsExactly(
            "the business ledger is not believed: its query returns nothing, though by its row"
                + " history the table statement holds 1/2026-01-31, 2/2026-01-31");
  }

  /** The cell normal/normal with this ledger's query made to return nothing. */
  private static CellOutcome runWith(String emptyLedger) throws Exception {
    BatchPlan plan =
        request(
                Path.of("scenarios"),
                new CellFilter(List.of(), List.of(), List.of("normal/normal")))
            .plan();
    ObjectNode tree = (ObjectNode) SubjectFile.tree(plan.subject());
    ObjectNode ledgers = (ObjectNode) tree.get("ledgers");
    ledgers.put(
        emptyLedger, "SELECT * FROM (" + ledgers.get(emptyLedger).asText() + ") AS rows LIMIT 0");
    Subject subject = SubjectFile.fromTree(tree, plan.subject().file());
    BatchPlan changed =
        new BatchPlan(
            plan.cells(),
            plan.seed(),
            plan.options(),
            plan.repeat(),
            subject,
            tree,
            plan.outside(),
            plan.reports(),
            plan.lanes(),
            plan.environment(),
            true);
    return new BatchRun(changed, Progress.SILENT).run().outcomes().get(0);
  }

  private static String passing() throws IOException {
    Path normal = Path.of("scenarios/statement/normal.yaml");
    Path data = Path.of("scenarios/data/three-tenants-period.sql").toAbsolutePath();
    return Files.readString(normal).replaceFirst("data: [^ ]*", "data: " + data)
        + "verdict: FAIL\n";
  }

  private static BatchRequest request(Path scenarios, CellFilter filter) {
    BatchRequest all = BatchRequest.in(Path.of(""));
    return new BatchRequest(
        List.of(scenarios),
        all.subject(),
        all.outside(),
        REPORTS,
        filter,
        List.of(),
        false,
        1,
        1,
        1,
        all.environment(),
        true);
  }
}
