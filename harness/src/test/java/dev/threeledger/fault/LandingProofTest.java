package dev.threeledger.fault;

import static dev.threeledger.fault.FaultFixture.KEY;
import static dev.threeledger.fault.FaultFixture.assertNeedsEachOf;
import static dev.threeledger.fault.FaultFixture.commitOf;
import static dev.threeledger.fault.FaultFixture.fault;
import static dev.threeledger.fault.FaultFixture.prove;
import static dev.threeledger.fault.FaultFixture.replaced;
import static dev.threeledger.fault.FaultFixture.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.scenario.FaultAction.Pause.Until;
import dev.threeledger.scenario.FaultPoint;
import dev.threeledger.scenario.FaultPoint.HttpStep;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.AnswerDropped;
import dev.threeledger.timeline.Event.AnswerSent;
import dev.threeledger.timeline.Event.AnswerWithheld;
import dev.threeledger.timeline.Event.BackendsGone;
import dev.threeledger.timeline.Event.CallerGone;
import dev.threeledger.timeline.Event.CommitAcknowledged;
import dev.threeledger.timeline.Event.CommitAsked;
import dev.threeledger.timeline.Event.CommitForwarded;
import dev.threeledger.timeline.Event.ConnectionClosed;
import dev.threeledger.timeline.Event.EffectApplied;
import dev.threeledger.timeline.Event.ErrorAnswered;
import dev.threeledger.timeline.Event.PointReached;
import dev.threeledger.timeline.Event.RequestReceived;
import dev.threeledger.timeline.Event.StatementSent;
import dev.threeledger.timeline.Event.WorkerExited;
import dev.threeledger.timeline.Event.WorkerKilled;
import dev.threeledger.timeline.Event.WorkerPaused;
import dev.threeledger.timeline.Event.WorkerResumed;
import dev.threeledger.verdict.Landing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** For each fault: the whole proof lands, and leaving any one piece out does not. */
class LandingProofTest {
  private static final Fault CRASH_AFTER =
      fault(commitOf("statement", 1), Side.AFTER, new FaultAction.Crash(Duration.ZERO, false));
  private static final Event ACKNOWLEDGED = new CommitAcknowledged("1", 7, 3, 42L);

  private static List<Event> crashAfter() {
    return List.of(
        new CommitAsked("1", 7, 3, false, 42L, List.of("statement")),
        row("statement", KEY, 1, "RUNNING"),
        ACKNOWLEDGED,
        new PointReached("f", "1", KEY, 1, 3),
        new WorkerKilled("f", "1", 101),
        new WorkerExited("1", 101, null, "KILL", true),
        new BackendsGone("1", 2));
  }

  @Test
  void crashAfterCommitLandsWithItsWholeProof() {
    assertThat(prove(CRASH_AFTER, crashAfter()).missing()).isEmpty();
  }

  @Test
  void crashAfterCommitDoesNotLandWithoutAnyOneOfItsPieces() {
    assertNeedsEachOf(CRASH_AFTER, crashAfter(), 1, 3, 4, 5, 6);
  }

  @Test
  void crashAfterCommitDoesNotLandWhenTheAcknowledgementGotThrough() {
    List<Event> events = new ArrayList<>(crashAfter());
    events.add(new CommitForwarded("1", 7, 3));
    assertThat(prove(CRASH_AFTER, events).missing())
        .containsExactly(
            "contradicted at event 8: no byte of the acknowledgement of transaction 3 of connection 7 was forwarded");
  }

  @Test
  void crashBeforeCommitLandsOnlyWhenTheTransactionNeverAppears() {
    Fault fault =
        fault(commitOf("statement", 1), Side.BEFORE, new FaultAction.Crash(Duration.ZERO, false));
    List<Event> events =
        new ArrayList<>(
            List.of(
                new CommitAsked("1", 7, 3, false, 42L, List.of("statement")),
                new PointReached("f", "1", KEY, 1, 1),
                new WorkerKilled("f", "1", 101),
                new WorkerExited("1", 101, null, "KILL", true),
                new BackendsGone("1", 2)));
    assertThat(prove(fault, events).landed()).isTrue();
    events.add(row("statement", KEY, 1, "RUNNING"));
    assertThat(prove(fault, events).landed()).isFalse();
  }

  @Test
  void lostAnswerNeedsTheEffectAndTheCallersOwnTimeOut() {
    Fault fault =
        fault(
            new FaultPoint.Http("payments.charge", HttpStep.ANSWER, null, KEY, 1),
            Side.BEFORE,
            new FaultAction.LoseResponse());
    List<Event> whole =
        List.of(
            new RequestReceived("1", "payments.charge", 5, "charge", "k", KEY, "1.00", "d"),
            new EffectApplied("1", "payments.charge", 5, "charge", "ch_1", "k", KEY, "1.00"),
            new PointReached("f", "1", KEY, 1, 2),
            new AnswerWithheld("f", "1", "payments", KEY, 1),
            new AnswerDropped("1", "payments.charge", 5, KEY),
            new CallerGone("1", "payments.charge", 5, KEY));
    assertNeedsEachOf(fault, whole, 1, 2, 3, 4, 5);
    List<Event> sent = new ArrayList<>(whole);
    sent.add(new AnswerSent("1", "payments.charge", 5, KEY, 201));
    assertThat(prove(fault, sent).landed()).isFalse();
  }

  @Test
  void lostCommitAcknowledgementNeedsTheWorkerToCloseTheConnection() {
    Fault fault = fault(commitOf("statement", 1), Side.AFTER, new FaultAction.LoseResponse());
    List<Event> events =
        new ArrayList<>(
            List.of(
                ACKNOWLEDGED,
                new PointReached("f", "1", KEY, 1, 1),
                new AnswerWithheld("f", "1", "database", KEY, 7)));
    assertThat(prove(fault, events).landed()).isFalse();
    events.add(new ConnectionClosed("1", 7, "harness"));
    assertThat(prove(fault, events).landed()).isFalse();
    events.add(new ConnectionClosed("1", 7, "worker"));
    assertThat(prove(fault, events).landed()).isTrue();
  }

  @Test
  void pauseNeedsEveryProcessStoppedAndTheOldHolderToTrySomething() {
    Fault fault =
        fault(
            commitOf("statement", 1),
            Side.AFTER,
            new FaultAction.Pause(Until.TAKEN_OVER, Duration.ZERO, Duration.ofSeconds(5)));
    List<Event> events =
        new ArrayList<>(
            List.of(
                ACKNOWLEDGED,
                new PointReached("f", "1", KEY, 1, 1),
                new WorkerPaused("f", "1", 101, Map.of("101", "T")),
                row("run", KEY, 2, "RUNNING"),
                new CommitAcknowledged("2", 9, 1, 42L),
                new WorkerResumed("f", "1", 101)));
    assertThat(prove(fault, events).landed()).isFalse();
    events.add(new StatementSent("2", 9, 1, "UPDATE run SET x = 1 WHERE key = $1", List.of(KEY)));
    assertThat(prove(fault, events).landed()).as("another worker is not the old holder").isFalse();
    events.add(new StatementSent("1", 7, 4, "UPDATE run SET x = 1 WHERE key = $1", List.of(KEY)));
    assertThat(prove(fault, events).landed()).isTrue();
    events.set(2, new WorkerPaused("f", "1", 101, Map.of("101", "T", "102", "S")));
    assertThat(prove(fault, events).landed()).isFalse();
    events.set(2, new WorkerPaused("f", "1", 101, Map.of("101", "T")));
    events.set(4, new CommitAcknowledged("1", 7, 4, 42L));
    assertThat(prove(fault, events).landed()).as("nobody else changed the key").isFalse();
  }

  @Test
  void errorsAreCountedAndMustNotHaveTakenEffect() {
    Fault fault =
        fault(
            new FaultPoint.Http("payments.charge", HttpStep.REQUEST, null, KEY, 1),
            Side.BEFORE,
            new FaultAction.Error(503, Map.of(), "", 1));
    List<Event> events =
        new ArrayList<>(
            List.of(
                new RequestReceived("1", "payments.charge", 5, "charge", "k", KEY, "1.00", "d"),
                new PointReached("f", "1", KEY, 1, 1),
                new ErrorAnswered("f", "1", "payments", KEY, 5, 503, false, null),
                new AnswerSent("1", "payments.charge", 5, KEY, 503)));
    assertThat(prove(fault, events).landed()).isTrue();
    events.add(new EffectApplied("1", "payments.charge", 5, "charge", "ch_1", "k", KEY, "1.00"));
    assertThat(prove(fault, events).landed()).isFalse();
  }

  @Test
  void delayNeedsTheProxysWordAndARoundTripThatFeltIt() {
    Fault fault =
        fault(
            commitOf("statement", 1),
            Side.AFTER,
            new FaultAction.Delay(
                "payments", Duration.ofMillis(300), Duration.ZERO, Duration.ofSeconds(1)));
    List<Event> whole =
        List.of(
            ACKNOWLEDGED,
            new PointReached("f", "1", KEY, 1, 1),
            new Event.ToxicAdded("f", "1", "payments", "latency", "latency=300"),
            new Event.Probed("f", "1", "payments", "304 ms"));
    assertNeedsEachOf(fault, whole, 1, 2, 3);
    assertThat(
            prove(fault, replaced(whole, 3, new Event.Probed("f", "1", "payments", "12 ms")))
                .landed())
        .isFalse();
  }

  @Test
  void refusalNeedsTheProxysWordAndAConnectionThatWasRefused() {
    Fault fault =
        fault(
            commitOf("statement", 1),
            Side.AFTER,
            new FaultAction.Refuse("payments", Duration.ofSeconds(1)));
    List<Event> whole =
        List.of(
            ACKNOWLEDGED,
            new PointReached("f", "1", KEY, 1, 1),
            new Event.ProxySwitched("f", "1", "payments", false),
            new Event.Probed("f", "1", "payments", "refused"));
    assertNeedsEachOf(fault, whole, 1, 2, 3);
    assertThat(
            prove(fault, replaced(whole, 3, new Event.Probed("f", "1", "payments", "3 ms")))
                .landed())
        .isFalse();
  }

  @Test
  void resetNeedsTheToxicAConnectionOfOursThatFeltItAndTheWorkersThatEnded() {
    Fault fault =
        fault(
            new FaultPoint.Http("payments.charge", HttpStep.ANSWER, null, KEY, 1),
            Side.BEFORE,
            new FaultAction.Reset());
    List<Event> whole =
        List.of(
            new EffectApplied("1", "payments.charge", 5, "charge", "ch_1", "k", KEY, "1.00"),
            new PointReached("f", "1", KEY, 1, 1),
            new Event.ToxicAdded("f", "1", "payments", "reset_peer", "timeout=0"),
            new Event.Probed("f", "1", "payments", "closed"),
            new Event.OutsideConnectionClosed("1", "payments", 1, "worker"));
    assertNeedsEachOf(fault, whole, 1, 2, 3, 4);
    Event byPartner = new Event.OutsideConnectionClosed("1", "payments", 1, "partner");
    assertThat(prove(fault, replaced(whole, 4, byPartner)).landed()).isFalse();
  }

  @Test
  void raceNeedsAllHeldBeforeTheFirstIsReleased() {
    Fault fault =
        fault(
            new FaultPoint.Statement("run", "insert", null, KEY, 1),
            Side.BEFORE,
            new FaultAction.Hold(
                List.of("1", "2"), FaultAction.Release.TOGETHER, Duration.ofSeconds(5)));
    List<Event> whole =
        List.of(
            new PointReached("f", "1", KEY, 1, 1),
            new Event.Held("f", "1", KEY),
            new Event.Held("f", "2", KEY),
            new Event.Released("f", "1", KEY),
            new Event.Released("f", "2", KEY));
    assertNeedsEachOf(fault, whole, 0, 1, 2, 3, 4);
    List<Event> oneByOne =
        List.of(whole.get(0), whole.get(1), whole.get(3), whole.get(2), whole.get(4));
    assertThat(prove(fault, oneByOne).landed()).isFalse();
  }

  @Test
  void aPointThatNeverCameIsNamed() {
    assertThat(prove(CRASH_AFTER, List.of(ACKNOWLEDGED)))
        .isEqualTo(
            new Landing(
                "f",
                false,
                List.of(),
                List.of(
                    "not seen: the point was reached: db: commit, wrote: statement, key: 1/2026-01-31"),
                List.of()));
  }
}
