package dev.threeledger.check;

import dev.threeledger.check.FencedRow.Hold;
import dev.threeledger.scenario.StateRole;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Event.RowOperation;
import dev.threeledger.timeline.Event.WorkerExited;
import dev.threeledger.timeline.Event.WorkerKilled;
import dev.threeledger.timeline.Event.WorkerPartitioned;
import dev.threeledger.timeline.Event.WorkerPaused;
import dev.threeledger.timeline.Event.WorkerRejoined;
import dev.threeledger.timeline.Event.WorkerResumed;
import dev.threeledger.timeline.Event.WorkerStarted;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToIntFunction;

/** A superseded holder changes no row. */
final class StaleWrites {
  private final RunRecord run;
  private final Events events;
  private final Writers writers;
  private final FencedRows rows;

  StaleWrites(RunRecord run, Events events, Writers writers, FencedRows rows) {
    this.run = run;
    this.events = events;
    this.writers = writers;
    this.rows = rows;
  }

  void judge(Findings findings) {
    rows.byKey().forEach((key, history) -> judgeHeldRow(key, history, findings));
    Map<String, List<FencedRow>> byKey = rows.byKey();
    FencedRows.inCommitOrder(events).stream()
        .filter(seen -> !seen.event().table().equals(run.subject().fencing().table()))
        .filter(seen -> byKey.containsKey(seen.event().key()))
        .forEach(seen -> judgeOther(seen, byKey.get(seen.event().key()), findings));
  }

  // ── the row that says who holds the key ────────────────────────────────────────────────────

  private void judgeHeldRow(String key, List<FencedRow> history, Findings findings) {
    FencedRow claimed = null;
    Set<String> earlier = new HashSet<>();
    for (FencedRow row : history) {
      if (claimed != null && row.update() && row.before() != null && row.before().held()) {
        judgeIntrusion(key, claimed, row, earlier, findings);
      }
      if (row.claim()) {
        if (claimed != null && rows.claimant(claimed) != null) {
          earlier.add(rows.claimant(claimed));
        }
        claimed = row;
      }
    }
  }

  private void judgeIntrusion(
      String key, FencedRow claimed, FencedRow row, Set<String> earlier, Findings findings) {
    String holder = rows.claimant(claimed);
    boolean byAnother = holder != null && row.worker() != null && !holder.equals(row.worker());
    if (!byAnother || row.raisesToken() || tokenFalls(row)) {
      return;
    }
    if (!row.changesHold() && !earlier.contains(row.worker())) {
      return;
    }
    if (releases(row) && gone(holder, row.seq())) {
      findings.note(
          "%s: worker %s took the row from worker %s, which is gone, without a higher token (event %d)"
              .formatted(key, row.worker(), holder, row.seq()));
      return;
    }
    findings.add(
        key,
        "%s: worker %s changes the row (%s to %s) while worker %s holds it with token %d"
            .formatted(
                key,
                row.worker(),
                row.before().state(),
                row.after().state(),
                holder,
                row.before().token()),
        row.seq(),
        List.of(claimed.seq()));
  }

  /** Told already by the intervals. */
  private static boolean tokenFalls(FencedRow row) {
    return row.after() != null && row.after().tokenBelow(row.before());
  }

  /** Gives the key up: to whoever picks it up next, or to a person. */
  private static boolean releases(FencedRow row) {
    return row.after() != null
        && !row.after().held()
        && (row.after().role() == null
            || row.after().role() == StateRole.WAITING
            || row.after().role() == StateRole.MANUAL);
  }

  /** True when the worker's process had ended, was stopped, or was cut off by then. */
  private boolean gone(String worker, long seq) {
    return lastSign(worker, seq, StaleWrites::stops) < 0
        || lastSign(worker, seq, StaleWrites::cuts) < 0;
  }

  /** Of the worker's events before then: what the last that says anything says, else 0. */
  private int lastSign(String worker, long seq, ToIntFunction<Event> sign) {
    return events.of(Event.class).stream()
        .filter(seen -> seen.seq() < seq && worker.equals(seen.event().worker()))
        .map(Seen::event)
        .mapToInt(sign)
        .filter(said -> said != 0)
        .reduce(0, (one, later) -> later);
  }

  private static int stops(Event event) {
    if (event instanceof WorkerStarted || event instanceof WorkerResumed) {
      return 1;
    }
    return event instanceof WorkerExited
            || event instanceof WorkerKilled
            || event instanceof WorkerPaused
        ? -1
        : 0;
  }

  private static int cuts(Event event) {
    if (event instanceof WorkerRejoined) {
      return 1;
    }
    return event instanceof WorkerPartitioned ? -1 : 0;
  }

  // ── other tables ───────────────────────────────────────────────────────────────────────────

  private void judgeOther(Seen<RowChanged> seen, List<FencedRow> history, Findings findings) {
    RowChanged change = seen.event();
    String column = run.subject().fencing().token();
    if (change.after() == null) {
      return;
    }
    if (!change.after().containsKey(column)) {
      noteSuperseded(seen, history, findings);
      return;
    }
    Long token = FencedRow.number(change.after().get(column));
    boolean sets =
        change.operation() == RowOperation.INSERT
            || change.before() == null
            || !Objects.equals(change.before().get(column), change.after().get(column));
    FencedRow highest = highestBefore(history, change.commitLsn());
    if (token != null && sets && highest != null && token < highest.after().token()) {
      findings.add(
          change.key(),
          "%s: a row of %s is written with token %d after token %d was committed by %s"
              .formatted(
                  change.key(),
                  change.table(),
                  token,
                  highest.after().token(),
                  highest.after().holder()),
          seen.seq(),
          List.of(highest.seq()));
    }
  }

  /** The row change with the highest token that was committed earlier, or null. */
  private static FencedRow highestBefore(List<FencedRow> history, long commitLsn) {
    FencedRow highest = null;
    for (FencedRow row : history) {
      Hold hold = row.after();
      if (row.commitLsn() < commitLsn
          && hold != null
          && hold.token() != null
          && (highest == null || highest.after().tokenBelow(hold))) {
        highest = row;
      }
    }
    return highest;
  }

  private void noteSuperseded(Seen<RowChanged> seen, List<FencedRow> history, Findings findings) {
    String worker = writers.worker(seen.event().xid());
    String holder =
        history.stream()
            .filter(row -> row.claim() && row.commitLsn() < seen.event().commitLsn())
            .map(rows::claimant)
            .reduce(null, (one, later) -> later);
    boolean held =
        history.stream().anyMatch(row -> row.claim() && Objects.equals(worker, rows.claimant(row)));
    if (worker != null && holder != null && held && !worker.equals(holder)) {
      findings.note(
          "%s: worker %s, superseded by worker %s, changed a row of %s (event %d)"
              .formatted(seen.event().key(), worker, holder, seen.event().table(), seen.seq()));
    }
  }
}
