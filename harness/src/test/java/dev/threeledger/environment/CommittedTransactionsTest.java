package dev.threeledger.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.threeledger.environment.PgOutput.Begin;
import dev.threeledger.environment.PgOutput.Commit;
import dev.threeledger.environment.PgOutput.Relation;
import dev.threeledger.environment.PgOutput.Row;
import dev.threeledger.environment.PgOutput.Text;
import dev.threeledger.environment.PgOutput.Truncate;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Event.RowOperation;
import dev.threeledger.timeline.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CommittedTransactionsTest {
  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
  private static final Relation RUN = new Relation(7, "public", "run", List.of("tenant", "day"));
  private static final Relation NOTE = new Relation(8, "audit", "note", List.of("id"));

  private final Timeline timeline = Timeline.inMemory();
  private final CommittedTransactions transactions =
      new CommittedTransactions(
          Map.of("run", List.of("tenant", "day"), "audit.note", List.of("id")), timeline);

  @Test
  void nothingStandsOnTheTimelineBeforeTheCommit() {
    begin(100, 5);
    insert(RUN, 90, Map.of("tenant", "1", "day", "31"));
    assertThat(timeline.entries()).isEmpty();
    commit(100);
    assertThat(rows())
        .containsExactly(
            new RowChanged(
                5,
                90,
                100,
                "2026-01-31T12:00:00Z",
                "run",
                RowOperation.INSERT,
                "1/31",
                null,
                Map.of("tenant", "1", "day", "31")));
  }

  @Test
  void aRedeliveredTransactionIsLeftOut() {
    transaction(100, 5, RUN, "1");
    transaction(100, 5, RUN, "1");
    transaction(90, 4, RUN, "0");
    transaction(110, 6, RUN, "2");
    assertThat(rows()).extracting(RowChanged::key).containsExactly("1/", "2/");
  }

  @Test
  void truncateIsAChangeWithoutKey() {
    begin(100, 5);
    transactions.accept(new Truncate(List.of(RUN, NOTE)), 90);
    commit(100);
    assertThat(rows()).extracting(RowChanged::table).containsExactly("run", "audit.note");
    assertThat(rows()).extracting(RowChanged::key).containsOnlyNulls();
  }

  @Test
  void aKnownTransactionIsFoundByItsId() {
    transaction(100, 5, RUN, "1");
    assertThat(transactions.claim(5)).isEqualTo(rows());
    assertThat(transactions.claim(6)).isEmpty();
    assertThat(transactions.claimUnknown(0, List.of("run"))).isEmpty();
  }

  @Test
  void anUnknownTransactionIsTheOldestThatFits() {
    transaction(100, 5, RUN, "1");
    long since = timeline.lastSeq();
    transaction(110, 6, NOTE, "2");
    transaction(120, 7, RUN, "3");
    transaction(130, 8, RUN, "4");
    assertThat(claimed(since, "run")).containsExactly("3/");
    assertThat(claimed(since, "run", "unwatched")).containsExactly("4/");
    assertThat(claimed(since, "run")).isEmpty();
    assertThat(claimed(since, "note")).containsExactly("");
    assertThat(claimed(0, "run")).containsExactly("1/");
    assertThat(claimed(0)).isEmpty();
  }

  private List<String> claimed(long since, String... tables) {
    return transactions.claimUnknown(since, List.of(tables)).stream().map(RowChanged::key).toList();
  }

  @Test
  void aBarrierIsPassedWhenItsMessageOrALaterOneWasSeen() throws Exception {
    CompletableFuture<Void> passed =
        CompletableFuture.runAsync(() -> await(4, Duration.ofSeconds(10)));
    transactions.accept(new Text("somebody else", "hello"), 1);
    transactions.accept(new Text("threeledger", "5"), 2);
    passed.get(10, TimeUnit.SECONDS);
    await(5, Duration.ZERO);
  }

  @Test
  void aBarrierThatIsNotPassedInTimeIsAnError() {
    assertThatThrownBy(() -> await(1, Duration.ofMillis(1)))
        .isInstanceOf(EnvironmentException.class)
        .hasMessage(
            "the row history did not pass the barrier within 1 ms;"
                + " is the database server overloaded or stopped?");
  }

  @Test
  void aLostStreamEndsEveryWait() throws Exception {
    CompletableFuture<Void> waiting =
        CompletableFuture.runAsync(() -> await(1, Duration.ofSeconds(60)));
    transactions.fail("connection reset");
    assertThat(waiting.handle((done, failed) -> failed.getCause()).get(10, TimeUnit.SECONDS))
        .isInstanceOf(EnvironmentException.class)
        .hasMessage("the row history ended: connection reset");
  }

  @Test
  void aTransactionWhoseOwnerIsKnownIsNobodyElses() {
    transactions.speakFor(5);
    transaction(100, 5, RUN, "1"); // 1. committed by the one that is known
    transaction(110, 6, RUN, "2"); // 2. an autocommit, waited for the same row
    assertThat(transactions.claimUnknown(0, List.of("run"))) // 3. and is acknowledged first
        .extracting(RowChanged::xid)
        .containsExactly(6L);
    assertThat(transactions.claim(5)).extracting(RowChanged::key).containsExactly("1/");
  }

  private void await(long number, Duration within) {
    try {
      transactions.awaitBarrier(number, within);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void transaction(long commitLsn, long xid, Relation relation, String first) {
    begin(commitLsn, xid);
    insert(relation, commitLsn - 5, Map.of("tenant", first));
    commit(commitLsn);
  }

  private void begin(long commitLsn, long xid) {
    transactions.accept(new Begin(commitLsn, NOON, xid), commitLsn);
  }

  private void insert(Relation relation, long lsn, Map<String, String> row) {
    transactions.accept(new Row(relation, 'I', null, row), lsn);
  }

  private void commit(long commitLsn) {
    transactions.accept(new Commit(commitLsn, commitLsn + 8), commitLsn);
  }

  private List<RowChanged> rows() {
    return timeline.entries().stream().map(entry -> (RowChanged) entry.event()).toList();
  }
}
