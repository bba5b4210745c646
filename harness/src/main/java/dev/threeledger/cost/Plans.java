package dev.threeledger.cost;

import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.evidence.RunFolder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The plans of the workers' statements in a run, as the server itself logged them (auto_explain);
 * those of statements that ran within others (triggers, foreign keys) among them.
 *
 * @param everyStatement false: only slow ones were logged, because the run belonged to no
 *     experiment, or the log was not read
 * @param statements sorted by their text
 */
public record Plans(boolean everyStatement, List<StatementPlans> statements) {
  public Plans {
    statements = List.copyOf(statements);
  }

  /** From the folder alone; none where the server's log was not read. */
  public static Plans of(RunFolder folder) throws EvidenceException {
    return folder.readRaw(PlanFile.NAME).map(PlanFile::read).orElse(new Plans(false, List.of()));
  }

  /**
   * Statements that both sides sent, and that the candidate carried out mostly (more than half of
   * the times) by plans that no run of the baseline had; sorted by their text. What a planner
   * chooses now and then is no change, on a table of a few rows between two indexes, say; nor is a
   * plan that the candidate merely did not need.
   */
  public static List<PlanChange> changes(Collection<Plans> baseline, Collection<Plans> candidate) {
    Map<String, StatementPlans> before = united(baseline);
    List<PlanChange> changes = new ArrayList<>();
    united(candidate)
        .forEach(
            (text, now) -> {
              StatementPlans was = before.get(text);
              if (was != null && mostlyNew(was.shapes(), now.shapes())) {
                changes.add(
                    new PlanChange(
                        text, shapes(was), shapes(now), ratio(was.millis(), now.millis())));
              }
            });
    return Collections.unmodifiableList(changes);
  }

  private static boolean mostlyNew(Map<String, Integer> before, Map<String, Integer> now) {
    int all = 0;
    int unknown = 0;
    for (Map.Entry<String, Integer> shape : now.entrySet()) {
      all += shape.getValue();
      unknown += before.containsKey(shape.getKey()) ? 0 : shape.getValue();
    }
    return 2 * unknown > all;
  }

  private static List<String> shapes(StatementPlans plans) {
    return List.copyOf(new TreeSet<>(plans.shapes().keySet()));
  }

  private static Map<String, StatementPlans> united(Collection<Plans> runs) {
    Map<String, StatementPlans> united = new TreeMap<>();
    for (Plans run : runs) {
      for (StatementPlans plans : run.statements) {
        united.merge(plans.statement(), plans, Plans::and);
      }
    }
    return united;
  }

  static StatementPlans and(StatementPlans one, StatementPlans other) {
    Map<String, Integer> shapes = new TreeMap<>(one.shapes());
    other.shapes().forEach((shape, times) -> shapes.merge(shape, times, Integer::sum));
    List<Double> millis = new ArrayList<>(one.millis());
    millis.addAll(other.millis());
    return new StatementPlans(one.statement(), shapes, millis);
  }

  private static double ratio(List<Double> baseline, List<Double> candidate) {
    if (baseline.isEmpty() || candidate.isEmpty() || Ranks.median(baseline) == 0) {
      return Double.NaN;
    }
    return Ranks.median(candidate) / Ranks.median(baseline);
  }
}
