package dev.threeledger.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.threeledger.check.Samples;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.NotUnderstood;
import dev.threeledger.timeline.Event.Phase;
import dev.threeledger.timeline.Event.PhaseStarted;
import dev.threeledger.timeline.Event.RequestReceived;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Event.RowOperation;
import dev.threeledger.timeline.Event.RunStopped;
import dev.threeledger.timeline.Event.StatementAnswered;
import dev.threeledger.timeline.Event.StatementSent;
import dev.threeledger.timeline.Event.StopReason;
import dev.threeledger.timeline.Event.TriggerSent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunCostsTest {
  private static final RunStopped QUIET = new RunStopped(StopReason.QUIET, "nothing more happened");
  private static final String WAITS =
      """
      [ {"worker": "1", "text": "process 7 still waiting for ShareLock on transaction 5 after 200 ms"},
        {"worker": "1", "text": "process 7 acquired ShareLock on transaction 5 after 300 ms"},
        {"worker": null, "text": "process 9 still waiting for ShareLock on transaction 5 after 200 ms"} ]
      """;

  private final List<Entry> timeline = new ArrayList<>();

  @Test
  void everyFigureOfARunThatCameToItsEnd() throws Exception {
    at(10, new TriggerSent(1, "1", "statement", "a"));
    at(11, sent(1, "SELECT 1"));
    at(15, answered(1, null));
    at(20, row("b", null, "RUNNING"));
    at(30, row("a", null, "RUNNING"));
    at(40, new RequestReceived("1", "payments.charge", 1, "charge", "k", "a", "5", "d"));
    at(50, row("a", "RUNNING", "SUCCEEDED"));
    at(80, row("b", "RUNNING", "SUCCEEDED"));
    at(90, QUIET);

    RunCosts costs = costs("{\"walBytes\": 4096}", WAITS);

    assertThat(costs.unknown()).isEmpty();
    assertThat(costs.figures())
        .containsExactly(
            entry(Metric.DURATION_P50, 50.0),
            entry(Metric.DURATION_P95, 60.0),
            entry(Metric.STATEMENTS, 1.0),
            entry(Metric.STATEMENT_TIME, 4.0),
            entry(Metric.OUTSIDE_CALLS, 1.0),
            entry(Metric.WAL_BYTES, 4096.0),
            entry(Metric.LOCK_WAITS, 1.0));
  }

  @Test
  void aKeyThatGoesOnAfterItsEndEndsWithTheLastOne() throws Exception {
    at(10, row("a", null, "RUNNING"));
    at(20, row("a", "RUNNING", "MANUAL_REVIEW"));
    at(30, row("a", "MANUAL_REVIEW", "RUNNING"));
    at(45, row("a", "RUNNING", "SUCCEEDED"));
    at(50, row("a", "SUCCEEDED", "SUCCEEDED"));
    at(60, QUIET);

    assertThat(costs("{}", "[]").figures()).containsEntry(Metric.DURATION_P50, 35.0);
  }

  @Test
  void aKeyWithoutAnEndLeavesTheDurationUnknown() throws Exception {
    at(10, new TriggerSent(1, "1", "statement", "a"));
    at(20, row("b", null, "SUCCEEDED"));
    at(30, QUIET);

    assertThat(costs("{}", "[]").unknown())
        .containsEntry(Metric.DURATION_P50, "without an end: a")
        .containsEntry(Metric.DURATION_P95, "without an end: a");
  }

  @Test
  void aRunThatWasCutShortHasNoFigures() throws Exception {
    at(10, sent(1, "SELECT 1"));
    at(20, new RunStopped(StopReason.STOP_CONDITION, "an effect was withheld that must not be"));

    RunCosts costs = costs("{\"walBytes\": 1}", "[]");

    assertThat(costs.figures()).isEmpty();
    assertThat(costs.unknown()).hasSize(Metric.values().length);
    assertThat(costs.unknown().get(Metric.STATEMENTS))
        .isEqualTo("the run did not come to its end: an effect was withheld that must not be");
  }

  @Test
  void whatWasNotReadIsUnknownAndNotZero() {
    at(10, new NotUnderstood("1", 1, "an encrypted connection"));
    at(20, QUIET);

    RunCosts costs =
        RunCosts.of(Samples.subject(null, null), timeline, Optional.empty(), Optional.empty());

    assertThat(costs.figures()).containsOnlyKeys(Metric.OUTSIDE_CALLS);
    assertThat(costs.unknown())
        .containsEntry(Metric.STATEMENTS, "no statement could be read on the wire")
        .containsEntry(Metric.WAL_BYTES, "the positions of the write-ahead log were not read")
        .containsEntry(Metric.LOCK_WAITS, "the server's log was not read")
        .containsEntry(
            Metric.DURATION_P95,
            "the subject declares no table with a state of its keys (fencing)");
  }

  @Test
  void statementsAreCountedByTextAndAnswersGoWithThemInOrder() {
    at(1, sent(1, "SELECT a FROM t WHERE id = 5"));
    at(2, sent(1, "UPDATE t SET a = 1"));
    at(3, sent(1, "UPDATE t SET b = 1"));
    at(4, answered(1, null));
    at(6, answered(1, "40P01"));
    at(7, sent(2, "SELECT a FROM t WHERE id = 7"));
    at(9, answered(2, null));

    assertThat(StatementCosts.of(timeline))
        .containsExactly(
            new StatementCosts("SELECT a FROM t WHERE id = ?", 2, 0, List.of(3.0, 2.0)),
            new StatementCosts("UPDATE t SET a = ?", 1, 1, List.of()),
            new StatementCosts("UPDATE t SET b = ?", 1, 0, List.of()));
  }

  @Test
  void aPhaseLastsUntilTheNextAndTheLastUntilTheEnd() {
    at(1, new PhaseStarted(Phase.ENVIRONMENT));
    at(11, new PhaseStarted(Phase.SUBJECT));
    at(31, new PhaseStarted(Phase.COLLECT));
    at(36, QUIET);

    assertThat(PhaseTimes.of(timeline))
        .containsExactly(
            entry(Phase.ENVIRONMENT, 10.0), entry(Phase.SUBJECT, 20.0), entry(Phase.COLLECT, 5.0));
    assertThat(PhaseTimes.of(List.of())).isEmpty();
  }

  private void at(long millis, Event event) {
    timeline.add(new Entry(timeline.size() + 1, millis * 1_000_000, event));
  }

  private RunCosts costs(String replication, String waits) throws Exception {
    Subject subject = Samples.subject();
    return RunCosts.of(subject, timeline, Optional.of(json(replication)), Optional.of(json(waits)));
  }

  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text);
  }

  private static StatementSent sent(long transaction, String sql) {
    return new StatementSent("1", 1, transaction, sql, List.of());
  }

  private static StatementAnswered answered(long transaction, String sqlState) {
    String tag = sqlState == null ? "UPDATE 1" : null;
    return new StatementAnswered("1", 1, transaction, tag, 1L, sqlState);
  }

  private static RowChanged row(String key, String before, String after) {
    RowOperation operation = before == null ? RowOperation.INSERT : RowOperation.UPDATE;
    Map<String, String> old = before == null ? null : Map.of("status", before);
    return new RowChanged(
        1, 1, 1, "", "statement_run", operation, key, old, Map.of("status", after));
  }
}
