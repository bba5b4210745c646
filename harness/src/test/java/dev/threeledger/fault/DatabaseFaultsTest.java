package dev.threeledger.fault;

import static dev.threeledger.fault.FaultFixture.KEY;
import static dev.threeledger.fault.FaultFixture.claim;
import static dev.threeledger.fault.FaultFixture.commitOf;
import static dev.threeledger.fault.FaultFixture.committed;
import static dev.threeledger.fault.FaultFixture.fault;
import static dev.threeledger.fault.FaultFixture.names;
import static dev.threeledger.fault.FaultFixture.request;
import static dev.threeledger.fault.FaultFixture.scenario;
import static dev.threeledger.fault.FaultFixture.subject;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.fault.FaultFixture.RecordingReach;
import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.scenario.FaultAction.RestartDatabase.Mode;
import dev.threeledger.scenario.FaultAction.RestartDatabase.Port;
import dev.threeledger.scenario.FaultPoint;
import dev.threeledger.scenario.FaultPoint.HttpStep;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.ConnectionOpened;
import dev.threeledger.timeline.Event.DatabaseRestarted;
import dev.threeledger.timeline.Event.DeadlockEnded;
import dev.threeledger.timeline.Event.FaultHealed;
import dev.threeledger.timeline.Event.HoldMissed;
import dev.threeledger.timeline.Event.Probed;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Passage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class DatabaseFaultsTest {
  private static final Duration WITHIN = Duration.ofSeconds(10);
  private static final Fault DEADLOCK =
      fault(
          new FaultPoint.Statement("run", "insert", null, KEY, 1),
          Side.BEFORE,
          new FaultAction.Deadlock("statement", "step_log", WITHIN));

  private final Timeline timeline = Timeline.inMemory();
  private final RecordingReach reach = new RecordingReach();

  @BeforeEach
  void connect() {
    timeline.append(new ConnectionOpened("2", 1, 40001));
    timeline.append(new ConnectionOpened("1", 1, 40002));
  }

  private FaultPlan plan(Fault fault) {
    FaultPlan plan = new FaultPlan(scenario(fault), subject(), timeline, reach, true);
    plan.arm();
    return plan;
  }

  @Test
  void aRestartDropsTheHeldMessageOfTheDatabasesWireOnly() throws Exception {
    FaultAction restart = new FaultAction.RestartDatabase(Mode.FAST);
    try (FaultPlan plan = plan(fault(commitOf("statement", 1), Side.AFTER, restart))) {
      assertThat(plan.at(committed("1", "statement", KEY))).isEqualTo(Passage.DISCARD);
    }
    FaultPoint received = new FaultPoint.Http("payments.charge", HttpStep.REQUEST, null, KEY, 1);
    try (FaultPlan plan = plan(fault(received, Side.BEFORE, restart))) {
      assertThat(plan.at(request("1", 5))).isEqualTo(Passage.FORWARD);
    }
    assertThat(reach.done)
        .containsExactly("restart database FAST SAME", "restart database FAST SAME");
    assertThat(names(timeline))
        .endsWith("FaultArmed", "PointReached", "DatabaseRestarted", "FaultHealed");
  }

  @Test
  void aRestartTellsWhereTheServerWasAndIsAndHowItEnded() throws Exception {
    FaultAction restart = new FaultAction.RestartDatabase(Mode.KILL, Port.ANOTHER);
    try (FaultPlan plan = plan(fault(commitOf("statement", 1), Side.AFTER, restart))) {
      plan.at(committed("1", "statement", KEY));
    }
    assertThat(reach.done).containsExactly("restart database KILL ANOTHER");
    assertThat(timeline.entries())
        .extracting(Entry::event)
        .contains(
            new DatabaseRestarted(
                "f",
                "kill",
                "2026-01-31 00:00:00+00",
                "2026-01-31 00:00:09+00",
                2,
                "127.0.0.1:5001",
                "127.0.0.1:5002",
                "KILL",
                List.of("7", "8"),
                List.of()));
  }

  @Test
  void aPauseLetsTheMessageThroughToTheStoppedServerWhichGoesOnAfterItsTime() throws Exception {
    FaultAction pause = new FaultAction.PauseDatabase(Duration.ofMillis(20));
    try (FaultPlan plan = plan(fault(commitOf("statement", 1), Side.AFTER, pause))) {
      assertThat(plan.at(committed("1", "statement", KEY))).isEqualTo(Passage.FORWARD);
      awaitHealed();
      timeline.await(0, entry -> entry.event().equals(probed("2 ms")), WITHIN);
    }
    assertThat(reach.done)
        .containsExactly(
            "pause database",
            "probe server within 20 ms",
            "resume database",
            "probe server within 10000 ms");
    assertThat(names(timeline)).contains("DatabasePaused", "Probed", "DatabaseResumed");
    assertThat(timeline.entries()).extracting(Entry::event).contains(probed("silent"));
  }

  @Test
  void aPauseThatIsUnderWayEndsWithTheRun() throws Exception {
    FaultAction pause = new FaultAction.PauseDatabase(FaultAction.PauseDatabase.LONGEST);
    try (FaultPlan plan = plan(fault(commitOf("statement", 1), Side.AFTER, pause))) {
      plan.at(committed("1", "statement", KEY));
      timeline.await(0, entry -> entry.event().equals(probed("silent")), WITHIN);
    }
    assertThat(reach.done).containsOnlyOnce("resume database");
    assertThat(names(timeline)).contains("DatabaseResumed");
  }

  private static Probed probed(String seen) {
    return new Probed("f", "1", "database", seen);
  }

  @Test
  void aDeadlockHoldsOneRowAndWaitsForTheOtherBehindTheWorkersConnection() throws Exception {
    try (FaultPlan plan = plan(DEADLOCK)) {
      assertThat(plan.at(claim("1"))).isEqualTo(Passage.FORWARD);
      awaitHealed();
    }
    assertThat(reach.done)
        .startsWith(
            "session behind port 40002",
            "lock statement " + KEY,
            "want step_log " + KEY,
            "session closed");
    assertThat(names(timeline))
        .endsWith("PointReached", "RowLocked", "LockAwaited", "DeadlockEnded", "FaultHealed");
    assertThat(victim()).isEqualTo("worker");
  }

  @Test
  void aDeadlockWhoseVictimIsTheHarnessSaysSo() throws Exception {
    reach.gotWanted = Optional.of(false);
    try (FaultPlan plan = plan(DEADLOCK)) {
      plan.at(claim("1"));
      awaitHealed();
    }
    assertThat(victim()).isEqualTo("harness");
  }

  @Test
  void aRowThatIsNotThereOrNotHeldIsMissedAndTheSessionEnds() throws Exception {
    reach.lockedRows = 0;
    try (FaultPlan plan = plan(DEADLOCK)) {
      assertThat(plan.at(claim("1"))).isEqualTo(Passage.FORWARD);
    }
    assertThat(missed()).isEqualTo("there is no row of statement for " + KEY + " to be locked");
    assertThat(reach.done).contains("session closed").doesNotContain("want step_log " + KEY);
  }

  @Test
  void aWaitThatIsNotSeenIsMissed() throws Exception {
    reach.waitSeen = Optional.empty();
    try (FaultPlan plan = plan(DEADLOCK)) {
      assertThat(plan.at(claim("1"))).isEqualTo(Passage.FORWARD);
    }
    assertThat(missed()).isEqualTo("the worker's transaction holds no lock on the row of step_log");
    assertThat(names(timeline)).doesNotContain("LockAwaited").endsWith("FaultHealed");
  }

  private void awaitHealed() throws InterruptedException {
    timeline.await(0, entry -> entry.event() instanceof FaultHealed, WITHIN);
  }

  private String victim() {
    return timeline.entries().stream()
        .filter(entry -> entry.event() instanceof DeadlockEnded)
        .map(entry -> ((DeadlockEnded) entry.event()).victim())
        .findFirst()
        .orElseThrow();
  }

  private String missed() {
    return timeline.entries().stream()
        .filter(entry -> entry.event() instanceof HoldMissed)
        .map(entry -> ((HoldMissed) entry.event()).why())
        .findFirst()
        .orElseThrow();
  }
}
