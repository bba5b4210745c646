package dev.threeledger.fault;

import static dev.threeledger.fault.FaultFixture.KEY;
import static dev.threeledger.fault.FaultFixture.commitOf;
import static dev.threeledger.fault.FaultFixture.committed;
import static dev.threeledger.fault.FaultFixture.fault;
import static dev.threeledger.fault.FaultFixture.names;
import static dev.threeledger.fault.FaultFixture.prove;
import static dev.threeledger.fault.FaultFixture.replaced;
import static dev.threeledger.fault.FaultFixture.row;
import static dev.threeledger.fault.FaultFixture.scenario;
import static dev.threeledger.fault.FaultFixture.subject;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.fault.FaultFixture.RecordingReach;
import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.FaultAction.Crash;
import dev.threeledger.scenario.FaultPoint;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.BackendsGone;
import dev.threeledger.timeline.Event.CommitAcknowledged;
import dev.threeledger.timeline.Event.FaultHealed;
import dev.threeledger.timeline.Event.PointReached;
import dev.threeledger.timeline.Event.WorkerExited;
import dev.threeledger.timeline.Event.WorkerKilled;
import dev.threeledger.timeline.Event.WorkerStarted;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class CrashAllTest {
  private static final Duration DOWN = Duration.ofMillis(5);
  private static final Fault ALL =
      fault(commitOf("statement", 1), Side.AFTER, new Crash(Duration.ZERO, true, true, DOWN));
  private static final Fault FOR_GOOD =
      fault(
          commitOf("statement", 1),
          Side.AFTER,
          new Crash(Duration.ZERO, false, true, Duration.ZERO));

  private final Timeline timeline = Timeline.inMemory();
  private final RecordingReach reach = new RecordingReach();

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
  void killsAllThenCutsAllOffThenStartsAllAgain() throws Exception {
    try (FaultPlan plan = plan(ALL)) {
      assertThat(plan.at(committed("2", "statement", KEY))).isEqualTo(Passage.DISCARD);
      awaitHealed();
    }
    assertThat(reach.done)
        .containsExactly("kill 2", "kill 1", "cutOff 2", "cutOff 1", "restart 2 and 1");
  }

  @Test
  void whoIsDeadAlreadyIsNeitherKilledNorStarted() throws Exception {
    reach.gone.add("2");
    try (FaultPlan plan = plan(ALL)) {
      plan.at(committed("1", "statement", KEY));
      awaitHealed();
    }
    assertThat(reach.done).containsExactly("kill 1", "cutOff 1", "restart 1");
  }

  @Test
  void atATriggerTheTriggerItselfIsItsCallersAndGoesOn() throws Exception {
    FaultPoint sent = new FaultPoint.TriggerSent(null, KEY, 1);
    try (FaultPlan plan = plan(fault(sent, Side.BEFORE, FOR_GOOD.action()))) {
      assertThat(plan.at(new Moment.Trigger("1", Side.BEFORE, 1, 1, KEY)))
          .isEqualTo(Passage.FORWARD);
    }
    assertThat(reach.done).containsExactly("kill 1", "kill 2", "cutOff 1", "cutOff 2");
  }

  /** A millisecond apart; nobody runs from the ninth event to the sixteenth. */
  private static List<Event> whole() {
    Event pause = new Event.PhaseStarted(Event.Phase.QUIESCE);
    return List.of(
        new WorkerStarted("1", 101),
        new WorkerStarted("2", 102),
        row("statement", KEY, 1, "RUNNING"),
        new CommitAcknowledged("1", 7, 3, 42L),
        new PointReached("f", "1", KEY, 1, 4),
        new WorkerKilled("f", "1", 101),
        new WorkerExited("1", 101, null, "KILL", true),
        new WorkerKilled("f", "2", 102),
        new WorkerExited("2", 102, null, "KILL", true),
        new BackendsGone("1", 2),
        new BackendsGone("2", 2),
        pause,
        pause,
        pause,
        new WorkerStarted("1", 103),
        new WorkerStarted("2", 104));
  }

  private static boolean landed(Fault fault, List<Event> events) {
    return prove(fault, events, 1_000_000L).landed();
  }

  @Test
  void needsEveryKillItsProofAndEveryRestart() {
    assertThat(prove(ALL, whole(), 1_000_000L).missing()).isEmpty();
    Event other = new Event.PhaseStarted(Event.Phase.TRIGGER);
    for (int piece : new int[] {2, 4, 5, 6, 7, 8, 9, 10, 14, 15}) {
      assertThat(landed(ALL, replaced(whole(), piece, other))).as("without " + piece).isFalse();
    }
  }

  @Test
  void doesNotLandWhenSomebodyRanTooSoon() {
    assertThat(landed(ALL, replaced(whole(), 11, new WorkerStarted("2", 104)))).isFalse();
    assertThat(prove(ALL, whole(), 100_000L).missing())
        .containsExactly("not so: none of them ran for 5 ms after the last was killed");
  }

  @Test
  void withoutRestartNobodyMayBeStarted() {
    List<Event> events = new ArrayList<>(whole().subList(0, 11));
    assertThat(landed(FOR_GOOD, events)).isTrue();
    events.add(new WorkerStarted("2", 104));
    assertThat(landed(FOR_GOOD, events)).isFalse();
  }

  @Test
  void whoHadEndedBeforeNeedsNoKill() {
    List<Event> events = new ArrayList<>(whole().subList(0, 11));
    events.set(7, new Event.PhaseStarted(Event.Phase.TRIGGER));
    events.set(10, new Event.PhaseStarted(Event.Phase.TRIGGER));
    assertThat(landed(FOR_GOOD, events)).isFalse();
    events.set(2, new WorkerExited("2", 102, 1, null, false));
    events.set(1, row("statement", KEY, 1, "RUNNING"));
    events.set(0, new WorkerStarted("1", 101));
    events.set(8, new Event.PhaseStarted(Event.Phase.TRIGGER));
    assertThat(landed(FOR_GOOD, events)).isTrue();
  }

  @Test
  void oneWorkerThatIsDownForAWhileLeavesTheOthersAlone() {
    Fault one =
        fault(commitOf("statement", 1), Side.AFTER, new Crash(Duration.ZERO, true, false, DOWN));
    List<Event> events = new ArrayList<>(whole());
    events.set(7, new Event.PhaseStarted(Event.Phase.TRIGGER));
    events.set(8, new Event.PhaseStarted(Event.Phase.TRIGGER));
    events.set(10, new WorkerStarted("2", 105));
    assertThat(prove(one, events, 1_000_000L).missing()).isEmpty();
    assertThat(landed(one, replaced(events, 14, new Event.PhaseStarted(Event.Phase.TRIGGER))))
        .isFalse();
    assertThat(landed(one, replaced(events, 9, new WorkerStarted("1", 103)))).isFalse();
  }
}
