package dev.threeledger.experiment.report;

import dev.threeledger.experiment.ExperimentResult;
import dev.threeledger.experiment.ExperimentResult.Pair;
import dev.threeledger.experiment.PairClass;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What an experiment says nothing about. */
final class NotTested {
  private NotTested() {}

  /**
   * A sentence for each: what the file names, then the pairs that were not run or not compared;
   * those of a cell that share a reason stand together.
   */
  static List<String> sentences(ExperimentResult result) {
    Map<List<String>, List<Integer>> attempts = new LinkedHashMap<>();
    for (Pair pair : result.pairs()) {
      String what = what(pair);
      if (!what.isEmpty()) {
        attempts
            .computeIfAbsent(List.of(pair.cell(), what), key -> new ArrayList<>())
            .add(pair.attempt());
      }
    }
    List<String> sentences = new ArrayList<>(result.experiment().notCovered());
    attempts.forEach(
        (key, numbers) ->
            sentences.add(
                key.get(0)
                    + (numbers.size() == 1 ? ", pair " : ", pairs ")
                    + ranges(numbers)
                    + ": "
                    + key.get(1)));
    return sentences;
  }

  /** Why it was not compared; empty: it was. */
  private static String what(Pair pair) {
    boolean run = pair.baseline() != null && pair.candidate() != null;
    if (run && pair.pairClass() != PairClass.NOT_COMPARABLE) {
      return "";
    }
    if (pair.why() != null && !pair.why().isEmpty()) {
      return (run ? "not comparable: " : "") + pair.why();
    }
    return run ? "not comparable" : "not run";
  }

  /** {@code 1, 3 to 5} for 1, 3, 4 and 5. */
  static String ranges(List<Integer> numbers) {
    List<String> ranges = new ArrayList<>();
    for (int from = 0, to; from < numbers.size(); from = to + 1) {
      to = from;
      while (to + 1 < numbers.size() && numbers.get(to + 1) == numbers.get(to) + 1) {
        to++;
      }
      ranges.add(numbers.get(from) + (to == from ? "" : " to " + numbers.get(to)));
    }
    return String.join(", ", ranges);
  }
}
