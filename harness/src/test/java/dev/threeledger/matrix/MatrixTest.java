package dev.threeledger.matrix;

import static dev.threeledger.scenario.Formats.CHECKS;
import static dev.threeledger.scenario.Formats.CRASH;
import static dev.threeledger.scenario.Formats.OPERATIONS;
import static dev.threeledger.scenario.Formats.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.scenario.Formats;
import dev.threeledger.scenario.Once;
import dev.threeledger.scenario.ProblemsException;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.scenario.Scenario.Partner;
import dev.threeledger.scenario.Scenario.Trigger;
import dev.threeledger.scenario.Subject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatrixTest {
  private static final Subject SUBJECT = Formats.subject();

  @TempDir Path directory;

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
            "crash-after-commit/recovery-replay",
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
  void theFailingSampleIsTriedAgainOnceItsKeysHaveEnded() throws Exception {
    List<Cell> cells = load(CRASH);
    Scenario failure = cells.get(0).scenario();
    Scenario replay = cells.get(cells.size() - 1).scenario();
    assertThat(replay.faults()).isEqualTo(failure.faults());
    assertThat(replay.expect()).isEqualTo(failure.expect());
    assertThat(replay.when())
        .containsExactly(
            failure.when().get(0), failure.when().get(0).to(Trigger.ANY).when(Once.ENDED));
    assertThat(cells.get(cells.size() - 1).seed())
        .isEqualTo(Seeds.of(20260131, "crash-after-commit/recovery-replay"));
  }

  @Test
  void itIsNotTriedAgainWhereTheScenarioSaysSoOrHasACellOfThatName() throws Exception {
    String text = Files.readString(CRASH);
    String noData = text.replace("  data: data/three-tenants.sql\n", "");
    Path off = Files.writeString(directory.resolve("off.yaml"), noData + "replay: false\n");
    assertThat(load(off)).noneMatch(cell -> cell.id().endsWith("/recovery-replay"));
    Path own =
        Files.writeString(
            directory.resolve("own.yaml"), noData + "  - { name: recovery-replay, fault: none }\n");
    assertThat(load(own))
        .filteredOn(cell -> cell.id().endsWith("/recovery-replay"))
        .hasSize(1)
        .allMatch(cell -> cell.scenario().faults().isEmpty());
    Path canary =
        Files.writeString(
            directory.resolve("canary.yaml"), noData.replace("verdict: PASS", "verdict: FAIL"));
    assertThat(load(canary)).noneMatch(cell -> cell.id().endsWith("/recovery-replay"));
  }

  @Test
  void severalKeysAreOneTriggerEachSpreadOverTheWorkers() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("burst.yaml"),
            """
            scenario: burst
            family: formats
            claim: Many keys at once.
            given: { workers: 2, settings: { tick: 1s, lease: 1s } }
            when:
              - trigger: { job: statement, keys: { tenant_id: 7..9, statement_date: 2026-01-31 }, worker: all }
              - trigger: { job: statement, keys: [ { tenant_id: 1, statement_date: a } ], with: { n: 2, m: "2" }, via: replay }
            """);
    assertThat(load(file).get(0).scenario().when())
        .extracting(Trigger::keyText, Trigger::worker, trigger -> trigger.input().toString())
        .containsExactly(
            tuple("7/2026-01-31", "1", "{}"),
            tuple("8/2026-01-31", "2", "{}"),
            tuple("9/2026-01-31", "1", "{}"),
            tuple("1/a", "1", "{n=2, m=\"2\"}"));
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
        .hasSize(9)
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
