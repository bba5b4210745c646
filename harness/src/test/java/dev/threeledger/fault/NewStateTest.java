package dev.threeledger.fault;

import static dev.threeledger.fault.FaultFixture.KEY;
import static dev.threeledger.fault.FaultFixture.assertNeedsEachOf;
import static dev.threeledger.fault.FaultFixture.fault;
import static dev.threeledger.fault.FaultFixture.prove;
import static dev.threeledger.fault.FaultFixture.row;
import static dev.threeledger.fault.FaultFixture.scenario;
import static dev.threeledger.fault.FaultFixture.subject;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.fault.FaultFixture.RecordingReach;
import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.scenario.FaultPoint;
import dev.threeledger.scenario.StateRole;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.BackendsGone;
import dev.threeledger.timeline.Event.CommitAcknowledged;
import dev.threeledger.timeline.Event.CommitAsked;
import dev.threeledger.timeline.Event.PointReached;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Event.RowOperation;
import dev.threeledger.timeline.Event.StatementSent;
import dev.threeledger.timeline.Event.WorkerExited;
import dev.threeledger.timeline.Event.WorkerKilled;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code db: commit} with {@code state}: at the plan, and in the landing proof. */
class NewStateTest {
  private static final FaultAction CRASH = new FaultAction.Crash(Duration.ZERO, false);
  private static final FaultPoint DONE = new FaultPoint.Commit("run", StateRole.DONE, null, KEY, 1);
  private static final String SETS =
      "UPDATE run SET status = 'SUCCEEDED' WHERE id = $1 AND day = $2";
  private static final String BEATS = "UPDATE run SET lease = now() WHERE id = $1 AND day = $2";
  private static final List<String> ITS = List.of("1", "2026-01-31");

  private static Moment.Commit before(String sql, List<String> parameters) {
    Moment.Statement statement =
        new Moment.Statement("1", Side.BEFORE, 1, 7, 3, sql, parameters, "update", "run");
    return new Moment.Commit(
        "1", Side.BEFORE, 2, 7, 3, false, List.of(statement), 42L, List.of("run"), List.of());
  }

  private static Moment.Commit after(String key, String from, String to) {
    return new Moment.Commit(
        "1",
        Side.AFTER,
        3,
        7,
        3,
        false,
        List.of(),
        42L,
        List.of("run"),
        List.of(change(key, from, to)));
  }

  private static RowChanged change(String key, String from, String to) {
    Map<String, String> was = from == null ? null : Map.of("status", from);
    RowOperation operation = from == null ? RowOperation.INSERT : RowOperation.UPDATE;
    return new RowChanged(
        42, 1, 1, "2026-01-31T00:00:00Z", "run", operation, key, was, Map.of("status", to));
  }

  private static Passage first(Side side, Moment... moments) throws Exception {
    Fault crash = fault(DONE, side, CRASH);
    RecordingReach reach = new RecordingReach();
    Passage passage = Passage.FORWARD;
    try (FaultPlan plan =
        new FaultPlan(scenario(crash), subject(), Timeline.inMemory(), reach, true)) {
      for (Moment moment : moments) {
        assertThat(reach.done).isEmpty();
        passage = plan.at(moment);
      }
    }
    return passage;
  }

  @Test
  void afterACommitTheRowMustHaveComeToTheStateFromAnother() throws Exception {
    assertThat(
            first(
                Side.AFTER,
                after(KEY, "RUNNING", "RUNNING"),
                after("2/2026-01-31", "RUNNING", "SUCCEEDED"),
                after(KEY, "SUCCEEDED", "SUCCEEDED"),
                after(KEY, "RUNNING", "ELSEWHERE"),
                after(KEY, "RUNNING", "SUCCEEDED")))
        .isEqualTo(Passage.DISCARD);
    assertThat(first(Side.AFTER, after(KEY, null, "SUCCEEDED"))).isEqualTo(Passage.DISCARD);
  }

  @Test
  void beforeACommitAStatementMustHaveWrittenTheStateForTheKey() throws Exception {
    assertThat(
            first(
                Side.BEFORE,
                before(BEATS + " AND status = 'SUCCEEDED'", ITS),
                before(SETS, List.of("2", "2026-01-31")),
                before("UPDATE run SET status = 'RUNNING' WHERE id = $1 AND day = $2", ITS),
                before(SETS, ITS)))
        .isEqualTo(Passage.DISCARD);
  }

  private static final List<Event> BEFORE =
      List.of(
          new StatementSent("1", 7, 3, SETS, ITS),
          new CommitAsked("1", 7, 3, false, 42L, List.of("run")),
          new PointReached("f", "1", KEY, 1, 2),
          new WorkerKilled("f", "1", 101),
          new WorkerExited("1", 101, null, "KILL", true),
          new BackendsGone("1", 0));

  @Test
  void beforeACommitTheStatementIsDemanded() {
    Fault fault = fault(DONE, Side.BEFORE, CRASH);
    assertNeedsEachOf(fault, BEFORE, 0, 2, 3, 4, 5);
    Event elsewhere = new StatementSent("1", 7, 2, SETS, ITS);
    assertThat(prove(fault, FaultFixture.replaced(BEFORE, 0, elsewhere)).missing())
        .containsExactly("not so: a statement of the commit wrote a row of run to be done");
  }

  @Test
  void aCommitThatGoesThroughLaterMustHaveBroughtTheState() {
    FaultAction delay =
        new FaultAction.Delay(
            "database", Duration.ofMillis(1), Duration.ZERO, Duration.ofMillis(1));
    Fault fault = fault(DONE, Side.BEFORE, delay);
    List<Event> events = new ArrayList<>(BEFORE);
    events.add(row("run", KEY, 2, "RUNNING"));
    assertThat(prove(fault, events).missing())
        .contains("not so: the commit went through later, and brought a row of run to be done");
    events.add(row("run", KEY, 2, "SUCCEEDED"));
    assertThat(prove(fault, events).missing())
        .noneMatch(missing -> missing.contains("went through later"));
  }

  @Test
  void afterACommitTheChangeIsDemanded() {
    Fault fault = fault(DONE, Side.AFTER, CRASH);
    List<Event> whole =
        List.of(
            row("run", KEY, 2, "SUCCEEDED"),
            new CommitAcknowledged("1", 7, 3, 42L),
            new PointReached("f", "1", KEY, 1, 2),
            new WorkerKilled("f", "1", 101),
            new WorkerExited("1", 101, null, "KILL", true),
            new BackendsGone("1", 0));
    assertNeedsEachOf(fault, whole, 0, 1, 2, 3, 4, 5);
    List<Event> other = FaultFixture.replaced(whole, 0, row("run", KEY, 2, "RUNNING"));
    assertThat(prove(fault, other).missing())
        .containsExactly("not so: the commit brought a row of run to be done");
  }
}
