package dev.threeledger.environment;

import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Event.RowOperation;
import dev.threeledger.timeline.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Turns decoded messages into {@link RowChanged} events, a whole transaction at its commit, and
 * remembers whose transaction it was.
 *
 * <p>One thread calls {@link #accept}; any thread asks.
 */
final class CommittedTransactions {
  /** Prefix of our own messages in the write-ahead log. */
  static final String BARRIER = "threeledger";

  private final Map<String, List<String>> keys;
  private final Timeline timeline;
  private final Map<Long, Transaction> byXid = new LinkedHashMap<>();
  private final Set<Long> spokenFor = new HashSet<>();

  private PgOutput.Begin begin;
  private final List<RowChanged> open = new ArrayList<>();
  private long lastCommitLsn;
  private long lastBarrier;
  private String failure;

  /**
   * Follows these tables.
   *
   * @param keys key columns by {@code table} or {@code schema.table}
   */
  CommittedTransactions(Map<String, List<String>> keys, Timeline timeline) {
    this.keys = Map.copyOf(keys);
    this.timeline = timeline;
  }

  private static final class Transaction {
    final long firstSeq;
    final List<RowChanged> rows;
    boolean claimed;

    Transaction(long firstSeq, List<RowChanged> rows) {
      this.firstSeq = firstSeq;
      this.rows = rows;
    }
  }

  /** Takes the next message of the stream. */
  synchronized void accept(PgOutput.Message message, long lsn) {
    if (message instanceof PgOutput.Begin started) {
      begin = started;
      open.clear();
    } else if (message instanceof PgOutput.Row row) {
      open.add(changed(row, lsn));
    } else if (message instanceof PgOutput.Truncate truncate) {
      truncate.relations().forEach(relation -> open.add(truncated(relation, lsn)));
    } else if (message instanceof PgOutput.Commit commit) {
      complete(commit);
    } else if (message instanceof PgOutput.Text text && text.prefix().equals(BARRIER)) {
      lastBarrier = Math.max(lastBarrier, Long.parseLong(text.content()));
      notifyAll();
    }
  }

  private void complete(PgOutput.Commit commit) {
    boolean seenBefore = commit.commitLsn() <= lastCommitLsn;
    if (!seenBefore && !open.isEmpty()) {
      long firstSeq = 0;
      for (RowChanged row : open) {
        long seq = timeline.append(row).seq();
        firstSeq = firstSeq == 0 ? seq : firstSeq;
      }
      byXid.put(begin.xid(), new Transaction(firstSeq, List.copyOf(open)));
    }
    lastCommitLsn = Math.max(lastCommitLsn, commit.commitLsn());
    begin = null;
    open.clear();
  }

  private RowChanged changed(PgOutput.Row row, long lsn) {
    RowOperation operation =
        switch (row.operation()) {
          case 'I' -> RowOperation.INSERT;
          case 'U' -> RowOperation.UPDATE;
          default -> RowOperation.DELETE;
        };
    Map<String, String> named = row.after() == null ? row.before() : row.after();
    return event(
        row.relation(), operation, key(row.relation(), named), lsn, row.before(), row.after());
  }

  private RowChanged truncated(PgOutput.Relation relation, long lsn) {
    return event(relation, RowOperation.TRUNCATE, null, lsn, null, null);
  }

  private RowChanged event(
      PgOutput.Relation relation,
      RowOperation operation,
      String key,
      long lsn,
      Map<String, String> before,
      Map<String, String> after) {
    return new RowChanged(
        begin.xid(),
        lsn,
        begin.commitLsn(),
        begin.committedAt().toString(),
        declaredName(relation),
        operation,
        key,
        before,
        after);
  }

  /** As in subject.yaml, so that checks find it under the name that they know. */
  private String declaredName(PgOutput.Relation relation) {
    String full = relation.schema() + "." + relation.name();
    return keys.containsKey(full) ? full : relation.name();
  }

  private String key(PgOutput.Relation relation, Map<String, String> row) {
    List<String> columns = keys.get(declaredName(relation));
    return columns == null
        ? null
        : columns.stream()
            .map(column -> row.getOrDefault(column, ""))
            .collect(Collectors.joining("/"));
  }

  /** The stream ended: waiting is in vain from now on. */
  synchronized void fail(String why) {
    failure = failure == null ? why : failure;
    notifyAll();
  }

  /** The highest number of a barrier that the stream has passed, and its end. */
  synchronized void awaitBarrier(long number, Duration within) throws InterruptedException {
    long deadline = System.nanoTime() + within.toNanos();
    while (lastBarrier < number) {
      if (failure != null) {
        throw new EnvironmentException("the row history ended: " + failure);
      }
      long leftNanos = deadline - System.nanoTime();
      if (leftNanos <= 0) {
        throw new EnvironmentException(
            "the row history did not pass the barrier within "
                + within.toMillis()
                + " ms; is the database server overloaded or stopped?");
      }
      wait(leftNanos / 1_000_000, (int) (leftNanos % 1_000_000));
    }
  }

  /** Whose transaction this is, is known before it commits: nobody else gets its rows. */
  synchronized void speakFor(long xid) {
    spokenFor.add(xid);
  }

  /** The rows of a transaction, which counts as claimed from now on; empty when it changed none. */
  synchronized List<RowChanged> claim(long xid) {
    Transaction transaction = byXid.get(xid);
    if (transaction == null) {
      return List.of();
    }
    transaction.claimed = true;
    return transaction.rows;
  }

  /**
   * The rows of the oldest transaction that nobody has claimed or is known to own, that appeared
   * after {@code sinceSeq} and touched one of the tables; it counts as claimed from now on.
   */
  synchronized List<RowChanged> claimUnknown(long sinceSeq, List<String> tables) {
    for (Map.Entry<Long, Transaction> entry : byXid.entrySet()) {
      Transaction transaction = entry.getValue();
      if (!transaction.claimed
          && !spokenFor.contains(entry.getKey())
          && transaction.firstSeq > sinceSeq
          && transaction.rows.stream().anyMatch(row -> touches(row, tables))) {
        transaction.claimed = true;
        return transaction.rows;
      }
    }
    return List.of();
  }

  private static boolean touches(RowChanged row, List<String> tables) {
    String bare = row.table().substring(row.table().indexOf('.') + 1);
    return tables.contains(row.table()) || tables.contains(bare);
  }
}
