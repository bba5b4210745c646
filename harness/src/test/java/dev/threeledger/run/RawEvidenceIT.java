package dev.threeledger.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.threeledger.cost.Metric;
import dev.threeledger.cost.Plans;
import dev.threeledger.cost.RunCosts;
import dev.threeledger.cost.StatementCosts;
import dev.threeledger.cost.StatementPlans;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.matrix.CellFilter;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.StatementSent;
import dev.threeledger.verdict.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a run leaves in {@code raw/}, and what can be read from it. */
class RawEvidenceIT {
  private static RunFolder alone;
  private static RunFolder baseline;
  private static RunFolder candidate;

  @BeforeAll
  static void runThreeTimes() throws Exception {
    BatchRequest all = BatchRequest.in(Path.of(""));
    BatchPlan plan =
        new BatchRequest(
                all.scenarios(),
                all.subject(),
                all.outside(),
                Path.of("harness/target/reports-raw"),
                new CellFilter(List.of(), List.of(), List.of("normal/normal")),
                List.of(),
                false,
                1,
                1,
                1,
                all.environment(),
                true)
            .plan();
    List<Turn> turns =
        List.of(
            Turn.of(plan, plan.cells().get(0), 1),
            new Turn(plan, "baseline", "d", plan.cells().get(0), 1),
            new Turn(plan, "candidate", "d", plan.cells().get(0), 1));
    BatchResult result = new BatchRun(plan, List.of(turns), Progress.SILENT).run();
    assertThat(result.outcomes())
        .extracting(outcome -> outcome.verdict().verdict())
        .containsExactly(Verdict.PASS, Verdict.PASS, Verdict.PASS);
    alone = RunFolder.open(result.outcomes().get(0).folder());
    baseline = RunFolder.open(result.outcomes().get(1).folder());
    candidate = RunFolder.open(result.outcomes().get(2).folder());
  }

  @Test
  void everyFigureOfARunIsKnown() throws Exception {
    for (RunFolder run : List.of(alone, baseline, candidate)) {
      RunCosts costs = RunCosts.of(run);
      assertThat(costs.unknown()).isEmpty();
      assertThat(costs.figures()).containsOnlyKeys(Metric.values());
      assertThat(costs.figures().get(Metric.WAL_BYTES)).isPositive();
      assertThat(costs.figures().get(Metric.DURATION_P50)).isPositive();
      assertThat(costs.figures().get(Metric.OUTSIDE_CALLS)).isPositive();
    }
  }

  @Test
  void aRunOfAnExperimentHasThePlanOfEveryStatementThatWasAnsweredAndOfNoneOfTheHarness()
      throws Exception {
    Plans plans = Plans.of(baseline);

    assertThat(plans.everyStatement()).isTrue();
    Set<String> planned =
        plans.statements().stream().map(StatementPlans::statement).collect(Collectors.toSet());
    assertThat(planned).anyMatch(text -> text.startsWith("INSERT INTO job_run"));
    assertThat(planned).noneMatch(text -> text.contains("pg_stat_activity"));
    assertThat(planned).noneMatch(text -> text.contains("pg_logical_emit_message"));
    assertThat(planned).isSubsetOf(sentOrWithin(baseline));
  }

  @Test
  void twoRunsOfTheSameHaveTheSamePlans() throws Exception {
    assertThat(Plans.changes(List.of(Plans.of(baseline)), List.of(Plans.of(candidate)))).isEmpty();
  }

  @Test
  void aRunOfNoExperimentHasSlowPlansAlone() throws Exception {
    assertThat(Plans.of(alone).everyStatement()).isFalse();
    assertThat(Plans.of(alone).statements().size())
        .isLessThan(Plans.of(baseline).statements().size());
  }

  @Test
  void positionsLagAndCountersAreRead() throws Exception {
    JsonNode replication = baseline.readRaw("replication.json").orElseThrow();
    JsonNode metrics = baseline.readRaw("metrics.json").orElseThrow();

    assertThat(replication.path("begun").path("current").asText()).contains("/");
    assertThat(replication.path("collected").path("slots")).hasSize(1);
    assertThat(replication.path("collected").path("slots").get(0).path("flushLagBytes").isNumber())
        .isTrue();
    assertThat(metrics.path("database").path("xact_commit").asLong()).isPositive();
  }

  /** Foreign keys and triggers run statements of their own. */
  private static Set<String> sentOrWithin(RunFolder run) throws Exception {
    Set<String> sent =
        Plans.of(run).statements().stream()
            .map(StatementPlans::statement)
            .filter(text -> text.contains("OPERATOR(pg_catalog.="))
            .collect(Collectors.toSet());
    for (Entry entry : run.readTimeline()) {
      if (entry.event() instanceof StatementSent statement) {
        sent.add(StatementCosts.text(statement.sql()));
      }
    }
    return sent;
  }
}
