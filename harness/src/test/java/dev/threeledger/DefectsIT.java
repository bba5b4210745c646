package dev.threeledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.check.Checks;
import dev.threeledger.external.OutsideSystems;
import dev.threeledger.matrix.Cell;
import dev.threeledger.matrix.Matrix;
import dev.threeledger.matrix.Overrides;
import dev.threeledger.run.BatchPlan;
import dev.threeledger.run.BatchRequest;
import dev.threeledger.run.BatchResult;
import dev.threeledger.run.BatchRun;
import dev.threeledger.run.CellOutcome;
import dev.threeledger.run.Progress;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.scenario.Subject;
import dev.threeledger.scenario.SubjectFile;
import dev.threeledger.verdict.CellVerdict;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every scenario is seen to FAIL: with one safeguard of the reference executor switched off by one
 * setting, the check that must catch it does. The same cell with the same partner and no defect
 * passes.
 */
class DefectsIT {
  /** A partner that deduplicates would hide the damage. */
  private static final boolean NO_DEDUPE = false;

  private static final boolean AS_IS = true;

  /**
   * One row of the table.
   *
   * @param defect setting of the reference executor
   * @param cell where it must show
   * @param partner AS_IS, or NO_DEDUPE: the partner applies every charge
   * @param check that must have a finding
   */
  private record Row(String defect, String cell, boolean partner, String check) {
    String name() {
      return defect + "-in-" + cell.replace('/', '-');
    }
  }

  private static final List<Row> TABLE =
      List.of(
          new Row("random-key", "overlapping-retry/failure", NO_DEDUPE, "stable-key"),
          new Row("resend-with-new-id", "response-lost/failure", NO_DEDUPE, "at-most-one-effect"),
          new Row("look-then-insert", "duplicate-trigger/failure", NO_DEDUPE, "single-holder"),
          new Row("unconditional-update", "stale-holder/failure", NO_DEDUPE, "single-holder"),
          new Row("unbounded-retry", "overlapping-retry/failure", AS_IS, "bounded-attempts"),
          new Row("no-take-over", "crash-after-commit/failure", AS_IS, "recovers"),
          new Row("no-take-over", "crash-before-commit/failure", AS_IS, "no-silent-loss"),
          new Row("retry-permanent", "permanent-error/failure", AS_IS, "bounded-attempts"),
          new Row("success-before-effect", "crash-after-commit/failure", AS_IS, "records-agree"),
          new Row("success-before-effect", "commit-ack-lost/failure", AS_IS, "records-agree"),
          new Row(
              "resend-with-new-id", "partner-unreachable/answers-late", NO_DEDUPE, "stable-key"),
          new Row("rounded-amount", "normal/normal", AS_IS, "records-agree"));

  private static Map<String, CellOutcome> outcomes;

  @BeforeAll
  static void runAll() throws Exception {
    Path home = Path.of("");
    OutsideSystems systems = OutsideSystems.load(home.resolve("scenarios/external"));
    Subject subject =
        SubjectFile.load(home.resolve("reference-impl/subject.yaml"), systems.operations());
    List<Cell> cells = new ArrayList<>();
    for (Row row : TABLE) {
      cells.add(cell(row, row.defect(), row.name(), subject, systems));
      Cell control = cell(row, "none", "correct-" + row.name(), subject, systems);
      cells.add(control);
    }
    BatchPlan plan =
        new BatchPlan(
            cells,
            1,
            List.of(),
            1,
            subject,
            SubjectFile.tree(subject),
            systems,
            home.resolve("harness/target/reports-defects"),
            BatchRequest.defaultLanes(),
            null,
            null,
            true);
    BatchResult result = new BatchRun(plan, Progress.SILENT).run();
    assertThat(result.stoppedBy()).isEmpty();
    outcomes =
        result.outcomes().stream()
            .collect(Collectors.toMap(o -> o.cell().scenario().cell(), Function.identity()));
  }

  private static Cell cell(
      Row row, String defect, String name, Subject subject, OutsideSystems systems)
      throws Exception {
    List<String> sets = new ArrayList<>(List.of("defect=" + defect));
    if (row.partner() == NO_DEDUPE) {
      sets.add("payments.charge.deduplicates=false");
    }
    Cell found =
        Matrix.load(
                List.of(Path.of("scenarios")),
                subject,
                systems.operations(),
                Checks.names(),
                1,
                Overrides.parse(sets),
                false)
            .stream()
            .filter(cell -> cell.id().equals(row.cell()))
            .findFirst()
            .orElseThrow();
    Scenario s = found.scenario();
    Scenario named =
        new Scenario(
            s.name(),
            name,
            s.family(),
            s.tags(),
            s.claim(),
            s.given(),
            s.due(),
            s.when(),
            s.faults(),
            s.survives(),
            s.expect(),
            s.checks(),
            s.limits(),
            defect.equals("none") ? Verdict.PASS : Verdict.FAIL,
            s.file());
    return Matrix.cell(named, 1);
  }

  @TestFactory
  Stream<DynamicTest> theCheckThatMustCatchItDoes() {
    return TABLE.stream()
        .map(
            row ->
                DynamicTest.dynamicTest(
                    row.defect() + " is caught by " + row.check() + " in " + row.cell(),
                    () -> assertCaught(row)));
  }

  @TestFactory
  Stream<DynamicTest> theCorrectExecutorPassesTheSameCell() {
    return TABLE.stream()
        .map(
            row ->
                DynamicTest.dynamicTest(
                    row.cell() + (row.partner() == NO_DEDUPE ? " without deduplication" : ""),
                    () ->
                        assertThat(verdict("correct-" + row.name()).verdict())
                            .as(describe("correct-" + row.name()))
                            .isEqualTo(Verdict.PASS)));
  }

  private static void assertCaught(Row row) {
    CellVerdict verdict = verdict(row.name());
    assertThat(verdict.verdict()).as(describe(row.name())).isEqualTo(Verdict.FAIL);
    assertThat(verdict.checks().stream().filter(c -> c.verdict() == Verdict.FAIL))
        .extracting(CheckResult::check)
        .as(describe(row.name()))
        .contains(row.check());
  }

  private static CellVerdict verdict(String name) {
    assertThat(outcomes).containsKey(name);
    return outcomes.get(name).verdict();
  }

  private static String describe(String name) {
    CellOutcome outcome = outcomes.get(name);
    return "evidence "
        + outcome.folder()
        + ", first deviation "
        + outcome.verdict().firstDeviation().map(f -> f.check() + ": " + f.message()).orElse("none")
        + ", reasons "
        + outcome.verdict().reasons();
  }
}
