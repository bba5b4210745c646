package dev.threeledger.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.threeledger.scenario.Formats;
import dev.threeledger.scenario.ProblemsException;
import dev.threeledger.scenario.Scenario;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CellFilterTest {
  private List<Cell> cells;

  @BeforeEach
  void load() throws ProblemsException {
    cells =
        Matrix.load(
            List.of(Formats.SCENARIOS), Formats.subject(), Formats.OPERATIONS, Formats.CHECKS, 1);
  }

  private List<String> chosen(CellFilter filter) throws ProblemsException {
    return filter.choose(cells).stream().map(Cell::id).toList();
  }

  private static CellFilter ids(String... ids) {
    return new CellFilter(List.of(), List.of(), List.of(ids));
  }

  @Test
  void noConditionChoosesAll() throws Exception {
    assertThat(chosen(CellFilter.all())).hasSize(9);
  }

  @Test
  void idsMayBeExactOrPatternsOrScenarios() throws Exception {
    assertThat(chosen(ids("crash-after-commit/failure")))
        .containsExactly("crash-after-commit/failure");
    assertThat(chosen(ids("*/normal")))
        .containsExactly("crash-after-commit/normal", "smallest/normal");
    assertThat(chosen(ids("every-fault"))).containsExactly("every-fault/failure");
    assertThat(chosen(ids("smallest/n?rmal", "*/boundary-*"))).hasSize(3);
  }

  @Test
  void kindsOfConditionsMustAllFit() throws Exception {
    assertThat(chosen(new CellFilter(List.of("formats"), List.of(), List.of("*/normal"))))
        .containsExactly("smallest/normal");
    assertThat(chosen(new CellFilter(List.of(), List.of("crash"), List.of()))).hasSize(7);
  }

  @Test
  void quickTakesOfLongScenariosTheCellsAsWrittenAndOfOnlyLongOnesNone() throws Exception {
    CellFilter quick = new CellFilter(List.of(), List.of(), List.of(), true);
    assertThat(quick.accepts(tagged("failure", "crash", "long"))).isTrue();
    assertThat(quick.accepts(tagged("normal", "long"))).isTrue();
    assertThat(quick.accepts(tagged("just-after", "long"))).isFalse();
    assertThat(quick.accepts(tagged("just-after", "crash"))).isTrue();
    assertThat(quick.accepts(tagged("failure", "only-long"))).isFalse();
    assertThat(CellFilter.all().accepts(tagged("failure", "only-long"))).isTrue();
  }

  private Cell tagged(String cell, String... tags) {
    Scenario any = cells.get(0).scenario();
    return new Cell(
        new Scenario(
            any.name(),
            cell,
            any.family(),
            List.of(tags),
            any.claim(),
            any.given(),
            any.secrets(),
            any.due(),
            any.when(),
            any.faults(),
            any.stopWhen(),
            any.survives(),
            any.expect(),
            any.checks(),
            any.invariants(),
            any.limits(),
            any.expectedVerdict(),
            any.file()),
        1,
        cells.get(0).asked(),
        cells.get(0).origin(),
        List.of());
  }

  @Test
  void conditionsThatFitNothingAreProblems() {
    CellFilter filter =
        new CellFilter(List.of("format"), List.of("crush"), List.of("smallest/normle"));
    assertThatThrownBy(() -> filter.choose(cells))
        .hasMessage(
            """
            --cell smallest/normle: unknown cell 'smallest/normle'; did you mean 'smallest/normal'? known: crash-after-commit/failure, crash-after-commit/normal, crash-after-commit/boundary-before-commit, crash-after-commit/boundary-lease-runs-out-while-held, crash-after-commit/no-dedupe, crash-after-commit/long-lease, crash-after-commit/recovery-replay, every-fault/failure, smallest/normal
            --family format: unknown family 'format'; did you mean 'formats'? known: formats, statement
            --tag crush: unknown tag 'crush'; did you mean 'crash'? known: crash
            3 problems; nothing was run""");
  }
}
