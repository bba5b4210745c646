package dev.threeledger.check;

import dev.threeledger.scenario.StateRole;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Event.TriggerAnswered;
import dev.threeledger.timeline.Event.WorkerStarted;
import dev.threeledger.verdict.CheckResult;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A tenant that floods does not make the others wait: while a key of one tenant waits and nothing
 * of that tenant is in hand, of each other tenant at most {@code 2 × most_ahead × workers} keys are
 * claimed.
 *
 * <p>{@code most_ahead} is how many keys of one tenant a worker has in hand at most. A fair worker
 * may claim that many that it had chosen before the waiting key was there, and that many in the
 * very round in which it takes it; hence twice, for each worker. A first-come-first-served executor
 * claims all that came before:
 *
 * <pre>
 *   tenant 1   w w w w w w w w w w c c c c c c c c c c        w accepted and waiting
 *   tenant 2                     w · · · · · · · · · c        c claimed
 *                                  └─ counted here ─┘
 * </pre>
 *
 * <p>A key waits from when its row is committed in role waiting, or a trigger for it was answered
 * with 2xx and it was claimed later, until its first claim; not while it waits for a retry. A key
 * that was never seen to wait (a due one that its executor found by its own clock, and claimed at
 * once) is not judged. Counting begins anew whenever a key of the waiting tenant is claimed, and
 * stands still while one is held: a tenant at its own limit waits for itself.
 *
 * <p>Sound: judged by the order of commits alone, never by a clock. A claim counts only when its
 * commit was asked for after the counting began. Complete for keys whose tenant is known, up to the
 * factor two. Truth: the row history of the fencing table; the answers to triggers. A subject
 * without {@code fair:} promises nothing here: PASS, with a note. Cost: one pass over the timeline,
 * times tenants.
 */
public final class FairShare implements Check {
  /** Its name in YAML and reports. */
  public static final String NAME = "fair-share";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult judge(RunRecord run) {
    if (run.subject().promises().mostAhead() == null) {
      return CheckResult.of(
          NAME, List.of(), List.of("the subject declares no fair share; nothing was judged"));
    }
    Events events = new Events(run);
    if (events.nothingHappened()) {
      return CheckResult.inconclusive(NAME, Checks.NOTHING_HAPPENED);
    }
    return new Judgement(run, events).result();
  }

  /** One tenant's keys as they stand now. */
  private static final class Queue {
    /** Keys that wait, with the seq since which they do, in order. */
    final Map<String, Long> waiting = new LinkedHashMap<>();

    final Set<String> inHand = new HashSet<>();

    /** Claims of each other tenant's keys, each key's first, since the counting began. */
    final Map<String, Map<String, FencedRow>> ahead = new HashMap<>();

    long countingFrom;

    void countFrom(long seq) {
      ahead.clear();
      countingFrom = seq;
    }
  }

  private static final class Judgement {
    private final RunRecord run;
    private final Writers writers;
    private final Ownership ownership;
    private final Map<Long, FencedRow> rows;
    private final Map<String, Long> lastClaims = new HashMap<>();
    private final int most;
    private final int workers;
    private final Map<String, Queue> queues = new LinkedHashMap<>();
    private final Set<String> claimed = new HashSet<>();
    private final Set<String> told = new HashSet<>();
    private final Findings findings = new Findings(NAME);

    Judgement(RunRecord run, Events events) {
      this.run = run;
      writers = new Writers(events);
      FencedRows history = new FencedRows(run, events, writers);
      ownership = new Ownership(run, events, history);
      rows = history.all().stream().collect(Collectors.toMap(FencedRow::seq, row -> row));
      history.all().stream()
          .filter(FencedRow::claim)
          .forEach(row -> lastClaims.merge(row.key(), row.seq(), Math::max));
      workers =
          Math.max(
              1,
              (int)
                  events.of(WorkerStarted.class).stream()
                      .map(seen -> seen.event().worker())
                      .distinct()
                      .count());
      most = BoundedAttempts.number(run, run.subject().promises().mostAhead());
    }

    CheckResult result() {
      boolean anyWaited = false;
      for (Entry entry : run.timeline()) {
        if (entry.event() instanceof TriggerAnswered answered
            && answered.status() / 100 == 2
            && claimedAfter(answered.key(), entry.seq())) {
          waits(answered.key(), entry.seq());
        } else if (entry.event() instanceof RowChanged && rows.containsKey(entry.seq())) {
          changed(rows.get(entry.seq()));
        }
        anyWaited |= queues.values().stream().anyMatch(queue -> !queue.waiting.isEmpty());
      }
      if (rows.values().stream().noneMatch(row -> ownership.tenant(row.key()) != null)) {
        findings.note("no row says whose its key is; nothing was judged");
      } else if (!anyWaited) {
        findings.note("no key was seen to wait");
      }
      return findings.result();
    }

    /** An answer to what is done or refused already makes nothing wait. */
    private boolean claimedAfter(String key, long seq) {
      Long last = lastClaims.get(key);
      return last != null && last > seq;
    }

    private Queue queue(String tenant) {
      return queues.computeIfAbsent(tenant, name -> new Queue());
    }

    private void waits(String key, long seq) {
      String tenant = ownership.tenant(key);
      if (tenant == null || claimed.contains(key) || queue(tenant).waiting.containsKey(key)) {
        return;
      }
      if (queue(tenant).waiting.isEmpty()) {
        queue(tenant).countFrom(seq);
      }
      queue(tenant).waiting.put(key, seq);
    }

    private void changed(FencedRow row) {
      String tenant = ownership.tenant(row.key());
      if (tenant == null) {
        return;
      }
      if (row.claim()) {
        claim(tenant, row);
      } else if (row.after() == null || !row.after().held()) {
        if (queue(tenant).inHand.remove(row.key()) && queue(tenant).inHand.isEmpty()) {
          queue(tenant).countFrom(row.seq());
        }
        boolean waiting = row.after() != null && row.after().role() == StateRole.WAITING;
        if (waiting) {
          waits(row.key(), row.seq());
        } else {
          queue(tenant).waiting.remove(row.key());
        }
      }
    }

    private void claim(String tenant, FencedRow row) {
      claimed.add(row.key());
      Queue own = queue(tenant);
      own.waiting.remove(row.key());
      own.inHand.add(row.key());
      own.countFrom(row.seq());
      queues.forEach(
          (other, queue) -> {
            if (!other.equals(tenant) && !queue.waiting.isEmpty() && queue.inHand.isEmpty()) {
              count(other, queue, tenant, row);
            }
          });
    }

    private void count(String waiting, Queue queue, String tenant, FencedRow row) {
      long asked = writers.asked(row.seen().event().xid()).map(Seen::seq).orElse(row.seq());
      Map<String, FencedRow> ahead =
          queue.ahead.computeIfAbsent(tenant, name -> new LinkedHashMap<>());
      if (asked < queue.countingFrom || ahead.putIfAbsent(row.key(), row) != null) {
        return;
      }
      Map.Entry<String, Long> first = queue.waiting.entrySet().iterator().next();
      int allowed = 2 * most * workers;
      if (ahead.size() > allowed && told.add(waiting)) {
        Set<Long> shown = new LinkedHashSet<>(Set.of(first.getValue()));
        ahead.values().forEach(one -> shown.add(one.seq()));
        findings.add(
            first.getKey(),
            "%s of tenant %s waits since event %d while %d keys of tenant %s are claimed; at most %d may (2 × %d × %d workers)"
                .formatted(
                    first.getKey(),
                    waiting,
                    first.getValue(),
                    ahead.size(),
                    tenant,
                    allowed,
                    most,
                    workers),
            row.seq(),
            List.copyOf(shown));
      }
    }
  }
}
