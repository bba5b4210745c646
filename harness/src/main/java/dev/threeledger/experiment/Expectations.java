package dev.threeledger.experiment;

import dev.threeledger.experiment.Experiment.Expected;
import dev.threeledger.experiment.ExperimentResult.Deviation;
import dev.threeledger.experiment.ExperimentResult.Stopped;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What differs from {@code expect:}. */
final class Expectations {
  private Expectations() {}

  /**
   * Each difference in a sentence; empty: it came out as expected.
   *
   * @param expected null: a go
   * @param why of a stop
   */
  static List<String> unexpected(
      Expected expected,
      Decision decision,
      List<String> why,
      Optional<Deviation> first,
      Optional<Stopped> stoppedBy) {
    if (expected == null) {
      return decision == Decision.GO ? List.of() : List.of(decision(Decision.GO, decision, why));
    }
    List<String> unexpected = new ArrayList<>();
    if (expected.decision() != decision) {
      unexpected.add(decision(expected.decision(), decision, why));
    }
    compare(
        "first deviation found by",
        expected.check(),
        first.map(deviation -> deviation.finding().check()),
        unexpected);
    compare(
        "first deviation in scenario",
        expected.scenario(),
        first.map(Deviation::scenario),
        unexpected);
    compare("first deviation at", expected.event(), first.map(Deviation::event), unexpected);
    String rule = expected.stoppedBy() == null ? null : expected.stoppedBy().yamlName();
    Optional<String> met = stoppedBy.map(stopped -> stopped.rule().yamlName());
    if (rule == null && met.isPresent()) {
      unexpected.add("expected to run to its end; it was stopped by " + met.get());
    } else {
      compare("stopped by", rule, met, unexpected);
    }
    return unexpected;
  }

  private static String decision(Decision expected, Decision decision, List<String> why) {
    return "decision: expected %s, came out %s%s"
        .formatted(
            text(expected),
            text(decision),
            why.isEmpty() ? "" : " (" + String.join("; ", why) + ")");
  }

  private static String text(Decision decision) {
    return decision.name().toLowerCase(Locale.ROOT);
  }

  private static void compare(
      String what, String expected, Optional<String> found, List<String> unexpected) {
    if (expected != null && !found.equals(Optional.of(expected))) {
      unexpected.add(
          "%s: expected %s, came out %s".formatted(what, expected, found.orElse("none")));
    }
  }
}
