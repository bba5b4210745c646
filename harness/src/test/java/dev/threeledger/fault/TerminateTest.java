package dev.threeledger.fault;

import static dev.threeledger.fault.FaultFixture.KEY;
import static dev.threeledger.fault.FaultFixture.assertNeedsEachOf;
import static dev.threeledger.fault.FaultFixture.commitOf;
import static dev.threeledger.fault.FaultFixture.committed;
import static dev.threeledger.fault.FaultFixture.fault;
import static dev.threeledger.fault.FaultFixture.names;
import static dev.threeledger.fault.FaultFixture.prove;
import static dev.threeledger.fault.FaultFixture.replaced;
import static dev.threeledger.fault.FaultFixture.scenario;
import static dev.threeledger.fault.FaultFixture.subject;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.fault.FaultFixture.RecordingReach;
import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.FaultAction.Terminate;
import dev.threeledger.scenario.FaultPoint;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.CommitAcknowledged;
import dev.threeledger.timeline.Event.FaultHealed;
import dev.threeledger.timeline.Event.PointReached;
import dev.threeledger.timeline.Event.StopOverdue;
import dev.threeledger.timeline.Event.StopSignalled;
import dev.threeledger.timeline.Event.WorkerExited;
import dev.threeledger.timeline.Event.WorkerKilled;
import dev.threeledger.timeline.Event.WorkerStarted;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class TerminateTest {
  private static final Duration TWO = Duration.ofSeconds(2);
  private static final Event SIGNALLED =
      new StopSignalled("f", "1", 101, "TERM", Map.of("101", "S"));

  private final Timeline timeline = Timeline.inMemory();
  private final RecordingReach reach = new RecordingReach();

  private static Fault terminate(Duration within, boolean restart) {
    return fault(commitOf("statement", 1), Side.AFTER, new Terminate(within, restart));
  }

  private FaultPlan plan(Fault fault) {
    FaultPlan plan = new FaultPlan(scenario(fault), subject(), timeline, reach, true);
    plan.arm();
    return plan;
  }

  private void awaitHealed() throws InterruptedException {
    assertThat(timeline.await(0, e -> e.event() instanceof FaultHealed, Duration.ofSeconds(10)))
        .as(names(timeline).toString())
        .isPresent();
  }

  @Test
  void signalsThenLetsTheMessageThroughAndWaitsForTheExit() throws Exception {
    try (FaultPlan plan = plan(terminate(TWO, true))) {
      assertThat(plan.at(committed("1", "statement", KEY))).isEqualTo(Passage.FORWARD);
      awaitHealed();
    }
    assertThat(reach.done).containsExactly("stop 1", "await 1 2000 ms", "restart 1");
    assertThat(names(timeline))
        .containsExactly("FaultArmed", "PointReached", "StopSignalled", "FaultHealed");
  }

  @Test
  void theSubjectsOwnTimeHoldsWhereNoneIsWritten() throws Exception {
    try (FaultPlan plan = plan(terminate(null, false))) {
      plan.at(committed("1", "statement", KEY));
      awaitHealed();
    }
    assertThat(reach.done).containsExactly("stop 1", "await 1 1000 ms");
  }

  @Test
  void killsWhatDoesNotExitInTime() throws Exception {
    reach.exits = false;
    try (FaultPlan plan = plan(terminate(TWO, false))) {
      plan.at(committed("1", "statement", KEY));
      awaitHealed();
    }
    assertThat(reach.done).containsExactly("stop 1", "await 1 2000 ms", "kill 1", "cutOff 1");
    assertThat(names(timeline))
        .endsWith("StopSignalled", "StopOverdue", "WorkerKilled", "BackendsGone", "FaultHealed");
  }

  @Test
  void aWorkerThatIsEndingIsNotSignalledAgainAtAnotherKeysPoint() throws Exception {
    FaultPoint any = new FaultPoint.Commit("statement", null, null, 1);
    try (FaultPlan plan = plan(fault(any, Side.AFTER, new Terminate(TWO, false)))) {
      plan.at(committed("1", "statement", KEY));
      plan.at(committed("1", "statement", "2/2026-01-31"));
      awaitHealed();
    }
    assertThat(reach.done).containsExactly("stop 1", "await 1 2000 ms");
  }

  @Test
  void strikesAtATriggerToo() throws Exception {
    Moment trigger = new Moment.Trigger("2", Side.BEFORE, 1, 1, KEY);
    FaultPoint sent = new FaultPoint.TriggerSent(null, KEY, 1);
    try (FaultPlan plan = plan(fault(sent, Side.BEFORE, new Terminate(TWO, false)))) {
      assertThat(plan.at(trigger)).isEqualTo(Passage.FORWARD);
      awaitHealed();
    }
    assertThat(reach.done).containsExactly("stop 2", "await 2 2000 ms");
  }

  private static List<Event> byItself() {
    return List.of(
        new CommitAcknowledged("1", 7, 3, 42L),
        new PointReached("f", "1", KEY, 1, 1),
        SIGNALLED,
        new WorkerExited("1", 101, null, "TERM", true),
        new WorkerStarted("1", 102));
  }

  @Test
  void needsTheSignalALivingProcessItsExitAndTheRestart() {
    Fault fault = terminate(TWO, true);
    assertNeedsEachOf(fault, byItself(), 1, 2, 3, 4);
    Event nobodyLived = new StopSignalled("f", "1", 101, "TERM", Map.of());
    assertThat(prove(fault, replaced(byItself(), 2, nobodyLived)).landed()).isFalse();
    Event killedByWhom = new WorkerExited("1", 101, null, "KILL", true);
    assertThat(prove(fault, replaced(byItself(), 3, killedByWhom)).landed()).isFalse();
    Event another = new WorkerExited("2", 105, 0, null, true);
    assertThat(prove(fault, replaced(byItself(), 3, another)).landed()).isFalse();
  }

  @Test
  void anExitBeforeTheSignalProvesNothing() {
    List<Event> swapped =
        List.of(byItself().get(0), byItself().get(1), byItself().get(3), SIGNALLED);
    assertThat(prove(terminate(TWO, false), swapped).landed()).isFalse();
  }

  @Test
  void anOverdueWorkerNeedsOurKillAndItsEnd() {
    List<Event> overdue =
        List.of(
            new CommitAcknowledged("1", 7, 3, 42L),
            new PointReached("f", "1", KEY, 1, 1),
            SIGNALLED,
            new StopOverdue("f", "1", 101, 2000),
            new WorkerKilled("f", "1", 101),
            new WorkerExited("1", 101, null, "KILL", true));
    assertNeedsEachOf(terminate(TWO, false), overdue, 1, 2, 3, 4, 5);
    assertThat(prove(terminate(TWO, false), overdue).proof())
        .contains("process 101 had not ended 2000 ms after the signal and was ended by SIGKILL");
  }
}
