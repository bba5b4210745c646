package dev.threeledger.run;

import dev.threeledger.check.HardDeviations;
import dev.threeledger.check.RunRecord;
import dev.threeledger.environment.EnvironmentException;
import dev.threeledger.external.Brake;
import dev.threeledger.ledger.Ledgers;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.scenario.StopCondition;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Timeline;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Judges a scenario's {@code stop_when:} by the timeline, as the checks will judge it again. */
final class HardStop implements Brake {
  private static final Ledgers NOT_READ =
      new Ledgers(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  private final Scenario scenario;
  private final Subject subject;
  private final Map<String, String> settings;
  private final Timeline timeline;
  private final RunReach reach;

  /**
   * @param reach bound to the run's environment before the first request
   */
  HardStop(
      Scenario scenario,
      Subject subject,
      Map<String, String> settings,
      Timeline timeline,
      RunReach reach) {
    this.reach = reach;
    this.scenario = scenario;
    this.subject = subject;
    this.settings = settings;
    this.timeline = timeline;
  }

  @Override
  public Optional<Stop> before(long request, boolean undoes) {
    if (scenario.stopWhen().isEmpty()) {
      return Optional.empty();
    }
    return scenario.stopWhen().stream()
        .filter(condition -> !undoes || condition != StopCondition.EFFECT_AFTER_UNDO)
        .flatMap(condition -> met(condition, request).stream())
        .findFirst();
  }

  /**
   * Who looks stale may have claimed the key anew meanwhile: that is looked up, then judged again.
   */
  private Optional<Stop> met(StopCondition condition, long request) {
    Optional<Stop> stop = judged(condition, request);
    if (stop.isEmpty() || condition != StopCondition.STALE_EFFECT) {
      return stop;
    }
    return upToDate() ? judged(condition, request) : Optional.empty();
  }

  private Optional<Stop> judged(StopCondition condition, long request) {
    List<Entry> entries = timeline.entries();
    RunRecord soFar = new RunRecord(scenario, subject, settings, entries, NOT_READ);
    return HardDeviations.before(soFar, condition, request)
        .map(deviation -> new Stop(condition.yamlName(), entries.size()));
  }

  /** Everything committed so far stands on the timeline: a claim of the worker's own as well. */
  private boolean upToDate() {
    try {
      reach.barrier();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (EnvironmentException e) {
      return false;
    }
  }
}
