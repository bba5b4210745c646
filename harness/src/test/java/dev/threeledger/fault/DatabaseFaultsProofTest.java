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
import dev.threeledger.timeline.Event.ConnectionOpened;
import dev.threeledger.timeline.Event.DatabasePaused;
import dev.threeledger.timeline.Event.DatabaseRestarted;
import dev.threeledger.timeline.Event.DatabaseResumed;
import dev.threeledger.timeline.Event.DeadlockEnded;
import dev.threeledger.timeline.Event.EffectApplied;
import dev.threeledger.timeline.Event.LockAwaited;
import dev.threeledger.timeline.Event.PointReached;
import dev.threeledger.timeline.Event.Probed;
import dev.threeledger.timeline.Event.RowLocked;
import dev.threeledger.timeline.Event.StatementAnswered;
import dev.threeledger.timeline.Event.StatementSent;
import dev.threeledger.verdict.Landing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each piece of the proof of a database fault is needed. */
class DatabaseFaultsProofTest {
  private static final FaultAction RESTART =
      new FaultAction.RestartDatabase(FaultAction.RestartDatabase.Mode.IMMEDIATE);
  private static final String OLD = "127.0.0.1:5001";
  private static final String NEW = "127.0.0.1:5002";
  private static final Event ACKNOWLEDGED = new CommitAcknowledged("1", 7, 3, 42L);

  @Test
  void restartBeforeACommitNeedsAnotherStartTimeAndTheConnectionsEnd() {
    Fault fault = fault(commitOf("statement", 1), Side.BEFORE, RESTART);
    List<Event> whole =
        List.of(
            new CommitAsked("1", 7, 3, false, 42L, List.of("statement")),
            new PointReached("f", "1", KEY, 1, 1),
            new ConnectionClosed("1", 7, "server"),
            restarted("f", "immediate", "00:00:00", "00:00:09", 3));
    assertNeedsEachOf(fault, whole, 1, 2, 3);
    assertThat(prove(fault, replaced(whole, 2, new ConnectionClosed("1", 7, "worker"))).landed())
        .isFalse();
    assertThat(prove(fault, replaced(whole, 2, new ConnectionClosed("1", 8, "server"))).landed())
        .as("the point's own connection goes on")
        .isFalse();
    for (DatabaseRestarted same :
        List.of(
            restarted("f", "immediate", "00:00:00", "00:00:00", 3),
            restarted("f", "immediate", "00:00:00", "00:00:09", 0),
            restarted("other", "immediate", "00:00:00", "00:00:09", 3))) {
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
            restarted("f", "fast", "00:00:00", "00:00:09", 1));
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
            restarted("f", "immediate", "00:00:00", "00:00:09", 1));
    assertNeedsEachOf(fault, whole, 1, 2, 3);
  }

  /** On its old port, by whatever signal. */
  private static DatabaseRestarted restarted(
      String fault, String mode, String before, String after, int cut) {
    return new DatabaseRestarted(
        fault, mode, before, after, cut, OLD, OLD, "exit 0", List.of("7"), List.of());
  }

  private static DatabaseRestarted killed(
      String address, String by, List<String> processes, List<String> left) {
    return new DatabaseRestarted(
        "f", "kill", "00:00:00", "00:00:09", 1, OLD, address, by, processes, left);
  }

  @Test
  void killNeedsTheKernelsWordThatNothingOfTheOldLifeWasLeft() {
    Fault fault =
        fault(
            commitOf("statement", 1),
            Side.AFTER,
            new FaultAction.RestartDatabase(FaultAction.RestartDatabase.Mode.KILL));
    List<Event> whole =
        List.of(
            row("statement", KEY, 1, "RUNNING"),
            ACKNOWLEDGED,
            new PointReached("f", "1", KEY, 1, 2),
            new ConnectionClosed("1", 7, "server"),
            killed(OLD, "KILL", List.of("7", "8"), List.of()));
    assertNeedsEachOf(fault, whole, 0, 2, 3, 4);
    for (DatabaseRestarted other :
        List.of(
            killed(OLD, "exit 0", List.of("7", "8"), List.of()),
            killed(OLD, null, List.of("7", "8"), List.of()),
            killed(OLD, "KILL", List.of(), List.of()),
            killed(OLD, "KILL", List.of("7", "8"), List.of("8")),
            killed(OLD, "KILL", null, null))) {
      assertThat(prove(fault, replaced(whole, 4, other)).landed()).as(other.toString()).isFalse();
    }
  }

  @Test
  void failoverNeedsAnotherAddressAndAWorkerThatReachedItThere() {
    Fault fault =
        fault(
            commitOf("statement", 1),
            Side.BEFORE,
            new FaultAction.RestartDatabase(
                FaultAction.RestartDatabase.Mode.KILL, FaultAction.RestartDatabase.Port.ANOTHER));
    List<Event> whole =
        List.of(
            new ConnectionOpened("1", 7, 40001, OLD),
            new CommitAsked("1", 7, 3, false, 42L, List.of("statement")),
            new PointReached("f", "1", KEY, 1, 2),
            new ConnectionClosed("1", 7, "server"),
            new ConnectionOpened("2", 8, 40002, NEW),
            killed(NEW, "KILL", List.of("7"), List.of()));
    assertNeedsEachOf(fault, whole, 2, 3, 4, 5);
    for (String address : new String[] {OLD, null}) {
      Event other = killed(address, "KILL", List.of("7"), List.of());
      assertThat(prove(fault, replaced(whole, 5, other)).landed()).as("" + address).isFalse();
      Event opened = new ConnectionOpened("2", 8, 40002, address);
      assertThat(prove(fault, replaced(whole, 4, opened)).landed()).as("" + address).isFalse();
    }
  }

  @Test
  void pauseNeedsAllProcessesStillASilentProbeTheWholeTimeAndAnAnswerAfterIt() {
    Fault fault =
        fault(
            commitOf("statement", 1),
            Side.BEFORE,
            new FaultAction.PauseDatabase(Duration.ofNanos(5_000)));
    Event paused = new DatabasePaused("f", Map.of("7", "T", "8", "T"));
    List<Event> whole =
        List.of(
            new CommitAsked("1", 7, 3, false, 42L, List.of("statement")),
            new PointReached("f", "1", KEY, 1, 1),
            paused,
            new CommitAcknowledged("2", 9, 3, 41L),
            new Event.QuietReached(1, 1),
            new Event.QuietReached(1, 1),
            new Probed("f", "1", "database", "silent"),
            new DatabaseResumed("f"),
            new Probed("f", "1", "database", "2 ms"));
    assertNeedsEachOf(fault, whole, 1, 2, 6, 7, 8);
    assertThat(prove(fault, replaced(whole, 2, new DatabasePaused("f", Map.of("7", "frozen")))))
        .returns(true, Landing::landed);
    for (Event other :
        List.of(
            new DatabasePaused("f", Map.of()),
            new DatabasePaused("f", Map.of("7", "T", "8", "S")),
            new DatabasePaused("other", Map.of("7", "T")))) {
      assertThat(prove(fault, replaced(whole, 2, other)).landed()).as(other.toString()).isFalse();
    }
    Event answered = new CommitAcknowledged("1", 7, 3, 42L);
    assertThat(prove(fault, replaced(whole, 3, answered)).landed()).as("answered").isFalse();
    Event closed = new Probed("f", "1", "database", "closed");
    assertThat(prove(fault, replaced(whole, 6, closed)).landed()).isFalse();
    assertThat(prove(fault, replaced(whole, 8, closed)).landed()).isFalse();
    Fault longer =
        fault(
            commitOf("statement", 1),
            Side.BEFORE,
            new FaultAction.PauseDatabase(Duration.ofSeconds(5)));
    assertThat(prove(longer, whole).landed()).as("went on too early").isFalse();
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
