package dev.threeledger.matrix;

import static dev.threeledger.scenario.Formats.CHECKS;
import static dev.threeledger.scenario.Formats.CRASH;
import static dev.threeledger.scenario.Formats.OPERATIONS;
import static dev.threeledger.scenario.Formats.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.scenario.Formats;
import dev.threeledger.scenario.ProblemsException;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.scenario.Scenario.Partner;
import dev.threeledger.scenario.Subject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MatrixTest {
  private static final Subject SUBJECT = Formats.subject();

  private static List<Cell> load(Path... paths) throws ProblemsException {
    return Matrix.load(List.of(paths), SUBJECT, OPERATIONS, CHECKS, 20260131);
  }

  @Test
  void cellsAreInTheOrderOfFilesAndVariations() throws Exception {
    assertThat(load(SCENARIOS))
        .extracting(Cell::id)
        .containsExactly(
            "crash-after-commit/failure",
            "crash-after-commit/normal",
            "crash-after-commit/boundary-before-commit",
            "crash-after-commit/boundary-lease-runs-out-while-held",
            "crash-after-commit/no-dedupe",
            "crash-after-commit/long-lease",
            "every-fault/failure",
            "smallest/normal");
  }

  @Test
  void variationsSetWhatTheySayAndNothingElse() throws Exception {
    List<Cell> cells = load(CRASH);
    Scenario failure = cells.get(0).scenario();
    Fault kill = failure.faults().get(0);
    assertThat(cells.get(1).scenario().faults()).isEmpty();
    assertThat(cells.get(2).scenario().faults())
        .containsExactly(new Fault("kill", kill.on(), Fault.Side.BEFORE, kill.action()));
    assertThat(cells.get(3).scenario().faults())
        .containsExactly(
            new Fault(
                "kill",
                kill.on(),
                kill.side(),
                new FaultAction.Crash(Duration.ofMillis(450), false)));
    assertThat(cells.get(4).scenario().given().partner())
        .isEqualTo(Map.of("payments.charge", new Partner(true)));
    assertThat(cells.get(5).scenario().given().settings())
        .containsExactly(
            Map.entry("lease", "2s"),
            Map.entry("tick", "800ms"),
            Map.entry("callTimeout", "150ms"),
            Map.entry("maxAttempts", "4"));
    assertThat(cells.get(5).scenario().given().partner())
        .isEqualTo(Map.of("payments.charge", new Partner(true)));
    assertThat(cells.get(5).scenario().faults()).isEqualTo(failure.faults());
  }

  @Test
  void aStoredTreeGivesTheSameScenarioAlsoThroughYamlAndJsonText() throws Exception {
    for (Cell cell : load(SCENARIOS)) {
      Path file = cell.scenario().file();
      assertThat(Matrix.fromTree(cell.asked(), file)).isEqualTo(cell.scenario());
      for (ObjectMapper mapper : List.of(new ObjectMapper(), new YAMLMapper())) {
        String text = mapper.writeValueAsString(cell.asked());
        assertThat(mapper.readTree(text)).isEqualTo(cell.asked());
        assertThat(Matrix.fromTree(mapper.readTree(text), file)).isEqualTo(cell.scenario());
      }
    }
  }

  @Test
  void keysKeepTheirTextAndTheirOrder() throws Exception {
    Scenario scenario = load(SCENARIOS.resolve("every-fault.yaml")).get(0).scenario();
    assertThat(scenario.when())
        .extracting(Scenario.Trigger::keyText)
        .containsExactly("1/2026-01-31", "007/1.10");
  }

  @Test
  void seedsDependOnBatchSeedAndCellOnly() throws Exception {
    Cell alone = load(CRASH).get(1);
    Cell among = load(SCENARIOS).get(1);
    assertThat(alone).isEqualTo(among);
    assertThat(Seeds.of(20260131, "crash-after-commit/normal")).isEqualTo(alone.seed());
    assertThat(Seeds.of(1, "a/failure")).isEqualTo(6777344838330713142L);
  }

  @Test
  void overridesReachEveryCellAndAreWritten() throws Exception {
    Overrides overrides =
        Overrides.parse(List.of("defect=random-key", "payments.charge.deduplicates=true"));
    List<Cell> cells =
        Matrix.load(List.of(SCENARIOS), SUBJECT, OPERATIONS, CHECKS, 1, overrides, false);
    assertThat(cells)
        .hasSize(8)
        .allSatisfy(
            cell -> {
              assertThat(cell.scenario().given().settings()).containsEntry("defect", "random-key");
              assertThat(cell.scenario().given().partner())
                  .containsEntry("payments.charge", new Partner(true));
              assertThat(cell.asked().at("/given/settings/defect").asText())
                  .isEqualTo("random-key");
            });
  }

  @Test
  void wrongOverridesAreProblemsOfTheArgument() throws Exception {
    Overrides unknown = Overrides.parse(List.of("defec=random-key", "lease=30"));
    assertThatThrownBy(
            () -> Matrix.load(List.of(SCENARIOS), SUBJECT, OPERATIONS, CHECKS, 1, unknown, false))
        .hasMessage(
            """
            --set defec=random-key: given.settings.defec: unknown setting 'defec'; did you mean 'defect'? known: lease, tick, callTimeout, maxAttempts, defect
            --set lease=30: given.settings.lease: '30' has no unit; write a duration such as 30s or 500ms
            2 problems; nothing was run""");
    assertThatThrownBy(() -> Overrides.parse(List.of("defect")))
        .hasMessage(
            """
            --set defect: must be name=value, such as defect=random-key or payments.charge.deduplicates=false
            1 problem; nothing was run""");
  }
}
