package dev.threeledger.fault;

import static dev.threeledger.fault.FaultFixture.KEY;
import static dev.threeledger.fault.FaultFixture.answer;
import static dev.threeledger.fault.FaultFixture.claim;
import static dev.threeledger.fault.FaultFixture.commitOf;
import static dev.threeledger.fault.FaultFixture.committed;
import static dev.threeledger.fault.FaultFixture.fault;
import static dev.threeledger.fault.FaultFixture.names;
import static dev.threeledger.fault.FaultFixture.request;
import static dev.threeledger.fault.FaultFixture.row;
import static dev.threeledger.fault.FaultFixture.scenario;
import static dev.threeledger.fault.FaultFixture.subject;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.fault.FaultFixture.RecordingReach;
import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.scenario.FaultAction.Pause.Until;
import dev.threeledger.scenario.FaultAction.Release;
import dev.threeledger.scenario.FaultPoint;
import dev.threeledger.scenario.FaultPoint.HttpStep;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.FaultHealed;
import dev.threeledger.timeline.Event.Held;
import dev.threeledger.timeline.Event.HoldMissed;
import dev.threeledger.timeline.Event.Released;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class FaultPlanTest {
  private static final FaultAction CRASH = new FaultAction.Crash(Duration.ZERO, false);
  private static final Duration WITHIN = Duration.ofSeconds(10);

  private final Timeline timeline = Timeline.inMemory();
  private final RecordingReach reach = new RecordingReach();

  private FaultPlan plan(Fault... faults) {
    FaultPlan plan = new FaultPlan(scenario(faults), subject(), timeline, reach, true);
    plan.arm();
    return plan;
  }

  @Test
  void crashKillsThenCutsOffThenDiscardsTheAcknowledgement() throws Exception {
    try (FaultPlan plan = plan(fault(commitOf("statement", 1), Side.AFTER, CRASH))) {
      assertThat(plan.at(committed("1", "statement", KEY))).isEqualTo(Passage.DISCARD);
    }
    assertThat(reach.done).containsExactly("kill 1", "cutOff 1");
    assertThat(names(timeline))
        .containsExactly(
            "FaultArmed", "PointReached", "WorkerKilled", "BackendsGone", "FaultHealed");
  }

  @Test
  void strikesAtThePlannedOccurrenceOfThatKeyAndTableOnly() throws Exception {
    try (FaultPlan plan = plan(fault(commitOf("statement", 2), Side.AFTER, CRASH))) {
      assertThat(plan.at(committed("1", "statement", KEY))).isEqualTo(Passage.FORWARD);
      assertThat(plan.at(committed("1", "statement", "2/2026-01-31"))).isEqualTo(Passage.FORWARD);
      assertThat(plan.at(committed("1", "step_log", KEY))).isEqualTo(Passage.FORWARD);
      assertThat(reach.done).isEmpty();
      assertThat(plan.at(committed("2", "statement", KEY))).isEqualTo(Passage.DISCARD);
      assertThat(plan.at(committed("2", "statement", KEY))).isEqualTo(Passage.FORWARD);
    }
    assertThat(reach.done).containsExactly("kill 2", "cutOff 2");
  }

  @Test
  void aKeyThatIsOneTextHasOccurrencesOfItsOwnBeforeAndAfterACommit() throws Exception {
    String key = "1001/fulfil";
    for (Side side : Side.values()) {
      RecordingReach own = new RecordingReach();
      Fault crash = fault(new FaultPoint.Commit("job_run", null, key, 2), side, CRASH);
      try (FaultPlan plan = new FaultPlan(scenario(crash), subject(), timeline, own, true)) {
        assertThat(plan.at(ofOneText(side, key))).isEqualTo(Passage.FORWARD);
        assertThat(plan.at(ofOneText(side, "1002/fulfil"))).isEqualTo(Passage.FORWARD);
        assertThat(plan.at(ofOneText(side, "1001/fulfil-more"))).isEqualTo(Passage.FORWARD);
        assertThat(own.done).isEmpty();
        assertThat(plan.at(ofOneText(side, key))).as(side.name()).isEqualTo(Passage.DISCARD);
      }
    }
  }

  private static Moment.Commit ofOneText(Side side, String key) {
    Moment.Statement update =
        new Moment.Statement(
            "1",
            Side.BEFORE,
            1,
            7,
            3,
            "UPDATE job_run SET status = $1 WHERE key = $2",
            List.of("RUNNING", key),
            "update",
            "job_run");
    boolean after = side == Side.AFTER;
    return new Moment.Commit(
        "1",
        side,
        1,
        7,
        3,
        false,
        List.of(update),
        42L,
        List.of("job_run"),
        after ? List.of(row("job_run", key, 1, "RUNNING")) : List.of());
  }

  @Test
  void notesThePointButDoesNothingWhenTheInjectorIsOff() throws Exception {
    Fault crash = fault(commitOf("statement", 1), Side.AFTER, CRASH);
    try (FaultPlan plan = new FaultPlan(scenario(crash), subject(), timeline, reach, false)) {
      plan.arm();
      assertThat(plan.at(committed("1", "statement", KEY))).isEqualTo(Passage.FORWARD);
    }
    assertThat(reach.done).isEmpty();
    assertThat(names(timeline)).containsExactly("FaultArmed", "PointReached");
    assertThat(LandingProof.prove(scenario(crash), subject(), timeline.entries()).get(0).landed())
        .isFalse();
  }

  @Test
  void aPartnerThatHasBegunAnEffectGoesOnWhenItsCallerDies() throws Exception {
    FaultPoint effect = new FaultPoint.Http("payments.charge", HttpStep.EFFECT, null, KEY, 1);
    Moment moment =
        new Moment.Effect("1", "payments", Side.AFTER, 1, 1, 1, "payments.charge", "k", KEY);
    try (FaultPlan plan = plan(fault(effect, Side.AFTER, CRASH))) {
      assertThat(plan.at(moment)).isEqualTo(Passage.FORWARD);
    }
    assertThat(reach.done).containsExactly("kill 1", "cutOff 1");
  }

  @Test
  void holdsBothWorkersAndReleasesThemTogether() throws Exception {
    FaultPoint point = new FaultPoint.Statement("run", "insert", null, KEY, 1);
    FaultAction hold = new FaultAction.Hold(List.of("1", "2"), Release.TOGETHER, WITHIN);
    try (FaultPlan plan = plan(fault(point, Side.BEFORE, hold))) {
      CompletableFuture<Passage> first = async(plan, claim("1"));
      assertThat(timeline.await(0, e -> e.event() instanceof Held, WITHIN)).isPresent();
      assertThat(first).isNotDone();
      assertThat(plan.settled()).isFalse();
      assertThat(plan.at(claim("2"))).isEqualTo(Passage.FORWARD);
      assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo(Passage.FORWARD);
      assertThat(plan.settled()).isTrue();
    }
    assertThat(
            LandingProof.prove(
                scenario(fault(point, Side.BEFORE, hold)), subject(), timeline.entries()))
        .allMatch(landing -> landing.landed());
  }

  @Test
  void releasesTheLastArrivedFirstAndTheOtherOnlyWhenThatWasAnswered() throws Exception {
    FaultPoint point = new FaultPoint.Statement("run", "insert", null, KEY, 1);
    FaultAction hold = new FaultAction.Hold(List.of("1", "2"), Release.LAST_ARRIVED, WITHIN);
    try (FaultPlan plan = plan(fault(point, Side.BEFORE, hold))) {
      CompletableFuture<Passage> first = async(plan, claim("1"));
      timeline.await(0, e -> e.event() instanceof Held, WITHIN);
      assertThat(plan.at(claim("2"))).isEqualTo(Passage.FORWARD);
      assertThat(first).isNotDone();
      timeline.append(new Event.StatementAnswered("2", 2, 1, "INSERT 0 1", 1L, null));
      assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo(Passage.FORWARD);
    }
    assertThat(
            timeline.entries().stream()
                .filter(e -> e.event() instanceof Released)
                .map(e -> e.event().worker()))
        .containsExactly("2", "1");
  }

  @Test
  void namesTheMissingParticipantAndItsLockWait() throws Exception {
    FaultPoint point = new FaultPoint.Statement("run", "insert", null, KEY, 1);
    FaultAction hold =
        new FaultAction.Hold(List.of("1", "2"), Release.TOGETHER, Duration.ofMillis(30));
    Fault fault = fault(point, Side.BEFORE, hold);
    try (FaultPlan plan = plan(fault)) {
      assertThat(plan.at(claim("1"))).isEqualTo(Passage.FORWARD);
    }
    assertThat(timeline.entries().stream().map(e -> e.event()))
        .contains(new HoldMissed("f", "2", "waits for transactionid 748"));
    assertThat(LandingProof.prove(scenario(fault), subject(), timeline.entries()).get(0).missing())
        .contains("not so: worker 2 arrived before the deadline (waits for transactionid 748)");
  }

  @Test
  void duplicateTriggerSendsTheSameKeyToTheOtherWorkerAndWaitsForIt() throws Exception {
    FaultPoint point = new FaultPoint.Statement("run", "insert", "1", KEY, 1);
    FaultAction action = new FaultAction.DuplicateTrigger("2", true, Release.TOGETHER, WITHIN);
    try (FaultPlan plan = plan(fault(point, Side.BEFORE, action))) {
      CompletableFuture<Passage> first = async(plan, claim("1"));
      timeline.await(0, e -> e.event() instanceof Held, WITHIN);
      assertThat(reach.done).containsExactly("trigger 2 " + KEY);
      assertThat(plan.at(claim("2"))).isEqualTo(Passage.FORWARD);
      assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo(Passage.FORWARD);
    }
  }

  @Test
  void duplicateTriggerWithoutHoldCountsOccurrencesOverAllWorkers() throws Exception {
    FaultPoint point = new FaultPoint.Http("payments.charge", HttpStep.ANSWER, null, KEY, 2);
    FaultAction action = new FaultAction.DuplicateTrigger("2", false, Release.TOGETHER, WITHIN);
    try (FaultPlan plan = plan(fault(point, Side.BEFORE, action))) {
      assertThat(plan.at(answer("1", 1))).isEqualTo(Passage.FORWARD);
      assertThat(reach.done).isEmpty();
      assertThat(plan.at(answer("2", 2))).isEqualTo(Passage.FORWARD);
    }
    assertThat(reach.done).containsExactly("trigger 2 " + KEY);
  }

  @Test
  void pausesUntilAnotherHolderHasClaimedTheKey() throws Exception {
    FaultAction pause = new FaultAction.Pause(Until.TAKEN_OVER, Duration.ZERO, WITHIN);
    try (FaultPlan plan = plan(fault(commitOf("statement", 1), Side.AFTER, pause))) {
      assertThat(plan.at(committed("1", "statement", KEY))).isEqualTo(Passage.FORWARD);
      timeline.append(row("run", "2/2026-01-31", 2, "RUNNING"));
      assertThat(plan.settled()).isFalse();
      assertThat(reach.done).containsExactly("pause 1");
      timeline.append(row("run", KEY, 2, "RUNNING"));
      timeline.append(new Event.CommitAcknowledged("1", 7, 4, 42L));
      assertThat(plan.settled()).as("the paused worker's own commit is no take-over").isFalse();
      timeline.append(new Event.CommitAcknowledged("2", 9, 1, 42L));
      assertThat(timeline.await(0, e -> e.event() instanceof FaultHealed, WITHIN)).isPresent();
    }
    assertThat(reach.done).containsExactly("pause 1", "resume 1");
  }

  @Test
  void resumesAPausedWorkerAtTearDown() throws Exception {
    FaultAction pause = new FaultAction.Pause(Until.ENDED, Duration.ZERO, WITHIN);
    try (FaultPlan plan = plan(fault(commitOf("statement", 1), Side.AFTER, pause))) {
      plan.at(committed("1", "statement", KEY));
    }
    assertThat(reach.done).containsExactly("pause 1", "resume 1");
  }

  @Test
  void answersAnErrorSoManyTimes() throws Exception {
    FaultPoint point = new FaultPoint.Http("payments.charge", HttpStep.REQUEST, null, KEY, 1);
    FaultAction error = new FaultAction.Error(503, Map.of(), "busy", 2);
    try (FaultPlan plan = plan(fault(point, Side.BEFORE, error))) {
      Passage busy = new Passage.Answer(503, Map.of(), "busy");
      assertThat(plan.at(request("1", 1))).isEqualTo(busy);
      assertThat(plan.at(request("2", 2))).isEqualTo(busy);
      assertThat(plan.at(request("1", 3))).isEqualTo(Passage.FORWARD);
    }
    assertThat(names(timeline)).endsWith("ErrorAnswered", "FaultHealed");
  }

  @Test
  void withholdsTheAnswerAndIsHealedWhenTheCallerGaveUp() throws Exception {
    FaultPoint point = new FaultPoint.Http("payments.charge", HttpStep.ANSWER, null, KEY, 1);
    try (FaultPlan plan = plan(fault(point, Side.BEFORE, new FaultAction.LoseResponse()))) {
      assertThat(plan.at(answer("1", 5))).isEqualTo(Passage.WITHHOLD);
      assertThat(plan.settled()).isFalse();
      timeline.append(new Event.CallerGone("1", "payments.charge", 5, KEY));
      assertThat(timeline.await(0, e -> e.event() instanceof FaultHealed, WITHIN)).isPresent();
    }
  }

  @Test
  void refusesThenHealsAtTheLatestAtTearDown() throws Exception {
    FaultAction refuse = new FaultAction.Refuse("database", Duration.ofMillis(20));
    try (FaultPlan plan = plan(fault(commitOf("statement", 1), Side.AFTER, refuse))) {
      assertThat(plan.at(committed("1", "statement", KEY))).isEqualTo(Passage.FORWARD);
      assertThat(timeline.await(0, e -> e.event() instanceof FaultHealed, WITHIN)).isPresent();
    }
    assertThat(reach.done).containsExactly("down 1 database", "up 1 database");
  }

  private static CompletableFuture<Passage> async(FaultPlan plan, Moment moment) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return plan.at(moment);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        },
        task -> {
          Thread thread = new Thread(task, "held worker");
          thread.setDaemon(true);
          thread.start();
        });
  }
}
