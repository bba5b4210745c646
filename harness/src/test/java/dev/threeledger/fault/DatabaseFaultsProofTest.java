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
import dev.threeledger.scenario.FaultPoint;
import dev.threeledger.scenario.FaultPoint.HttpStep;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.CommitAcknowledged;
import dev.threeledger.timeline.Event.CommitAsked;
import dev.threeledger.timeline.Event.CommitForwarded;
import dev.threeledger.timeline.Event.ConnectionClosed;
import dev.threeledger.timeline.Event.DatabaseRestarted;
import dev.threeledger.timeline.Event.DeadlockEnded;
import dev.threeledger.timeline.Event.EffectApplied;
import dev.threeledger.timeline.Event.LockAwaited;
import dev.threeledger.timeline.Event.PointReached;
import dev.threeledger.timeline.Event.RowLocked;
import dev.threeledger.timeline.Event.StatementAnswered;
import dev.threeledger.timeline.Event.StatementSent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each piece of the proof of a database fault is needed. */
class DatabaseFaultsProofTest {
  private static final FaultAction RESTART =
      new FaultAction.RestartDatabase(FaultAction.RestartDatabase.Mode.IMMEDIATE);
  private static final Event ACKNOWLEDGED = new CommitAcknowledged("1", 7, 3, 42L);

  @Test
  void restartBeforeACommitNeedsAnotherStartTimeAndTheConnectionsEnd() {
    Fault fault = fault(commitOf("statement", 1), Side.BEFORE, RESTART);
    List<Event> whole =
        List.of(
            new CommitAsked("1", 7, 3, false, 42L, List.of("statement")),
            new PointReached("f", "1", KEY, 1, 1),
            new ConnectionClosed("1", 7, "server"),
            new DatabaseRestarted("f", "immediate", "00:00:00", "00:00:09", 3));
    assertNeedsEachOf(fault, whole, 1, 2, 3);
    assertThat(prove(fault, replaced(whole, 2, new ConnectionClosed("1", 7, "worker"))).landed())
        .isFalse();
    assertThat(prove(fault, replaced(whole, 2, new ConnectionClosed("1", 8, "server"))).landed())
        .as("the point's own connection goes on")
        .isFalse();
    for (DatabaseRestarted same :
        List.of(
            new DatabaseRestarted("f", "immediate", "00:00:00", "00:00:00", 3),
            new DatabaseRestarted("f", "immediate", "00:00:00", "00:00:09", 0),
            new DatabaseRestarted("other", "immediate", "00:00:00", "00:00:09", 3))) {
      assertThat(prove(fault, replaced(whole, 3, same)).landed()).as(same.toString()).isFalse();
    }
    List<Event> appeared = new ArrayList<>(whole);
    appeared.add(row("statement", KEY, 1, "RUNNING"));
    assertThat(prove(fault, appeared).landed()).as("committed after all").isFalse();
  }

  @Test
  void restartAfterACommitNeedsItsRowsAndNoForwardedAcknowledgement() {
    Fault fault = fault(commitOf("statement", 1), Side.AFTER, RESTART);
    List<Event> whole =
        List.of(
            row("statement", KEY, 1, "RUNNING"),
            ACKNOWLEDGED,
            new PointReached("f", "1", KEY, 1, 2),
            new ConnectionClosed("1", 7, "server"),
            new DatabaseRestarted("f", "fast", "00:00:00", "00:00:09", 1));
    assertNeedsEachOf(fault, whole, 0, 2, 3, 4);
    List<Event> forwarded = new ArrayList<>(whole);
    forwarded.add(new CommitForwarded("1", 7, 3));
    assertThat(prove(fault, forwarded).landed()).isFalse();
  }

  @Test
  void restartDuringACallNeedsAnyWorkersConnectionToEnd() {
    Fault fault =
        fault(
            new FaultPoint.Http("payments.charge", HttpStep.ANSWER, null, KEY, 1),
            Side.BEFORE,
            RESTART);
    List<Event> whole =
        List.of(
            new EffectApplied("1", "payments.charge", 5, "charge", "ch_1", "k", KEY, "1.00"),
            new PointReached("f", "1", KEY, 1, 1),
            new ConnectionClosed("2", 9, "server"),
            new DatabaseRestarted("f", "immediate", "00:00:00", "00:00:09", 1));
    assertNeedsEachOf(fault, whole, 1, 2, 3);
  }

  @Test
  void deadlockNeedsTheHarnessToWaitBehindTheWorkerAndTheWorkerToBeTheVictim() {
    Fault fault =
        fault(
            new FaultPoint.Statement("statement", "update", null, KEY, 1),
            Side.BEFORE,
            new FaultAction.Deadlock("statement", "run", Duration.ofSeconds(5)));
    List<Event> whole =
        List.of(
            new StatementSent("1", 7, 3, "UPDATE statement SET x = 1", List.of(KEY)),
            new PointReached("f", "1", KEY, 1, 1),
            new RowLocked("f", "1", KEY, "statement", 1, 77),
            new LockAwaited("f", "1", KEY, "run", "waits for ShareLock on transactionid 748"),
            new StatementAnswered("1", 7, 3, null, null, "40P01"),
            new DeadlockEnded("f", "1", KEY, "worker"));
    assertNeedsEachOf(fault, whole, 0, 1, 2, 3, 4, 5);
    for (Event other :
        List.of(
            new StatementAnswered("1", 7, 3, null, null, "55P03"),
            new StatementAnswered("1", 7, 2, null, null, "40P01"),
            new StatementAnswered("1", 8, 3, null, null, "40P01"),
            new StatementAnswered("2", 7, 3, null, null, "40P01"))) {
      assertThat(prove(fault, replaced(whole, 4, other)).landed()).as(other.toString()).isFalse();
    }
    for (String victim : List.of("harness", "nobody")) {
      Event ended = new DeadlockEnded("f", "1", KEY, victim);
      assertThat(prove(fault, replaced(whole, 5, ended)).landed()).as(victim).isFalse();
    }
  }
}
