package dev.threeledger.report;

import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Timeline;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Plays a made-up run into a timeline, with a clock that is set by hand. */
final class Script {
  static final String KEY = "1/2026-01-31";
  static final String IDEMPOTENCY_KEY = "statement/1/2026-01-31";
  private final long[] nanos = {0};
  final Timeline timeline;
  private long transactions;
  private long requests;

  Script(Writer out) {
    timeline = new Timeline(out, () -> nanos[0]);
  }

  Script at(double millis) {
    nanos[0] = Math.max(nanos[0], (long) (millis * 1e6));
    return this;
  }

  Script later(double millis) {
    nanos[0] += (long) (millis * 1e6);
    return this;
  }

  long add(Event event) {
    return timeline.append(event).seq();
  }

  void startWorkers(int count) {
    add(new Event.RunStarted("crash-after-commit", "failure", 1, 20260131));
    add(new Event.PhaseStarted(Event.Phase.ENVIRONMENT));
    at(63);
    add(new Event.LedgerRead("due", 3));
    add(new Event.FaultArmed("kill", "db: commit, wrote: statement, key: 1/2026-01-31, worker: 1"));
    add(new Event.PhaseStarted(Event.Phase.SUBJECT));
    for (int i = 1; i <= count; i++) {
      later(4);
      add(new Event.WorkerStarted("" + i, 4711 + i));
    }
    for (int i = 1; i <= count; i++) {
      at(412 + 20 * i);
      add(new Event.ConnectionOpened("" + i, i, 50000 + i));
      add(new Event.WorkerReady("" + i, 350 + 18 * i));
    }
    at(470);
    add(new Event.PhaseStarted(Event.Phase.TRIGGER));
  }

  long statement(String worker, String sql, String tag, String... parameters) {
    later(0.3);
    long seq =
        add(
            new Event.StatementSent(
                worker, Long.parseLong(worker), transactions, sql, List.of(parameters)));
    later(0.4);
    add(
        new Event.StatementAnswered(
            worker, Long.parseLong(worker), transactions, tag, (long) 1, null));
    return seq;
  }

  void begin() {
    transactions++;
  }

  void asked(String worker, long xid, String... tables) {
    later(0.2);
    add(
        new Event.CommitAsked(
            worker, Long.parseLong(worker), transactions, false, xid, List.of(tables)));
  }

  void changed(long xid, String table, Event.RowOperation operation, String... columns) {
    Map<String, String> after = new LinkedHashMap<>();
    for (int i = 0; i < columns.length; i += 2) {
      after.put(columns[i], columns[i + 1]);
    }
    later(0.3);
    Map<String, String> before =
        operation == Event.RowOperation.INSERT ? null : Map.of("tenant_id", "1");
    add(
        new Event.RowChanged(
            xid,
            24_000_000 + xid,
            24_000_100 + xid,
            "2026-11-29T17:00:00.123456Z",
            table,
            operation,
            KEY,
            before,
            after));
  }

  void acknowledged(String worker, long xid) {
    later(0.2);
    add(new Event.CommitAcknowledged(worker, Long.parseLong(worker), transactions, xid));
  }

  void forwarded(String worker) {
    later(0.1);
    add(new Event.CommitForwarded(worker, Long.parseLong(worker), transactions));
  }

  void claim(String worker, long xid, int token) {
    begin();
    statement(
        worker,
        "INSERT INTO statement_run (tenant_id, statement_date, status, holder, fencing_token, lease_until, attempts)"
            + " VALUES ($1, $2, 'RUNNING', $3, $4, now() + $5::interval, 1) ON CONFLICT (tenant_id, statement_date)"
            + " DO UPDATE SET status = 'RUNNING', holder = excluded.holder, fencing_token = statement_run.fencing_token + 1,"
            + " lease_until = excluded.lease_until WHERE statement_run.lease_until < now() RETURNING fencing_token",
        "INSERT 0 1",
        "1",
        "2026-01-31",
        "worker-" + worker,
        "" + token,
        "400ms");
    asked(worker, xid, "statement_run");
    changed(
        xid,
        "statement_run",
        token == 1 ? Event.RowOperation.INSERT : Event.RowOperation.UPDATE,
        "tenant_id",
        "1",
        "statement_date",
        "2026-01-31",
        "status",
        "RUNNING",
        "holder",
        "worker-" + worker,
        "fencing_token",
        "" + token);
    acknowledged(worker, xid);
    forwarded(worker);
  }

  long request(String worker, String operation, String effect, String key) {
    later(3);
    long request = ++requests;
    add(
        new Event.RequestReceived(
            worker,
            operation,
            request,
            effect,
            key,
            KEY,
            effect == null ? null : "120.50",
            "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"));
    return request;
  }

  long applied(String worker, long request, String id, String key) {
    later(0.6);
    return add(
        new Event.EffectApplied(
            worker, "payments.charge", request, "charge", id, key, KEY, "120.50"));
  }

  void answered(String worker, String operation, long request, int status) {
    later(0.8);
    add(new Event.AnswerSent(worker, operation, request, KEY, status));
  }

  void end(List<String> alive, String... ledgers) {
    later(2);
    add(new Event.PhaseStarted(Event.Phase.QUIESCE));
    later(1900);
    add(new Event.QuietReached(1600, 300));
    add(new Event.PhaseStarted(Event.Phase.COLLECT));
    for (String ledger : ledgers) {
      later(1.3);
      add(new Event.LedgerRead(ledger, 1));
    }
    for (String worker : alive) {
      later(40);
      add(new Event.WorkerExited(worker, 4711 + Long.parseLong(worker), 143, null, true));
    }
    later(5);
    add(new Event.RunStopped(Event.StopReason.QUIET, "nothing changed for 300 ms"));
    timeline.close();
  }
}
