package dev.threeledger.judge;

import dev.threeledger.check.Drill;
import dev.threeledger.check.RunRecord;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.RunStopped;
import dev.threeledger.timeline.Event.StopConditionMet;
import dev.threeledger.timeline.Event.StopReason;
import dev.threeledger.verdict.CheckResult;
import java.util.List;
import java.util.stream.Stream;

/**
 * A run that was stopped cannot pass: at a deviation a check must say so, and a drill says what it
 * is.
 */
final class StopReasons {
  private StopReasons() {}

  /** What a run that was stopped before its first effect is; empty for every other. */
  static Stream<String> drill(RunRecord run) {
    return Drill.outcome(run).stream();
  }

  static Stream<String> unjudged(RunRecord run, List<CheckResult> results) {
    if (Drill.of(run).isPresent()) {
      return Stream.empty();
    }
    boolean stopped =
        run.timeline().stream()
            .map(Entry::event)
            .anyMatch(
                event ->
                    event instanceof StopConditionMet
                        || event instanceof RunStopped end
                            && end.reason() == StopReason.STOP_CONDITION);
    boolean judged =
        run.timeline().stream()
            .filter(entry -> entry.event() instanceof StopConditionMet)
            .anyMatch(entry -> results.stream().anyMatch(result -> finds(result, entry.seq())));
    return stopped && !judged
        ? Stream.of("the run was stopped at a deviation, and no check has a finding there")
        : Stream.empty();
  }

  private static boolean finds(CheckResult result, long seq) {
    return result.findings().stream().anyMatch(finding -> finding.at() == seq);
  }
}
