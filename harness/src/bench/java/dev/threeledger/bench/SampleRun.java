package dev.threeledger.bench;

import dev.threeledger.check.Checks;
import dev.threeledger.check.RunRecord;
import dev.threeledger.check.Samples;
import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.ledger.Ledgers;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run as the reference executor's statement job leaves it, of any length; all is as it should.
 */
final class SampleRun {
  private static final String CLAIM =
      "UPDATE statement_run SET status = 'RUNNING', holder = $1, fencing_token = fencing_token + 1"
          + " WHERE tenant_id = $2 AND statement_date = $3 AND status = 'READY'";
  private static final String DIGEST =
      "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

  private final List<Event> events = new ArrayList<>();
  private final List<LedgerRow> business = new ArrayList<>();
  private final List<LedgerRow> external = new ArrayList<>();
  private final List<LedgerRow> execution = new ArrayList<>();
  private final List<LedgerRow> due = new ArrayList<>();
  private long lsn = 1_000;
  private long xid = 700;
  private long transaction;

  private SampleRun() {}

  /** At least so many events. */
  static SampleRun of(int atLeast) {
    SampleRun run = new SampleRun();
    run.begin();
    for (int key = 0; run.events.size() < atLeast; key++) {
      run.statement(key);
    }
    run.end();
    return run;
  }

  List<Event> events() {
    return events;
  }

  /** With this timeline, judged by all checks. */
  RunRecord record(List<Entry> timeline) {
    return new RunRecord(
        Samples.scenario(List.of(), Map.of(), List.of(), Checks.names()),
        Samples.subject(),
        Map.of("maxAttempts", "4", "tick", "800ms"),
        timeline,
        new Ledgers(
            Optional.of(business),
            Optional.of(external),
            Optional.of(execution),
            Optional.of(due)));
  }

  private void begin() {
    events.add(new Event.RunStarted("sample", "failure", 1, 1));
    for (String worker : List.of("1", "2")) {
      events.add(new Event.WorkerStarted(worker, 4000));
      events.add(new Event.WorkerReady(worker, 300));
      events.add(new Event.ConnectionOpened(worker, Long.parseLong(worker), 50_000));
    }
  }

  private void end() {
    events.add(new Event.QuietReached(1600, 300));
    events.add(new Event.PhaseStarted(Event.Phase.COLLECT));
    events.add(new Event.RunStopped(Event.StopReason.QUIET, null));
  }

  private void statement(int number) {
    String worker = number % 2 == 0 ? "1" : "2";
    String tenant = Integer.toString(number);
    String key = tenant + "/2026-01-31";
    int trigger = number + 1;
    events.add(new Event.TriggerSent(trigger, worker, "statement", key));
    events.add(
        new Event.TriggerAnswered(trigger, worker, "statement", key, 202, "{\"accepted\":true}"));
    commit(worker, key, row(tenant, "READY", null, 0), row(tenant, "RUNNING", worker, 1));
    events.add(
        new Event.RequestReceived(
            worker,
            "payments.charge",
            trigger,
            "charge",
            "statement/" + key,
            key,
            "120.50",
            DIGEST));
    events.add(
        new Event.EffectApplied(
            worker,
            "payments.charge",
            trigger,
            "charge",
            "ch_" + trigger,
            "statement/" + key,
            key,
            "120.50"));
    events.add(new Event.AnswerSent(worker, "payments.charge", trigger, key, 201));
    commit(worker, key, row(tenant, "RUNNING", worker, 1), row(tenant, "SUCCEEDED", null, 1));
    due.add(new LedgerRow(key, "statement", null, null, Map.of("key", key, "kind", "statement")));
    business.add(ledgerRow(key, "statement", "120.50", null));
    external.add(ledgerRow(key, "payments.charge", "120.50", "applied"));
    execution.add(ledgerRow(key, "statement", null, "SUCCEEDED"));
  }

  private void commit(
      String worker, String key, Map<String, String> before, Map<String, String> after) {
    long connection = Long.parseLong(worker);
    transaction++;
    xid++;
    for (int i = 0; i < 3; i++) {
      events.add(
          new Event.StatementSent(
              worker, connection, transaction, CLAIM, List.of("worker-" + worker, key)));
      events.add(
          new Event.StatementAnswered(worker, connection, transaction, "UPDATE 1", 1L, null));
    }
    events.add(
        new Event.CommitAsked(
            worker, connection, transaction, false, xid, List.of("statement_run")));
    lsn += 100;
    events.add(
        new Event.RowChanged(
            xid,
            lsn - 50,
            lsn,
            "2026-01-31T10:15:30.123456Z",
            "statement_run",
            Event.RowOperation.UPDATE,
            key,
            before,
            after));
    events.add(new Event.CommitAcknowledged(worker, connection, transaction, xid));
    events.add(new Event.CommitForwarded(worker, connection, transaction));
  }

  private static Map<String, String> row(String tenant, String status, String holder, int token) {
    Map<String, String> row = new java.util.LinkedHashMap<>();
    row.put("tenant_id", tenant);
    row.put("statement_date", "2026-01-31");
    row.put("status", status);
    if (holder != null) {
      row.put("holder", "worker-" + holder);
    }
    row.put("fencing_token", Integer.toString(token));
    row.put("updated_at", "2026-01-31 10:15:30.123456");
    return row;
  }

  private static LedgerRow ledgerRow(String key, String kind, String amount, String state) {
    return new LedgerRow(
        key, kind, amount == null ? null : new BigDecimal(amount), state, Map.of("key", key));
  }
}
