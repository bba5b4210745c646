package dev.threeledger.fault;

import static dev.threeledger.fault.FaultFixture.KEY;
import static dev.threeledger.fault.FaultFixture.assertNeedsEachOf;
import static dev.threeledger.fault.FaultFixture.fault;
import static dev.threeledger.fault.FaultFixture.names;
import static dev.threeledger.fault.FaultFixture.prove;
import static dev.threeledger.fault.FaultFixture.scenario;
import static dev.threeledger.fault.FaultFixture.subject;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.fault.FaultFixture.RecordingReach;
import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.FaultAction.LoseTrigger;
import dev.threeledger.scenario.FaultPoint;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.FaultHealed;
import dev.threeledger.timeline.Event.PointReached;
import dev.threeledger.timeline.Event.TriggerAnswerLost;
import dev.threeledger.timeline.Event.TriggerAnswered;
import dev.threeledger.timeline.Event.TriggerDuplicated;
import dev.threeledger.timeline.Event.TriggerLost;
import dev.threeledger.timeline.Event.TriggerSent;
import dev.threeledger.timeline.Event.TriggerUnanswered;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class LoseTriggerTest {
  private static final Moment LEAVES = new Moment.Trigger("1", Side.BEFORE, 1, 1, KEY);
  private static final Moment ANSWERED = new Moment.TriggerAnswer("1", Side.BEFORE, 1, 1, KEY, 202);
  private static final Event UNANSWERED = new TriggerUnanswered(1, "1", "statement", KEY, "lost");

  private final Timeline timeline = Timeline.inMemory();
  private final RecordingReach reach = new RecordingReach();

  private static Fault lose(boolean arrives, String again) {
    FaultPoint sent = new FaultPoint.TriggerSent(null, KEY, 1);
    return fault(sent, Side.BEFORE, new LoseTrigger(arrives, again));
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
  void throwsTheAnswerAwayAndTriggersAgainOnceTheCallerKnows() throws Exception {
    try (FaultPlan plan = plan(lose(true, "2"))) {
      assertThat(plan.at(LEAVES)).isEqualTo(Passage.FORWARD);
      assertThat(plan.at(ANSWERED)).isEqualTo(Passage.WITHHOLD);
      assertThat(plan.settled()).isFalse();
      assertThat(reach.done).isEmpty();
      timeline.append(UNANSWERED);
      awaitHealed();
      assertThat(plan.at(ANSWERED)).as("another answer is not lost").isEqualTo(Passage.FORWARD);
    }
    assertThat(reach.done).containsExactly("trigger 2 " + KEY);
    assertThat(names(timeline))
        .containsExactly(
            "FaultArmed",
            "PointReached",
            "TriggerAnswerLost",
            "TriggerUnanswered",
            "TriggerDuplicated",
            "FaultHealed");
  }

  @Test
  void aTriggerThatNeverArrivesIsDiscarded() throws Exception {
    try (FaultPlan plan = plan(lose(false, null))) {
      assertThat(plan.at(LEAVES)).isEqualTo(Passage.DISCARD);
      timeline.append(UNANSWERED);
      awaitHealed();
    }
    assertThat(reach.done).isEmpty();
    assertThat(names(timeline))
        .containsExactly(
            "FaultArmed", "PointReached", "TriggerLost", "TriggerUnanswered", "FaultHealed");
  }

  @Test
  void nothingIsLostWhenTheInjectorIsOff() throws Exception {
    Fault fault = lose(true, null);
    try (FaultPlan plan = new FaultPlan(scenario(fault), subject(), timeline, reach, false)) {
      plan.arm();
      assertThat(plan.at(LEAVES)).isEqualTo(Passage.FORWARD);
      assertThat(plan.at(ANSWERED)).isEqualTo(Passage.FORWARD);
    }
    assertThat(LandingProof.prove(scenario(fault), subject(), timeline.entries()).get(0).landed())
        .isFalse();
  }

  @Test
  void aLostAnswerNeedsTheAnswerACallerThatSawNoneAndTheSecondTriggersAnswer() {
    List<Event> whole =
        List.of(
            new TriggerSent(1, "1", "statement", KEY),
            new PointReached("f", "1", KEY, 1, 1),
            new TriggerAnswerLost("f", "1", KEY, 1, 202),
            UNANSWERED,
            new TriggerSent(2, "2", "statement", KEY),
            new TriggerDuplicated("f", "2", KEY, 2),
            new TriggerAnswered(2, "2", "statement", KEY, 202, ""));
    assertNeedsEachOf(lose(true, "2"), whole, 0, 1, 2, 3, 5, 6);
    List<Event> seen = new ArrayList<>(whole);
    seen.add(new TriggerAnswered(1, "1", "statement", KEY, 202, ""));
    assertThat(prove(lose(true, "2"), seen).missing())
        .containsExactly("contradicted at event 8: no answer to trigger 1 got through");
  }

  @Test
  void aLostTriggerNeedsItsLossAndACallerThatSawNoAnswer() {
    List<Event> whole =
        List.of(
            new TriggerSent(1, "1", "statement", KEY),
            new PointReached("f", "1", KEY, 1, 1),
            new TriggerLost("f", "1", KEY, 1),
            UNANSWERED);
    assertNeedsEachOf(lose(false, null), whole, 0, 1, 2, 3);
  }
}
