package dev.threeledger.check;

import dev.threeledger.timeline.Event.BackendsGone;
import dev.threeledger.timeline.Event.CommitAcknowledged;
import dev.threeledger.timeline.Event.CommitAsked;
import dev.threeledger.timeline.Event.RolledBack;
import dev.threeledger.timeline.Event.StatementSent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which worker committed which transaction, and when it asked for the commit: the row history knows
 * only transaction ids, the taps know the workers.
 *
 * <p>An id that the tap knew when the commit was asked for is exact. One that it learnt only with
 * the acknowledgement (autocommit) may be another worker's, when two such commits were under way at
 * once:
 *
 * <pre>
 *   worker 1   asked ──────────── acknowledged, xid 748?
 *   worker 2          asked ───────────────── acknowledged, xid 747?
 * </pre>
 *
 * Those have no writer here. Nor have seed data.
 */
final class Writers {
  private final Events events;
  private final Map<Passage, Seen<CommitAsked>> open = new HashMap<>();
  private final Map<Long, Seen<CommitAsked>> asked = new HashMap<>();
  private final Map<Long, String> workers = new HashMap<>();
  private final Map<String, Guessed> guessed = new HashMap<>();

  Writers(Events events) {
    this.events = events;
    Map<Passage, Long> ends = ends(events);
    for (Seen<CommitAsked> seen : events.of(CommitAsked.class)) {
      CommitAsked ask = seen.event();
      open.put(new Passage(ask.worker(), ask.connection(), ask.transaction()), seen);
      if (ask.xid() != null) {
        learn(ask.xid(), ask.worker(), seen);
      } else {
        guessed
            .computeIfAbsent(ask.worker(), worker -> new Guessed())
            .add(seen.seq(), end(seen, ends));
      }
    }
    events.of(CommitAcknowledged.class).forEach(this::acknowledged);
  }

  /** The worker that committed the transaction, or null when it is not known for certain. */
  String worker(long xid) {
    return workers.get(xid);
  }

  /** When the commit was asked for: it took effect at some moment after that. */
  Optional<Seen<CommitAsked>> asked(long xid) {
    return Optional.ofNullable(asked.get(xid));
  }

  /**
   * The only worker that ever sent this value in a statement, or null: a holder's name comes from
   * the worker behind it.
   */
  String onlySenderOf(String value) {
    Set<String> senders =
        events.of(StatementSent.class).stream()
            .map(Seen::event)
            .filter(sent -> mentions(sent, value))
            .map(StatementSent::worker)
            .collect(Collectors.toSet());
    return senders.size() == 1 ? senders.iterator().next() : null;
  }

  private static boolean mentions(StatementSent sent, String value) {
    boolean asParameter = sent.parameters() != null && sent.parameters().contains(value);
    return asParameter || (sent.sql() != null && sent.sql().contains("'" + value + "'"));
  }

  private void acknowledged(Seen<CommitAcknowledged> seen) {
    CommitAcknowledged commit = seen.event();
    Passage passage = new Passage(commit.worker(), commit.connection(), commit.transaction());
    Seen<CommitAsked> ask = open.get(passage);
    boolean exact = ask == null || ask.event().xid() != null;
    if (commit.xid() != null && (exact || alone(commit.worker(), ask.seq(), seen.seq()))) {
      learn(commit.xid(), commit.worker(), ask);
    }
  }

  private void learn(long xid, String worker, Seen<CommitAsked> ask) {
    workers.put(xid, worker);
    if (ask != null) {
      asked.put(xid, ask);
    }
  }

  /** No other worker's commit, of an id that was not known either, was under way meanwhile. */
  private boolean alone(String worker, long from, long to) {
    return guessed.entrySet().stream()
        .filter(other -> !worker.equals(other.getKey()))
        .noneMatch(other -> other.getValue().anyBetween(from, to));
  }

  /** Until it is acknowledged or rolled back, or the dead worker's backends are gone. */
  private long end(Seen<CommitAsked> seen, Map<Passage, Long> ends) {
    CommitAsked ask = seen.event();
    long gone =
        events.of(BackendsGone.class).stream()
            .filter(later -> later.seq() > seen.seq())
            .filter(later -> ask.worker().equals(later.event().worker()))
            .mapToLong(Seen::seq)
            .findFirst()
            .orElse(Long.MAX_VALUE);
    Passage passage = new Passage(ask.worker(), ask.connection(), ask.transaction());
    long end = ends.getOrDefault(passage, Long.MAX_VALUE);
    return Math.min(end, gone);
  }

  private static Map<Passage, Long> ends(Events events) {
    Map<Passage, Long> ends = new HashMap<>();
    for (Seen<CommitAcknowledged> seen : events.of(CommitAcknowledged.class)) {
      CommitAcknowledged end = seen.event();
      ends.put(new Passage(end.worker(), end.connection(), end.transaction()), seen.seq());
    }
    for (Seen<RolledBack> seen : events.of(RolledBack.class)) {
      RolledBack end = seen.event();
      ends.put(new Passage(end.worker(), end.connection(), end.transaction()), seen.seq());
    }
    return ends;
  }

  private record Passage(String worker, long connection, long transaction) {}

  /** One worker's commits whose transactions' ids were not known while they lasted. */
  private static final class Guessed {
    private final List<Long> from = new ArrayList<>();

    /** For each, the latest end of it and of all before it. */
    private final List<Long> latestEnd = new ArrayList<>();

    /** Rising: in the order of the timeline. */
    void add(long begin, long end) {
      from.add(begin);
      long before = latestEnd.isEmpty() ? end : latestEnd.get(latestEnd.size() - 1);
      latestEnd.add(Math.max(before, end));
    }

    /** True when one of them began before {@code to} and ended after {@code after}. */
    boolean anyBetween(long after, long to) {
      int place = Collections.binarySearch(from, to);
      int begun = place < 0 ? -place - 1 : place;
      return begun > 0 && latestEnd.get(begun - 1) > after;
    }
  }
}
