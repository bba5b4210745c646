package dev.threeledger.check;

import dev.threeledger.ledger.Ledgers;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Entry;
import java.util.List;
import java.util.Map;

/**
 * All that a check may look at.
 *
 * @param scenario what was asked for
 * @param subject what was run
 * @param settings the subject's settings in this run: defaults with the scenario's overrides
 * @param timeline all entries, in order
 */
public record RunRecord(
    Scenario scenario,
    Subject subject,
    Map<String, String> settings,
    List<Entry> timeline,
    Ledgers ledgers) {
  public RunRecord {
    settings = Map.copyOf(settings);
    timeline = List.copyOf(timeline);
  }
}
