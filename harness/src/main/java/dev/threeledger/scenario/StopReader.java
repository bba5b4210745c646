package dev.threeledger.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads before which deviations a run ends. */
final class StopReader {
  private final References references;

  StopReader(References references) {
    this.references = references;
  }

  /**
   * @param checks those of the scenario: the one that judges a condition must be among them, or
   *     nobody would say why the run ended
   */
  List<StopCondition> conditions(Place list, List<String> checks) {
    List<StopCondition> conditions = new ArrayList<>();
    for (Place place : list.items()) {
      Optional<StopCondition> read = place.word("stop condition", Words.STOPS);
      if (read.isEmpty()) {
        continue;
      }
      StopCondition condition = read.get();
      if (conditions.contains(condition)) {
        place.problem("'" + condition.yamlName() + "' is written twice");
      } else if (references.subject().isPresent()) {
        check(condition, checks, place);
      }
      conditions.add(condition);
    }
    return conditions;
  }

  private void check(StopCondition condition, List<String> checks, Place place) {
    condition
        .check()
        .filter(check -> !checks.contains(check))
        .ifPresent(
            check ->
                place.problem(
                    "'%s' is judged by %s, which 'checks:' leaves out; add it there"
                        .formatted(condition.yamlName(), check)));
    if (condition == StopCondition.STALE_EFFECT
        && references.subject().map(Subject::fencing).isEmpty()) {
      place.problem("'stale-effect' needs to know who holds a key; add 'fencing:' to the subject");
    }
  }
}
