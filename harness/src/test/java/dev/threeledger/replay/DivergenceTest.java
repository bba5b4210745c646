package dev.threeledger.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.check.Samples;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.CommitAcknowledged;
import dev.threeledger.timeline.Event.DatabaseRestarted;
import dev.threeledger.timeline.Event.EffectApplied;
import dev.threeledger.timeline.Event.PointReached;
import dev.threeledger.timeline.Event.RequestReceived;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Event.RowOperation;
import dev.threeledger.timeline.Event.RunStopped;
import dev.threeledger.timeline.Event.StopReason;
import dev.threeledger.timeline.Event.TriggerAnswered;
import dev.threeledger.timeline.Event.TriggerUnanswered;
import dev.threeledger.timeline.Event.WorkerWaited;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two runs in which the same happens are the same; one in which something else does is not. */
class DivergenceTest {
  private static final String KEY = "1/2026-01-31";

  /** A run as its timeline; ids, times and tokens follow from {@code salt}. */
  private static final class Tale {
    private final List<Entry> entries = new ArrayList<>();
    private final long salt;
    private Map<String, String> row;
    private long xid;

    Tale(long salt) {
      this.salt = salt;
      this.xid = salt;
    }

    Tale add(Event event) {
      long seq = entries.size() + 1;
      entries.add(new Entry(seq, seq * salt * 1000, event));
      return this;
    }

    /** RowChanged, CommitAcknowledged. */
    private Tale commit(String worker, RowOperation operation, Map<String, String> after) {
      xid++;
      add(
          new RowChanged(
              xid,
              xid * 8,
              xid * 8,
              "2026-12-01T03:02:" + salt % 60 + "Z",
              "statement_run",
              operation,
              KEY,
              row,
              after));
      row = after;
      return add(new CommitAcknowledged(worker, salt, 1, xid));
    }

    private Map<String, String> with(String name, String value) {
      Map<String, String> changed = new HashMap<>(row);
      changed.put(name, value);
      changed.put("lease_until", "2026-12-01 03:02:32.44" + xid);
      return changed;
    }

    /** RowChanged INSERT, CommitAcknowledged. */
    Tale claim(String worker) {
      return commit(
          worker,
          RowOperation.INSERT,
          Map.of(
              "tenant_id", "1",
              "status", "RUNNING",
              "fencing_token", Long.toString(salt),
              "holder", worker + "/" + salt,
              "attempts", "1",
              "lease_until", "2026-12-01 03:02:32.449"));
    }

    Tale heartbeat(String worker) {
      return commit(worker, RowOperation.UPDATE, with("attempts", "2"));
    }

    Tale takeOver(String worker) {
      return commit(worker, RowOperation.UPDATE, with("fencing_token", Long.toString(salt + xid)));
    }

    Tale state(String worker, String state) {
      return commit(worker, RowOperation.UPDATE, with("status", state));
    }

    /** RequestReceived, EffectApplied. */
    Tale charge(String worker, String idempotencyKey, String amount) {
      add(
          new RequestReceived(
              worker, "payments.charge", 1, "charge", idempotencyKey, KEY, amount, "digest"));
      return add(
          new EffectApplied(
              worker, "payments.charge", 1, "charge", "ch_" + salt, idempotencyKey, KEY, amount));
    }

    List<Entry> end() {
      return add(new RunStopped(StopReason.QUIET, null)).entries;
    }
  }

  private static Optional<Divergence> between(List<Entry> original, List<Entry> replay) {
    return Divergence.between(original, replay, Samples.subject());
  }

  private static List<Entry> original() {
    return new Tale(7).claim("1").charge("1", "key-a", "120.50").state("1", "SUCCEEDED").end();
  }

  @Test
  void sameWhenOnlyTimesIdsTokensAndHeartbeatsDiffer() {
    List<Entry> replay =
        new Tale(11)
            .claim("1")
            .heartbeat("1")
            .charge("1", "key-b", "120.50")
            .heartbeat("1")
            .state("1", "SUCCEEDED")
            .end();
    assertThat(between(original(), replay)).isEmpty();
  }

  @Test
  void sameWhenTheOtherOfTwoWorkersWins() {
    List<Entry> replay =
        new Tale(11).claim("2").charge("2", "key-a", "120.50").state("2", "SUCCEEDED").end();
    assertThat(between(original(), replay)).isEmpty();
  }

  @Test
  void sameHoweverLongWorkersWaitedForACpu() {
    List<Entry> replay =
        new Tale(11)
            .claim("1")
            .add(new WorkerWaited("2", 42, 945, 9059, 10_004))
            .charge("1", "key-a", "120.50")
            .state("1", "SUCCEEDED")
            .end();
    assertThat(between(original(), replay)).isEmpty();
  }

  @Test
  void aStepThatComesTooEarlyIsNamedWithWhatCameInTheOriginal() {
    List<Entry> replay =
        new Tale(11).claim("1").state("1", "SUCCEEDED").charge("1", "key-a", "120.50").end();
    assertThat(between(original(), replay))
        .contains(
            new Divergence(
                3,
                "RequestReceived payments.charge amount=120.50, first idempotency key, first body"
                    + " by the first worker",
                3,
                "RowChanged statement_run UPDATE status=SUCCEEDED by the first worker",
                "key 1/2026-01-31 by the first worker"));
  }

  @Test
  void anotherAmountIsNamedAtItsRequest() {
    List<Entry> replay =
        new Tale(11).claim("1").charge("1", "key-a", "121").state("1", "SUCCEEDED").end();
    Divergence divergence = between(original(), replay).orElseThrow();
    assertThat(divergence.at()).isEqualTo(3);
    assertThat(divergence.now()).startsWith("RequestReceived payments.charge amount=121,");
  }

  @Test
  void aSecondIdempotencyKeyIsNamedAtTheRequestThatCarriesIt() {
    Tale old = new Tale(7).claim("1").charge("1", "k", "1.0").charge("1", "k", "1.0");
    Tale young = new Tale(9).claim("1").charge("1", "k", "1.0").charge("1", "other", "1.0");
    Divergence divergence = between(old.end(), young.end()).orElseThrow();
    assertThat(divergence.at()).isEqualTo(5);
    assertThat(divergence.now()).contains("second idempotency key");
  }

  @Test
  void whatDoesNotComeIsToldAtTheEnd() {
    List<Entry> replay = new Tale(11).claim("1").charge("1", "key-a", "120.50").end();
    Divergence divergence = between(original(), replay).orElseThrow();
    assertThat(divergence.text())
        .isEqualTo(
            "diverges at event 5 (was: RowChanged statement_run UPDATE status=SUCCEEDED by the"
                + " first worker (event 5); now: nothing more)");
  }

  @Test
  void aSecondHolderIsADivergence() {
    List<Entry> replay =
        new Tale(11)
            .claim("1")
            .charge("1", "key-a", "120.50")
            .takeOver("2")
            .state("2", "SUCCEEDED")
            .end();
    assertThat(between(original(), replay).orElseThrow().now())
        .isEqualTo("RowChanged statement_run UPDATE claimed anew by the second worker");
  }

  @Test
  void aTriggerWithoutAnAnswerFitsAnyButAnotherStatusDoesNot() {
    Event accepted = new TriggerAnswered(1, "1", "statement", KEY, 202, "");
    Event refused = new TriggerAnswered(1, "1", "statement", KEY, 409, "");
    Event unanswered = new TriggerUnanswered(1, "1", "statement", KEY, "reset");
    List<Entry> old = new Tale(7).add(accepted).end();
    assertThat(between(old, new Tale(9).add(unanswered).end())).isEmpty();
    assertThat(between(old, new Tale(9).add(refused).end()))
        .contains(
            new Divergence(
                1,
                "TriggerAnswered 202",
                1,
                "TriggerAnswered 409",
                "answers to triggers for key " + KEY));
  }

  @Test
  void aFaultThatStrikesAtAnotherOccurrenceIsADivergence() {
    List<Entry> old = new Tale(7).add(new PointReached("kill", "1", KEY, 1, 1)).end();
    List<Entry> young = new Tale(7).add(new PointReached("kill", "2", KEY, 2, 1)).end();
    assertThat(between(old, young).orElseThrow().now())
        .isEqualTo("PointReached of kill, occurrence 2");
  }

  @Test
  void aDatabaseThatComesBackElsewhereIsADivergenceAndAnotherPortAloneIsNone() {
    List<Entry> old = new Tale(7).add(restarted("127.0.0.1:5001", "127.0.0.1:5001")).end();
    List<Entry> same = new Tale(7).add(restarted("127.0.0.1:6001", "127.0.0.1:6001")).end();
    List<Entry> moved = new Tale(7).add(restarted("127.0.0.1:6001", "127.0.0.1:6002")).end();
    assertThat(between(old, same)).isEmpty();
    assertThat(between(old, moved).orElseThrow().now())
        .isEqualTo("DatabaseRestarted of restart, kill, at another address");
  }

  private static DatabaseRestarted restarted(String before, String after) {
    return new DatabaseRestarted(
        "restart", "kill", "1", "2", 3, before, after, "KILL", List.of("7"), List.of());
  }

  @Test
  void twoEmptyTimelinesAreTheSame() {
    assertThat(between(List.of(), List.of())).isEmpty();
  }
}
