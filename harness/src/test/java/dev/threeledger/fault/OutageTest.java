package dev.threeledger.fault;

import static dev.threeledger.fault.FaultFixture.KEY;
import static dev.threeledger.fault.FaultFixture.assertNeedsEachOf;
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
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.scenario.FaultPoint;
import dev.threeledger.scenario.FaultPoint.HttpStep;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.AnswerSent;
import dev.threeledger.timeline.Event.ErrorAnswered;
import dev.threeledger.timeline.Event.FaultHealed;
import dev.threeledger.timeline.Event.PointReached;
import dev.threeledger.timeline.Event.RequestReceived;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code error} over all keys, and for a time. */
@Timeout(20)
class OutageTest {
  private static final String OTHER = "2/2026-01-31";
  private static final Passage BUSY = new Passage.Answer(503, Map.of("Retry-After", "1"), "busy");

  private final Timeline timeline = Timeline.inMemory();

  private static Fault outage(int occurrence, int times, Duration lasts) {
    FaultPoint point =
        new FaultPoint.Http("payments.charge", HttpStep.REQUEST, null, null, occurrence);
    return fault(
        point,
        Side.BEFORE,
        new FaultAction.Error(503, Map.of("Retry-After", "1"), "busy", times, lasts, true));
  }

  private static Fault lasting(long millis) {
    return outage(1, Integer.MAX_VALUE, Duration.ofMillis(millis));
  }

  private FaultPlan plan(Fault fault) {
    FaultPlan plan =
        new FaultPlan(scenario(fault), subject(), timeline, new RecordingReach(), true);
    plan.arm();
    return plan;
  }

  private static Moment request(long number, String key) {
    return new Moment.Request(
        "1", "payments", Side.BEFORE, 1, 1, number, "payments.charge", "k", key);
  }

  @Test
  void countsOverAllKeysAndStrikesAtEveryKey() throws Exception {
    try (FaultPlan plan = plan(outage(2, 2, null))) {
      assertThat(plan.at(request(1, KEY))).isEqualTo(Passage.FORWARD);
      assertThat(plan.at(request(2, OTHER))).isEqualTo(BUSY);
      assertThat(plan.at(request(3, KEY))).isEqualTo(BUSY);
      assertThat(plan.at(request(4, OTHER))).isEqualTo(Passage.FORWARD);
    }
    assertThat(names(timeline)).endsWith("ErrorAnswered", "FaultHealed");
  }

  @Test
  void strikesFromTheFirstTimeOnUntilTheTimeIsOver() throws Exception {
    try (FaultPlan plan = plan(lasting(40))) {
      assertThat(plan.at(request(1, KEY))).isEqualTo(BUSY);
      assertThat(plan.settled()).isFalse();
      assertThat(timeline.await(0, e -> e.event() instanceof FaultHealed, Duration.ofSeconds(10)))
          .isPresent();
      assertThat(plan.at(request(2, OTHER))).isEqualTo(Passage.FORWARD);
    }
    assertThat(names(timeline))
        .containsExactly("FaultArmed", "PointReached", "ErrorAnswered", "FaultHealed");
  }

  @Test
  void doesNotBeginBeforeTheFirstTime() throws Exception {
    try (FaultPlan plan = plan(lasting(1))) {
      assertThat(plan.settled()).isTrue();
    }
    assertThat(names(timeline)).containsExactly("FaultArmed");
  }

  private static Event received(long number, String key) {
    return new RequestReceived("1", "payments.charge", number, "charge", "k", key, "1.00", "d");
  }

  /** A microsecond apart. */
  private static List<Event> whole() {
    return List.of(
        received(5, KEY),
        new PointReached("f", "1", KEY, 1, 1),
        new ErrorAnswered("f", "1", "payments", KEY, 5, 503, false),
        new AnswerSent("1", "payments.charge", 5, KEY, 503),
        received(6, OTHER),
        new PointReached("f", "1", OTHER, 2, 5),
        new ErrorAnswered("f", "1", "payments", OTHER, 6, 503, false),
        new AnswerSent("1", "payments.charge", 6, OTHER, 503),
        new FaultHealed("f"));
  }

  @Test
  void needsTheErrorsTheirAnswersAndItsEnd() {
    Fault fault = outage(1, Integer.MAX_VALUE, Duration.ofNanos(6000));
    assertNeedsEachOf(fault, whole(), 3, 6, 7, 8);
    List<Event> never = new ArrayList<>(whole());
    for (int piece : new int[] {1, 2, 5, 6}) {
      never.set(piece, new Event.PhaseStarted(Event.Phase.TRIGGER));
    }
    assertThat(prove(fault, never).landed()).isFalse();
  }

  @Test
  void whoHadGivenUpNeedNotGetItsAnswerButSomebodyMust() {
    Fault fault = outage(1, Integer.MAX_VALUE, Duration.ofNanos(6000));
    List<Event> oneGaveUp = new ArrayList<>(whole());
    oneGaveUp.set(7, new Event.CallerGone("1", "payments.charge", 6, OTHER));
    assertThat(prove(fault, oneGaveUp).landed()).isTrue();
    List<Event> allGaveUp = new ArrayList<>(oneGaveUp);
    allGaveUp.set(3, new Event.CallerGone("1", "payments.charge", 5, KEY));
    assertThat(prove(fault, allGaveUp).missing())
        .containsExactly("not so: an answer 503 left for a worker");
  }

  @Test
  void needsItsWholeTime() {
    Fault fault = outage(1, Integer.MAX_VALUE, Duration.ofMillis(1));
    assertThat(prove(fault, whole()).missing())
        .containsExactly("not so: it lasted 0 ms (planned: 1 ms)");
  }

  @Test
  void doesNotLandWhenSomebodyGotAnotherAnswerMeanwhile() {
    Fault fault = outage(1, Integer.MAX_VALUE, Duration.ofNanos(6000));
    List<Event> events = new ArrayList<>(whole());
    events.add(8, new AnswerSent("1", "payments.charge", 7, KEY, 201));
    events.add(8, received(7, KEY));
    assertThat(prove(fault, events).missing())
        .containsExactly(
            "not so: meanwhile every answered request of payments.charge got the error");
    List<Event> after = new ArrayList<>(whole());
    after.add(8, received(7, KEY));
    after.add(new AnswerSent("1", "payments.charge", 7, KEY, 201));
    assertThat(prove(fault, after).landed()).as("decided after the end").isTrue();
  }

  @Test
  void aFixedNumberOverAllKeysIsHeldTo() {
    Fault fault = outage(1, 2, null);
    assertThat(prove(fault, whole()).landed()).isTrue();
    assertThat(prove(outage(1, 3, null), whole()).landed()).isFalse();
    Event none = new Event.PhaseStarted(Event.Phase.TRIGGER);
    assertThat(prove(fault, replaced(whole(), 6, none)).landed()).isFalse();
  }
}
