package dev.threeledger.replay;

import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.EventWords;
import dev.threeledger.verdict.CellVerdict;
import dev.threeledger.verdict.Finding;
import dev.threeledger.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * What came of a run, in words that are the same in every run of which the same came.
 *
 * @param verdict of the run
 * @param check of the first deviation, or null: there is none
 * @param event of the first deviation, such as {@code RowChanged job_run}, or null
 * @param at its seq, or -1
 * @param message of the first deviation, or the first reason for INCONCLUSIVE, or null
 */
public record Came(Verdict verdict, String check, String event, long at, String message) {

  static Came of(CellVerdict verdict, List<Entry> timeline) {
    Optional<Finding> first = verdict.firstDeviation();
    if (first.isEmpty()) {
      String reason = verdict.reasons().isEmpty() ? null : verdict.reasons().get(0);
      return new Came(verdict.verdict(), null, null, -1, reason);
    }
    Finding finding = first.get();
    String event =
        timeline.stream()
            .filter(entry -> entry.seq() == finding.at())
            .map(entry -> EventWords.of(entry.event()))
            .findFirst()
            .orElse(null);
    return new Came(verdict.verdict(), finding.check(), event, finding.at(), finding.message());
  }

  /** True when verdict, check and event are the same; the place on the timeline need not be. */
  boolean sameAs(Came other) {
    return verdict == other.verdict
        && String.valueOf(check).equals(String.valueOf(other.check))
        && String.valueOf(event).equals(String.valueOf(other.event));
  }

  /** {@code FAIL, single-holder at RowChanged job_run (event 91)}. */
  public String text() {
    if (check == null) {
      return message == null ? verdict.name() : verdict + ", " + message;
    }
    return "%s, %s at %s (event %d)".formatted(verdict, check, event, at);
  }
}
