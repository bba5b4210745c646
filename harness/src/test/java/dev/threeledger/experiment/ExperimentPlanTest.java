package dev.threeledger.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.threeledger.experiment.ExperimentPlan.Planned;
import dev.threeledger.scenario.ProblemsException;
import dev.threeledger.scenario.StopCondition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExperimentPlanTest {
  @TempDir Path folder;

  private String refused(String document) {
    RefusedException thrown =
        catchThrowableOfType(RefusedException.class, () -> Experiments.plan(folder, document));
    assertThat(thrown).as("refusal").isNotNull();
    return thrown.getMessage().replace(folder + "/", "");
  }

  @Test
  void bothSidesAreResolvedAndDifferInOnePlace() throws Exception {
    ExperimentPlan plan = Experiments.plan(folder, Experiments.valid());
    assertThat(plan.differences())
        .containsExactly(new Difference("settings.defect", "none", "look-then-insert"));
    assertThat(plan.baseline().values())
        .containsEntry("settings.lease", "600ms")
        .containsEntry("settings.jobLimit", "8")
        .containsEntry("partner.payments.charge.deduplicates", "false")
        .containsEntry("partner.payments.refund.deduplicates", "true")
        .containsEntry("subject.version", "1.0.0")
        .containsEntry("subject.environment.LEASE", "${settings.lease}")
        .containsEntry("subject.stop.signal", "TERM")
        .containsEntry("seed", "20260131")
        .containsEntry("repeat", "2")
        .containsEntry("concurrency", "2")
        .containsEntry("postgres.wal_level", "logical")
        .containsKeys(
            "environment.java",
            "environment.postgres",
            "outside",
            "scenarios.normal/normal",
            "scenarios.duplicate-trigger/failure")
        .doesNotContainKeys(
            "subject.settings.lease", "scenarios.duplicate-trigger/recovery-replay");
    assertThat(plan.baseline().values().keySet())
        .anyMatch(path -> path.startsWith("data.") && path.endsWith("three-tenants.sql"));
  }

  @Test
  void sidesHaveTheirCellsAndTheRulesThatActDuringARun() throws Exception {
    ExperimentPlan plan = Experiments.plan(folder, Experiments.valid());
    assertThat(plan.plan(SideName.CANDIDATE).options())
        .endsWith(
            "--set", "payments.charge.deduplicates=false", "--set", "defect=look-then-insert");
    assertThat(plan.cells(SideName.CANDIDATE))
        .allSatisfy(
            cell ->
                assertThat(cell.scenario().stopWhen())
                    .containsExactly(StopCondition.SECOND_EFFECT));
    assertThat(plan.cells(SideName.ROLLED_BACK))
        .singleElement()
        .satisfies(
            cell -> {
              assertThat(cell.id()).isEqualTo("normal/normal");
              assertThat(cell.scenario().given().settings()).containsEntry("defect", "none");
            });
    assertThat(plan.cells(SideName.STOP_DRILL))
        .singleElement()
        .satisfies(
            cell -> {
              assertThat(cell.scenario().stopWhen()).contains(StopCondition.FIRST_EFFECT);
              assertThat(cell.scenario().given().settings())
                  .containsEntry("defect", "look-then-insert");
            });
    for (int at = 0; at < 2; at++) {
      assertThat(plan.cells(SideName.BASELINE).get(at).seed())
          .isEqualTo(plan.cells(SideName.CANDIDATE).get(at).seed());
    }
  }

  @Test
  void pairsAreInterleavedAndAlternate() throws Exception {
    ExperimentPlan plan = Experiments.plan(folder, Experiments.valid());
    assertThat(plan.order().stream().map(ExperimentPlanTest::folders))
        .containsExactly(
            List.of("baseline-first/duplicate-trigger/failure/1"),
            List.of("baseline-first/normal/normal/1"),
            List.of("baseline-again/duplicate-trigger/failure/1"),
            List.of("baseline-again/normal/normal/1"),
            List.of("stop-drill/normal/normal/1"),
            List.of("rolled-back/normal/normal/1"),
            List.of(
                "baseline/duplicate-trigger/failure/1", "candidate/duplicate-trigger/failure/1"),
            List.of("candidate/normal/normal/1", "baseline/normal/normal/1"),
            List.of(
                "candidate/duplicate-trigger/failure/2", "baseline/duplicate-trigger/failure/2"),
            List.of("baseline/normal/normal/2", "candidate/normal/normal/2"));
  }

  private static List<String> folders(List<Planned> block) {
    return block.stream().map(Planned::folder).toList();
  }

  @Test
  void twoChangedVariablesAreRefused() {
    assertThat(refused(Experiments.with("look-then-insert }", "look-then-insert, lease: 2s }")))
        .isEqualTo(
            """
            experiment.yaml: refused: the two sides may differ in settings.defect only, and differ in more:
              settings.defect: none → look-then-insert
              settings.lease: 600ms → 2s
            nothing was run""");
  }

  @Test
  void noChangedVariableIsRefused() {
    assertThat(refused(Experiments.with("{ defect: look-then-insert }", "{}")))
        .isEqualTo(
            """
            experiment.yaml: refused: the two sides do not differ: settings.defect is none on both; change it on one of them
            nothing was run""");
  }

  @Test
  void anotherChangedVariableIsRefused() {
    assertThat(refused(Experiments.with("changed: settings.defect", "changed: settings.lease")))
        .isEqualTo(
            """
            experiment.yaml: refused: the two sides differ in another place than 'changed: settings.lease' says: settings.defect: none → look-then-insert; name that place, or change the other
            nothing was run""");
  }

  /** The subject's default is no difference in the configuration's words, and one in the cells. */
  @Test
  void aSettingThatOnlyTakesTheScenariosOwnAwayIsADifference() {
    assertThat(refused(Experiments.with("look-then-insert }", "look-then-insert, backoff: 1s }")))
        .contains("\n  settings.backoff: 50ms → 1s\n");
  }

  @Test
  void aSettingThatDiffersBetweenCellsIsToldCellByCell() throws Exception {
    String document =
        Experiments.valid()
            .replace("statement/duplicate-trigger.yaml", "statement/deadlock.yaml")
            .replace("duplicate-trigger/failure]", "deadlock/failure]")
            .replace("scenario: duplicate-trigger", "scenario: normal");
    assertThat(Experiments.plan(folder, document).baseline().values())
        .containsEntry("settings.lease", "1s in deadlock/failure; 600ms in normal/normal");
  }

  @Test
  void aLabelAloneIsAnotherVariable() {
    assertThat(refused(Experiments.with("candidate: { version: 1.0.0", "candidate: { version: 2")))
        .contains("\n  subject.version: 1.0.0 → 2\n");
  }

  @Test
  void aRollbackThatDoesNotLeadBackIsRefused() {
    assertThat(
            refused(
                Experiments.with(
                    "rollback: { settings.defect: none }", "rollback: { settings.lease: 600ms }")))
        .isEqualTo(
            """
            experiment.yaml: refused: the rollback does not turn the candidate into the baseline; what is left (baseline → rolled back):
              settings.defect: none → look-then-insert
            nothing was run""");
  }

  @Test
  void dataCanBeTheVariable() throws Exception {
    Files.writeString(folder.resolve("a.sql"), "SELECT 1;");
    Files.writeString(folder.resolve("b.sql"), "SELECT 2;");
    String document =
        Experiments.with("settings: { defect: none }", "data: a.sql")
            .replace("settings: { defect: look-then-insert }", "data: b.sql")
            .replace("changed: settings.defect", "changed: data")
            .replace("rollback: { settings.defect: none }", "rollback: { data: a.sql }");
    ExperimentPlan plan = Experiments.plan(folder, document);
    assertThat(plan.differences())
        .singleElement()
        .satisfies(
            difference -> {
              assertThat(difference.path()).isEqualTo("data");
              assertThat(difference.baseline()).matches("a\\.sql [0-9a-f]{64}");
              assertThat(difference.candidate()).matches("b\\.sql [0-9a-f]{64}");
            });
    assertThat(plan.cells(SideName.CANDIDATE).get(0).scenario().given().data())
        .isEqualTo(folder.resolve("b.sql"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ids: [normal/normal, duplicate-trigger/failure] | families: [statment] | '9:21: cells.families[0]: unknown family ''statment''; did you mean ''statement''? known: statement'",
        "ids: [normal/normal, duplicate-trigger/failure] | tags: [norm] | '9:17: cells.tags[0]: unknown tag ''norm''; did you mean ''normal''? known: duplicate-trigger, normal'",
        "ids: [normal/normal, duplicate-trigger/failure] | 'tags: [normal], ids: [duplicate-trigger]' | '9:8: cells: no cell fits all of them together; leave one out'",
        "scenario: duplicate-trigger | scenario: duplicate | '17:83: expect.first_deviation.scenario: unknown scenario ''duplicate''; known: duplicate-trigger, normal'",
      })
  void cellsThatAreNotThereAreLocated(String good, String bad, String message) {
    ProblemsException thrown =
        catchThrowableOfType(
            ProblemsException.class, () -> Experiments.plan(folder, Experiments.with(good, bad)));
    assertThat(thrown.text().replace(folder + "/", ""))
        .isEqualTo("experiment.yaml:" + message + "\n1 problem; nothing was run");
  }
}
