package dev.threeledger.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlansTest {
  private static final String SQL = "SELECT a FROM t WHERE b = $1";
  private static final String INDEX = "Index Scan using i on t";
  private static final String SEQ = "Seq Scan on t";

  @Test
  void anotherShapeOnTheOtherSideIsAChange() {
    assertThat(Plans.changes(List.of(run(1, INDEX)), List.of(run(3, SEQ))))
        .containsExactly(new PlanChange(SQL, List.of(INDEX), List.of(SEQ), 3));
  }

  @Test
  void aShapeThatTheBaselineNeverHadIsAChangeWhenItIsMostlyTaken() {
    List<Plans> baseline = List.of(run(1, INDEX));

    assertThat(Plans.changes(baseline, List.of(run(1, INDEX), run(1, SEQ)))).isEmpty();
    assertThat(Plans.changes(baseline, List.of(run(1, INDEX), run(1, SEQ), run(1, SEQ))))
        .containsExactly(new PlanChange(SQL, List.of(INDEX), List.of(INDEX, SEQ), 1));
  }

  @Test
  void whatVariesWithinTheBaselineIsNone() {
    List<Plans> baseline = List.of(run(1, INDEX), run(1, SEQ));

    assertThat(Plans.changes(baseline, List.of(run(1, SEQ), run(1, SEQ)))).isEmpty();
    assertThat(Plans.changes(baseline, List.of(run(1, INDEX)))).isEmpty();
  }

  @Test
  void aStatementOfOneSideAloneIsNone() {
    Plans nothing = new Plans(true, List.of());

    assertThat(Plans.changes(List.of(run(1, INDEX)), List.of(nothing))).isEmpty();
    assertThat(Plans.changes(List.of(nothing), List.of(run(1, INDEX)))).isEmpty();
    assertThat(Plans.changes(List.of(), List.of())).isEmpty();
  }

  @Test
  void theDigestIsThatOfTheShapesAlone() {
    StatementPlans one = new StatementPlans(SQL, Map.of(INDEX, 1), List.of(0.5));
    StatementPlans more = new StatementPlans(SQL, Map.of(INDEX, 7), List.of(2.0, 3.0));
    StatementPlans other = new StatementPlans(SQL, Map.of(SEQ, 1), List.of(0.5));

    assertThat(one.digest()).hasSize(64).isEqualTo(more.digest()).isNotEqualTo(other.digest());
  }

  @Test
  void aFileKeepsOnePlanPerShapeAndTheTimesOfAll() {
    PlanFile file = new PlanFile();
    file.add(logged(5, "Index Scan"), 0.5);
    file.add(logged(6, "Index Scan"), 0.25);
    file.add(logged(7, "Seq Scan"), 4);
    file.add("{ cut short", 1);

    assertThat(file.tree(true).path("plans")).hasSize(2);
    assertThat(file.tree(true).path("unread").asInt()).isEqualTo(1);
    assertThat(PlanFile.read(file.tree(true)))
        .isEqualTo(
            new Plans(
                true,
                List.of(
                    new StatementPlans(
                        "SELECT a FROM t WHERE b = ?",
                        Map.of("Index Scan on t", 2, "Seq Scan on t", 1),
                        List.of(0.5, 0.25, 4.0)))));
  }

  private static String logged(int value, String node) {
    return """
    {"Query Text": "SELECT a FROM t WHERE b = %d",
     "Plan": {"Node Type": "%s", "Relation Name": "t", "Filter": "(b = %d)"}}
    """
        .formatted(value, node, value);
  }

  private static Plans run(double millis, String shape) {
    return new Plans(true, List.of(new StatementPlans(SQL, Map.of(shape, 1), List.of(millis))));
  }
}
