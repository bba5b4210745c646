package dev.threeledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.environment.EnvironmentChoice;
import dev.threeledger.environment.containers.TestContainers;
import dev.threeledger.matrix.Cell;
import dev.threeledger.matrix.CellFilter;
import dev.threeledger.run.BatchPlan;
import dev.threeledger.run.BatchRequest;
import dev.threeledger.run.BatchResult;
import dev.threeledger.run.BatchRun;
import dev.threeledger.run.CellOutcome;
import dev.threeledger.run.Progress;
import dev.threeledger.selftest.SelfTest;
import dev.threeledger.verdict.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The same cells in both environments give the same verdicts, cell by cell: those of the five
 * failures, of both families, and planted defects among them. Prints what each gave, and leaves it
 * in {@code reports/environments.md} beside the two batches.
 *
 * <p>The quick profile takes {@link #QUICK}; {@code -Dthreeledger.profile=long} every cell of those
 * scenarios.
 */
class ContainerMatrixIT {
  private static final Path REPORTS = Path.of("reports");

  /** What the two environments do differently is in it: a server killed, moved, frozen, cut off. */
  private static final List<String> QUICK =
      List.of(
          "crash-after-commit/failure",
          "crash-after-commit/restarted",
          "crash-after-commit/recovery-replay",
          "response-lost/failure",
          "commit-ack-lost/failure",
          "duplicate-trigger/failure",
          "duplicate-trigger/held-at-the-claim",
          "stale-holder/failure",
          "stale-holder/wakes-after-the-end",
          "overlapping-retry/failure",
          "overlapping-retry/heals-in-time",
          "failed-compensation/failure",
          "failed-compensation/refund-fails-for-ever",
          "crash-during-compensation/refunding",
          "database-restart/failover",
          "database-paused/failure",
          "partner-unreachable/failure");

  /** One for each of the five failures; their cells must FAIL. */
  private static final List<String> DEFECTS =
      List.of("forgets-retries", "random-key", "look-then-insert", "late-step", "undo-forward");

  private static BatchResult embedded;
  private static BatchResult containers;
  private static final List<Row> ROWS = new ArrayList<>();

  /**
   * What a cell gave in each environment: the verdict, and the check that found something first.
   */
  private record Row(String cell, Verdict expected, String embedded, String containers) {
    boolean same() {
      return embedded.equals(containers);
    }

    boolean asExpected() {
      return embedded.startsWith(expected.name()) && containers.startsWith(expected.name());
    }

    String line() {
      String same = same() ? "yes" : "NO";
      return "| %s | %s | %s | %s |".formatted(cell, embedded, containers, same);
    }
  }

  @BeforeAll
  static void runBoth() throws Exception {
    EnvironmentChoice choice = TestContainers.choice();
    containers = new BatchRun(plan(choice), Progress.SILENT).run();
    embedded = new BatchRun(plan(EnvironmentChoice.embedded()), Progress.SILENT).run();
    for (CellOutcome there : containers.outcomes()) {
      String id = there.cell().id();
      Verdict expected = there.verdict().expected();
      ROWS.add(new Row(id, expected, given(id, embedded), given(id, containers)));
    }
    String table = table(choice);
    System.out.println(table);
    Files.writeString(REPORTS.resolve("environments.md"), table);
    assertThat(containers.stoppedBy()).isEmpty();
    assertThat(embedded.stoppedBy()).isEmpty();
  }

  private static BatchPlan plan(EnvironmentChoice environment) throws Exception {
    boolean everything = "long".equals(System.getProperty("threeledger.profile"));
    List<String> scenarios = QUICK.stream().map(id -> id.replaceFirst("/.*", "")).toList();
    BatchRequest all = BatchRequest.in(Path.of(""));
    BatchPlan asTheyStand =
        new BatchRequest(
                all.scenarios(),
                all.subject(),
                all.outside(),
                REPORTS,
                new CellFilter(List.of(), List.of(), everything ? scenarios : QUICK),
                List.of(),
                false,
                1,
                1,
                all.lanes(),
                environment,
                true)
            .plan();
    SelfTest planted =
        SelfTest.read(
            new SelfTest.Request(
                Path.of("reference-impl/defects.yaml"),
                all.subject(),
                Path.of("scenarios"),
                all.outside(),
                REPORTS,
                all.lanes(),
                1,
                DEFECTS,
                true,
                environment));
    List<Cell> cells = new ArrayList<>(asTheyStand.cells());
    cells.addAll(planted.plan().cells());
    return asTheyStand.with(cells);
  }

  private static String given(String cell, BatchResult batch) {
    Optional<CellOutcome> outcome =
        batch.outcomes().stream().filter(o -> o.cell().id().equals(cell)).findFirst();
    return outcome.map(o -> o.verdict().verdict() + because(o)).orElse("not run");
  }

  private static String because(CellOutcome outcome) {
    return outcome
        .verdict()
        .firstDeviation()
        .map(finding -> ", " + finding.check())
        .orElse(
            outcome.verdict().reasons().isEmpty() ? "" : ", " + outcome.verdict().reasons().get(0));
  }

  private static String table(EnvironmentChoice choice) {
    List<String> lines = new ArrayList<>();
    lines.add("# The same cells, embedded and in containers");
    lines.add("");
    lines.add(
        "Embedded: %s. Containers: %s, from the images %s and %s."
            .formatted(
                embedded.folder(),
                containers.folder(),
                choice.postgresImage(),
                choice.toxiproxyImage()));
    lines.add("");
    lines.add("| cell | embedded | containers | same |");
    lines.add("|---|---|---|---|");
    ROWS.forEach(row -> lines.add(row.line()));
    long same = ROWS.stream().filter(Row::same).count();
    lines.add("");
    lines.add("%d of %d cells the same".formatted(same, ROWS.size()));
    return String.join("\n", lines) + "\n";
  }

  @TestFactory
  Stream<DynamicTest> isTheSameInBoth() {
    return ROWS.stream()
        .map(
            row ->
                DynamicTest.dynamicTest(
                    row.cell(),
                    () -> {
                      assertThat(row.containers()).as("containers").isEqualTo(row.embedded());
                      assertThat(row.asExpected()).as("%s, %s", row.expected(), row).isTrue();
                    }));
  }

  @Test
  void bothRanEveryCellAndFailuresAreAmongThem() {
    assertThat(embedded.outcomes()).hasSameSizeAs(containers.outcomes());
    assertThat(ROWS).extracting(Row::expected).contains(Verdict.PASS);
    assertThat(ROWS.stream().filter(row -> row.expected() == Verdict.FAIL))
        .hasSizeGreaterThanOrEqualTo(DEFECTS.size());
  }

  @Test
  void nothingIsLeftBehind() throws Exception {
    ProcessHandle self = ProcessHandle.current();
    assertThat(TestContainers.madeBy(self.pid())).isEmpty();
    assertThat(self.descendants().filter(ProcessHandle::isAlive)).isEmpty();
  }
}
