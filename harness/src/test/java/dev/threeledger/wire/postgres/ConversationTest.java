package dev.threeledger.wire.postgres;

import static dev.threeledger.wire.postgres.Bytes.bind;
import static dev.threeledger.wire.postgres.Bytes.complete;
import static dev.threeledger.wire.postgres.Bytes.error;
import static dev.threeledger.wire.postgres.Bytes.execute;
import static dev.threeledger.wire.postgres.Bytes.extended;
import static dev.threeledger.wire.postgres.Bytes.flush;
import static dev.threeledger.wire.postgres.Bytes.message;
import static dev.threeledger.wire.postgres.Bytes.parse;
import static dev.threeledger.wire.postgres.Bytes.parsedAndBound;
import static dev.threeledger.wire.postgres.Bytes.query;
import static dev.threeledger.wire.postgres.Bytes.ready;
import static dev.threeledger.wire.postgres.Bytes.sync;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.timeline.Event;
import dev.threeledger.wire.CommitObserver.OpenTransaction;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import dev.threeledger.wire.postgres.StepRunner.Onward;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConversationTest {
  private final Recording r = Recording.started();

  private void begun() {
    r.worker(query("BEGIN")).server(complete("BEGIN"), ready('T'));
  }

  private Moment.Commit commit(Side side) {
    return r.moments(Moment.Commit.class).stream()
        .filter(commit -> commit.side() == side)
        .reduce((first, last) -> last)
        .orElseThrow();
  }

  // ── Commits ────────────────────────────────────────────────────────────────────────────────

  @Test
  void anExplicitTransactionIsToldFromItsFirstStatementToItsForwardedCommit() {
    r.open = new OpenTransaction(748L, List.of("t", "audit"));
    r.rows = List.of(Recording.row(748, "t"));
    begun();
    r.worker(extended("INSERT INTO t VALUES ($1)", "5"), sync())
        .server(parsedAndBound(), complete("INSERT 0 1"), ready('T'));
    r.worker(query("COMMIT")).server(complete("COMMIT"), ready('I'));

    assertThat(r.events())
        .containsExactly(
            new Event.StatementSent("1", 1, 1, "INSERT INTO t VALUES ($1)", List.of("5")),
            new Event.StatementAnswered("1", 1, 1, "INSERT 0 1", 1L, null),
            new Event.CommitAsked("1", 1, 1, false, 748L, List.of("t", "audit")),
            Recording.row(748, "t"),
            new Event.CommitAcknowledged("1", 1, 1, 748L),
            new Event.CommitForwarded("1", 1, 1));
    assertThat(r.asked).containsExactly("open 4711", "committed 748 since 1 [t, audit]");
    Moment.Commit after = commit(Side.AFTER);
    assertThat(after.tables()).containsExactly("t");
    assertThat(after.rows()).containsExactly(Recording.row(748, "t"));
    assertThat(after.event()).isEqualTo(5);
    assertThat(after.statements())
        .containsExactly(
            new Moment.Statement(
                "1",
                Side.BEFORE,
                1,
                1,
                1,
                "INSERT INTO t VALUES ($1)",
                List.of("5"),
                "insert",
                "t"));
  }

  @Test
  void anAutocommitLearnsItsTransactionFromItsRows() {
    r.rows = List.of(Recording.row(12, "t"));
    r.worker(extended("INSERT INTO t VALUES (1)"), sync())
        .server(parsedAndBound(), complete("INSERT 0 1"), ready('I'));
    assertThat(r.asked).containsExactly("committed null since 1 [t]");
    assertThat(commit(Side.BEFORE).implied()).isTrue();
    assertThat(commit(Side.AFTER).xid()).isEqualTo(12);
    assertThat(r.events(Event.CommitAcknowledged.class))
        .containsExactly(new Event.CommitAcknowledged("1", 1, 1, 12L));
  }

  @Test
  void anAutocommitThatChangedNoRowIsNotWaitedFor() {
    r.worker(query("UPDATE t SET a = 1 WHERE false")).server(complete("UPDATE 0"), ready('I'));
    assertThat(r.asked).isEmpty();
    assertThat(commit(Side.BEFORE).tables()).containsExactly("t");
    assertThat(commit(Side.AFTER).tables()).isEmpty();
  }

  @Test
  void tablesOfStatementsThatChangedNoRowAreLeftOut() {
    r.open = new OpenTransaction(7L, List.of("t", "u", "by_trigger"));
    begun();
    r.worker(query("UPDATE t SET a = 1")).server(complete("UPDATE 0"), ready('T'));
    r.worker(query("UPDATE u SET a = 1")).server(complete("UPDATE 3"), ready('T'));
    r.worker(query("COMMIT"));
    assertThat(commit(Side.BEFORE).tables()).containsExactly("u", "by_trigger");
  }

  @Test
  void aReadOnlyTransactionIsToldButNotWaitedFor() {
    begun();
    r.worker(query("SELECT 1")).server(complete("SELECT 1"), ready('T'));
    r.worker(query("COMMIT")).server(complete("COMMIT"), ready('I'));
    assertThat(r.asked).containsExactly("open 4711");
    assertThat(r.names())
        .containsExactly(
            "StatementSent",
            "StatementAnswered",
            "CommitAsked",
            "CommitAcknowledged",
            "CommitForwarded");
  }

  @Test
  void aPlainReadIsNoCommit() {
    r.worker(query("SELECT 1")).server(complete("SELECT 1"), ready('I'));
    assertThat(r.names()).containsExactly("StatementSent", "StatementAnswered");
    assertThat(r.asked).isEmpty();
    assertThat(r.moments(Moment.Statement.class)).hasSize(2);
  }

  @Test
  void oneQueryCanCommitTwice() {
    r.worker(query("BEGIN; INSERT INTO t VALUES (1); COMMIT; INSERT INTO u VALUES (2)"));
    assertThat(r.names())
        .containsExactly("StatementSent", "StatementSent", "CommitAsked", "CommitAsked");
    r.server(complete("BEGIN"), complete("INSERT 0 1"), complete("COMMIT"))
        .server(complete("INSERT 0 1"));
    assertThat(r.toWorker.size()).isZero();
    r.server(ready('I'));
    assertThat(r.events(Event.CommitAcknowledged.class))
        .containsExactly(
            new Event.CommitAcknowledged("1", 1, 1, null),
            new Event.CommitAcknowledged("1", 1, 2, null));
  }

  @Test
  void commitAndChainBeginsTheNextTransaction() {
    begun();
    r.worker(query("COMMIT AND CHAIN")).server(complete("COMMIT"), ready('T'));
    r.worker(query("INSERT INTO t VALUES (1)")).server(complete("INSERT 0 1"), ready('T'));
    r.worker(query("COMMIT")).server(complete("COMMIT"), ready('I'));
    assertThat(r.events(Event.CommitAcknowledged.class))
        .extracting(Event.CommitAcknowledged::transaction)
        .containsExactly(1L, 2L);
    assertThat(commit(Side.AFTER).implied()).isFalse();
  }

  @Test
  void preparingATransactionIsNotFollowed() {
    begun();
    r.worker(query("PREPARE TRANSACTION 'x'")).server(complete("PREPARE TRANSACTION"), ready('I'));
    assertThat(r.names()).containsExactly("NotUnderstood");
  }

  // ── What is not a commit ───────────────────────────────────────────────────────────────────

  @Test
  void commitOfAFailedTransactionIsARollback() {
    begun();
    r.worker(query("INSERT INTO t VALUES (1)")).server(error("23505"), ready('E'));
    r.worker(query("COMMIT")).server(complete("ROLLBACK"), ready('I'));
    assertThat(r.events())
        .endsWith(
            new Event.StatementAnswered("1", 1, 1, null, null, "23505"),
            new Event.RolledBack("1", 1, 1, "23505"));
    assertThat(r.moments(Moment.Commit.class)).isEmpty();
  }

  @Test
  void aCommitSentAheadOfTheErrorIsARollbackToo() {
    r.worker(query("BEGIN"), query("INSERT INTO t VALUES (1)"), query("COMMIT"));
    r.server(complete("BEGIN"), ready('T'), error("23505"), ready('E'));
    r.server(complete("ROLLBACK"), ready('I'));
    assertThat(r.names())
        .containsExactly("StatementSent", "CommitAsked", "StatementAnswered", "RolledBack");
  }

  @Test
  void aConstraintCanFailAtTheImpliedCommit() {
    r.worker(extended("INSERT INTO t VALUES (1)"), sync())
        .server(parsedAndBound(), complete("INSERT 0 1"), error("23503"), ready('I'));
    assertThat(r.names())
        .containsExactly("StatementSent", "CommitAsked", "StatementAnswered", "RolledBack");
    assertThat(r.events()).endsWith(new Event.RolledBack("1", 1, 1, "23503"));
  }

  @Test
  void anErrorSkipsToSync() {
    r.worker(
        extended("INSERT INTO t VALUES (1)"),
        extended("INSERT INTO u VALUES (2)"),
        extended("INSERT INTO v VALUES (3)"),
        sync());
    r.server(parsedAndBound(), complete("INSERT 0 1"), message('1'), error("42P01"), ready('I'));
    assertThat(r.events(Event.StatementAnswered.class))
        .containsExactly(
            new Event.StatementAnswered("1", 1, 1, "INSERT 0 1", 1L, null),
            new Event.StatementAnswered("1", 1, 1, null, null, "42P01"));
    assertThat(r.events()).endsWith(new Event.RolledBack("1", 1, 1, "42P01"));
    r.worker(extended("SELECT 1"), sync())
        .server(parsedAndBound(), complete("SELECT 1"), ready('I'));
    assertThat(r.notUnderstood).hasValue(0);
  }

  @Test
  void aStatementThatWasSkippedIsNotPrepared() {
    r.worker(parse("s", "INSERT INTO t VALUES (1)"), sync()).server(message('1'), ready('I'));
    r.worker(extended("SELECT x"), message('C', 'S', "s"), parse("s", "SELECT 2"), sync());
    r.server(error("42703"), ready('I'));
    r.worker(bind("s"), execute(), sync());
    assertThat(r.events(Event.StatementSent.class))
        .extracting(Event.StatementSent::sql)
        .endsWith("INSERT INTO t VALUES (1)");
  }

  @Test
  void whatWasRolledBackToASavepointWasNotWritten() {
    r.open = new OpenTransaction(7L, List.of("t"));
    begun();
    r.worker(query("SAVEPOINT a; INSERT INTO t VALUES (1); ROLLBACK TO a"))
        .server(complete("SAVEPOINT"), complete("INSERT 0 1"), complete("ROLLBACK"), ready('T'));
    r.worker(query("COMMIT"));
    assertThat(commit(Side.BEFORE).tables()).isEmpty();
    assertThat(commit(Side.BEFORE).statements()).hasSize(1);
  }

  // ── Holding ────────────────────────────────────────────────────────────────────────────────

  @Test
  void aBatchIsHeldWholeUntilItsSync() {
    r.worker(extended("INSERT INTO t VALUES (1)"), extended("INSERT INTO t VALUES (2)"));
    assertThat(r.toServer.size()).isZero();
    assertThat(r.moments).isEmpty();
    r.worker(sync());
    assertThat(r.moments)
        .extracting(Recording.Seen::toServer)
        .containsExactly(0, 0, 0); // two statements and the commit
    assertThat(r.toServer.size()).isPositive();
  }

  @Test
  void whatWasFlushedIsAnsweredAtOnce() {
    r.worker(parse("", "SELECT 1"), message('D', 'S', ""), flush());
    assertThat(r.toServer.size()).isPositive();
    r.server(message('1'), message('t', (short) 0));
    assertThat(r.toWorker.size()).isZero();
    r.server(message('n'));
    assertThat(r.toWorker.size()).isEqualTo(5 + 7 + 5);
  }

  @Test
  void theAnswerIsHeldWithEveryByteUntilTheGateLetsItGo() {
    r.worker(query("INSERT INTO t VALUES (1)"));
    r.server(complete("INSERT 0 1"));
    assertThat(r.toWorker.size()).isZero();
    r.server(ready('I'));
    assertThat(r.moments.subList(2, 4)).extracting(Recording.Seen::toWorker).containsExactly(0, 0);
    assertThat(r.toWorker.size()).isPositive();
  }

  @Test
  void aWithheldAnswerIsNotForwarded() {
    r.gate =
        moment ->
            moment instanceof Moment.Commit && moment.side() == Side.AFTER
                ? Passage.WITHHOLD
                : Passage.FORWARD;
    r.worker(query("INSERT INTO t VALUES (1)")).server(complete("INSERT 0 1"), ready('I'));
    assertThat(r.onward()).isEqualTo(Onward.SILENT);
    assertThat(r.toWorker.size()).isZero();
    assertThat(r.names()).contains("CommitAcknowledged").doesNotContain("CommitForwarded");
  }

  @Test
  void aDiscardedCommitNeverLeaves() {
    r.gate = moment -> moment instanceof Moment.Commit ? Passage.DISCARD : Passage.FORWARD;
    begun();
    int forwarded = r.toServer.size();
    r.worker(query("INSERT INTO t VALUES (1)")).server(complete("INSERT 0 1"), ready('T'));
    int before = r.toServer.size();
    assertThat(before).isGreaterThan(forwarded);
    r.worker(query("COMMIT"));
    assertThat(r.onward()).isEqualTo(Onward.CLOSE);
    assertThat(r.toServer.size()).isEqualTo(before);
    r.conversation.end("harness");
    assertThat(r.events())
        .endsWith(
            new Event.ConnectionClosed("1", 1, "harness"), new Event.RolledBack("1", 1, 1, null));
  }

  @Test
  void ofACommitThatLeftOnlyTheServerKnows() {
    r.worker(query("INSERT INTO t VALUES (1)"));
    r.conversation.end("worker");
    assertThat(r.names()).containsExactly("StatementSent", "CommitAsked", "ConnectionClosed");
  }

  @Test
  void nothingIsForwardedOnceTheConnectionHasEnded() {
    r.gate =
        moment -> {
          r.conversation.end("harness");
          return Passage.FORWARD;
        };
    r.worker(query("INSERT INTO t VALUES (1)"));
    assertThat(r.toServer.size()).isZero();
    assertThat(r.onward()).isEqualTo(Onward.CLOSE);
  }

  @Test
  void anObserverThatFailsChangesNothingForTheWorker() {
    Recording broken =
        new Recording() {
          @Override
          public OpenTransaction openTransaction(int port) {
            throw new IllegalStateException("server is down");
          }
        };
    broken.server(ready('I')).worker(query("BEGIN")).server(complete("BEGIN"), ready('T'));
    broken.worker(query("COMMIT")).server(complete("COMMIT"), ready('I'));
    assertThat(broken.names())
        .containsExactly("HarnessProblem", "CommitAsked", "CommitAcknowledged", "CommitForwarded");
  }

  // ── The wire's corners ─────────────────────────────────────────────────────────────────────

  @Test
  void typesThatTheServerToldAreUsed() {
    byte[] value = {0, 0, 0, 42};
    byte[] bind = message('B', "", "s", (short) 1, (short) 1, (short) 1, 4, value, (short) 0);
    r.worker(parse("s", "SELECT $1"), message('D', 'S', "s"), sync())
        .server(message('1'), message('t', (short) 1, 23), message('n'), ready('I'));
    r.worker(bind, execute(), sync());
    assertThat(r.events(Event.StatementSent.class).get(0).parameters()).containsExactly("42");
  }

  @Test
  void aPortalThatIsFetchedAgainIsOneStatement() {
    begun();
    r.worker(extended("SELECT 1"), sync()).server(parsedAndBound(), message('s'), ready('T'));
    r.worker(execute(), sync()).server(complete("SELECT 1"), ready('T'));
    assertThat(r.names()).containsExactly("StatementSent", "StatementAnswered");
  }

  @Test
  void aSyncWhileCopyingDoesNotCount() {
    r.worker(extended("COPY t FROM STDIN"), sync());
    r.server(parsedAndBound(), message('G', '\0', (short) 0));
    assertThat(r.toWorker.size()).isPositive();
    r.worker(message('d', "1\n".getBytes()), message('c'), sync());
    r.server(complete("COPY 1"), ready('I'));
    assertThat(r.events(Event.CommitAcknowledged.class)).hasSize(1);
    r.worker(query("SELECT 1")).server(complete("SELECT 1"), ready('I'));
    assertThat(r.notUnderstood).hasValue(0);
  }

  @Test
  void rowsThatAreTooManyStreamThroughButTheAcknowledgementIsHeld() {
    byte[] row = message('D', (short) 1, 1 << 20, new byte[1 << 20]);
    r.worker(query("INSERT INTO t SELECT 1 RETURNING *"));
    for (int i = 0; i < 20; i++) {
      r.server(row);
    }
    assertThat(r.toWorker.size()).isEqualTo(20 * row.length);
    r.server(complete("INSERT 0 20"));
    assertThat(r.toWorker.size()).isEqualTo(20 * row.length);
    r.server(ready('I'));
    assertThat(r.names()).endsWith("CommitAcknowledged", "CommitForwarded");
    assertThat(r.notUnderstood).hasValue(0);
  }

  @Test
  void anAcknowledgementFollowedByTooMuchIsLetGoAndCounted() {
    byte[] row = message('D', (short) 1, 1 << 20, new byte[1 << 20]);
    r.worker(query("BEGIN; INSERT INTO t VALUES (1); COMMIT; SELECT * FROM t"));
    r.server(complete("BEGIN"), complete("INSERT 0 1"), complete("COMMIT"));
    for (int i = 0; i < 10; i++) {
      r.server(row);
    }
    r.server(complete("SELECT 10"), ready('I'));
    assertThat(r.names()).contains("NotUnderstood", "CommitAcknowledged");
  }

  @Test
  void longRequestsAreReadAtTheirBeginningAndStreamThrough() {
    byte[] query = query("INSERT INTO t VALUES ('" + "x".repeat(3 << 20) + "')");
    r.worker(Arrays.copyOf(query, 2 << 20));
    assertThat(r.toServer.size()).isEqualTo(2 << 20);
    r.worker(Arrays.copyOfRange(query, 2 << 20, query.length));
    r.server(complete("INSERT 0 1"), ready('I'));
    assertThat(r.toServer.toByteArray()).isEqualTo(query);
    assertThat(r.names()).contains("NotUnderstood", "CommitAcknowledged");
    assertThat(r.events(Event.StatementSent.class).get(0).sql().length()).isLessThan(5_000);
  }

  @Test
  void aLengthThatMakesNoSenseEndsAllFollowing() {
    byte[] nonsense = {'Q', -1, 0, 0, 0, 'x'};
    r.worker(nonsense, query("SELECT 1")).server(complete("SELECT 1"), ready('I'));
    assertThat(r.toServer.size()).isEqualTo(nonsense.length + query("SELECT 1").length);
    assertThat(r.toWorker.size()).isEqualTo(complete("SELECT 1").length + ready('I').length);
    assertThat(r.names()).containsExactly("NotUnderstood");
  }

  @Test
  void asynchronousMessagesPassBetweenCycles() {
    byte[] notification = message('A', 1, "channel", "payload");
    r.server(notification);
    assertThat(r.toWorker.toByteArray()).isEqualTo(notification);
  }

  @Test
  void lastWordsOfTheServerArePassedOn() {
    r.worker(query("SELECT pg_sleep(9)")).server(error("57P01"));
    assertThat(r.toWorker.size()).isZero();
    List<Step> steps = r.conversation.serverEnded();
    assertThat(steps).hasSize(1);
    assertThat(((Step.Forward) steps.get(0)).bytes()).isEqualTo(error("57P01"));
  }

  @Test
  void goodbyeIsUnderstood() {
    r.worker(message('X'));
    assertThat(r.conversation.terminated()).isTrue();
    assertThat(r.toServer.toByteArray()).isEqualTo(message('X'));
  }
}
