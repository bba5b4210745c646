package dev.threeledger.fault;

import static dev.threeledger.fault.FaultFixture.KEY;
import static dev.threeledger.fault.FaultFixture.assertNeedsEachOf;
import static dev.threeledger.fault.FaultFixture.fault;
import static dev.threeledger.fault.FaultFixture.prove;
import static dev.threeledger.fault.FaultFixture.request;
import static dev.threeledger.fault.FaultFixture.scenario;
import static dev.threeledger.fault.FaultFixture.subject;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.fault.FaultFixture.RecordingReach;
import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.FaultAction.Late;
import dev.threeledger.scenario.FaultPoint;
import dev.threeledger.scenario.FaultPoint.HttpStep;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.AnswerSent;
import dev.threeledger.timeline.Event.CallerGone;
import dev.threeledger.timeline.Event.EffectApplied;
import dev.threeledger.timeline.Event.Held;
import dev.threeledger.timeline.Event.HoldMissed;
import dev.threeledger.timeline.Event.PointReached;
import dev.threeledger.timeline.Event.Released;
import dev.threeledger.timeline.Event.RequestReceived;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Passage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class LateTest {
  private static final Duration TEN = Duration.ofSeconds(10);
  private static final Event GONE = new CallerGone("1", "payments.charge", 5, KEY);
  private static final Event REFUNDED = new AnswerSent("2", "payments.refund", 6, KEY, 201);

  private final Timeline timeline = Timeline.inMemory();

  private static Fault late(Duration within) {
    FaultPoint point = new FaultPoint.Http("payments.charge", HttpStep.REQUEST, null, KEY, 1);
    return fault(point, Side.BEFORE, new Late("payments.refund", within));
  }

  private FaultPlan plan(Duration within) {
    FaultPlan plan =
        new FaultPlan(scenario(late(within)), subject(), timeline, new RecordingReach(), true);
    plan.arm();
    return plan;
  }

  private CompletableFuture<Passage> hold(FaultPlan plan) throws InterruptedException {
    CompletableFuture<Passage> passage = new CompletableFuture<>();
    Thread partner =
        new Thread(
            () -> {
              try {
                passage.complete(plan.at(request("1", 5)));
              } catch (InterruptedException e) {
                passage.completeExceptionally(e);
              }
            },
            "partner");
    partner.setDaemon(true);
    partner.start();
    assertThat(timeline.await(0, e -> e.event() instanceof Held, TEN)).isPresent();
    return passage;
  }

  @Test
  void goesOnOnlyWhenItsCallerIsGoneAndTheOtherOperationOfTheKeyWasAnsweredAfterThat()
      throws Exception {
    try (FaultPlan plan = plan(TEN)) {
      CompletableFuture<Passage> passage = hold(plan);
      timeline.append(REFUNDED);
      timeline.append(GONE);
      timeline.append(new AnswerSent("2", "payments.refund", 7, "2/2026-01-31", 201));
      timeline.append(new AnswerSent("2", "payments.refund", 8, KEY, 503));
      assertThat(plan.settled()).isFalse();
      assertThat(passage).isNotDone();
      long last = timeline.append(new AnswerSent("2", "payments.refund", 9, KEY, 404)).seq();
      assertThat(passage.get(10, TimeUnit.SECONDS)).isEqualTo(Passage.FORWARD);
      assertThat(timeline.await(0, e -> e.event() instanceof Released, TEN))
          .hasValueSatisfying(entry -> assertThat(entry.seq()).isGreaterThan(last));
    }
  }

  @Test
  void isLetGoAtTheDeadlineAndSaysWhatDidNotCome() throws Exception {
    try (FaultPlan plan = plan(Duration.ofMillis(50))) {
      CompletableFuture<Passage> passage = hold(plan);
      timeline.append(GONE);
      assertThat(passage.get(10, TimeUnit.SECONDS)).isEqualTo(Passage.FORWARD);
    }
    assertThat(timeline.entries().stream().map(e -> e.event()))
        .contains(
            new HoldMissed("f", "1", "payments.refund of that key was not answered in time"),
            new Released("f", "1", KEY));
  }

  @Test
  void isLetGoAtTheRunsEnd() throws Exception {
    CompletableFuture<Passage> passage;
    try (FaultPlan plan = plan(TEN)) {
      passage = hold(plan);
    }
    assertThat(passage.get(10, TimeUnit.SECONDS)).isEqualTo(Passage.FORWARD);
  }

  private static List<Event> whole() {
    return List.of(
        new RequestReceived("1", "payments.charge", 5, "charge", "k", KEY, "1.00", "d"),
        new PointReached("f", "1", KEY, 1, 1),
        new Held("f", "1", KEY),
        GONE,
        REFUNDED,
        new Released("f", "1", KEY),
        new EffectApplied("1", "payments.charge", 5, "charge", "ch_1", "k", KEY, "1.00"));
  }

  @Test
  void needsEachStep() {
    assertNeedsEachOf(late(TEN), whole(), 0, 1, 2, 3, 4, 5, 6);
  }

  @Test
  void needsThemInThisOrder() {
    for (int first = 2; first < 6; first++) {
      List<Event> swapped = new java.util.ArrayList<>(whole());
      java.util.Collections.swap(swapped, first, first + 1);
      assertThat(prove(late(TEN), swapped).landed()).as("swapped at " + first).isFalse();
    }
  }

  @Test
  void doesNotLandWhenTheDeadlinePassed() {
    List<Event> missed = new java.util.ArrayList<>(whole());
    missed.add(new HoldMissed("f", "1", "late"));
    assertThat(prove(late(TEN), missed).landed()).isFalse();
  }
}
