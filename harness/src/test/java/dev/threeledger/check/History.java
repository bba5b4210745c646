package dev.threeledger.check;

import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.ledger.Ledgers;
import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.scenario.StateRole;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.AnswerDropped;
import dev.threeledger.timeline.Event.AnswerSent;
import dev.threeledger.timeline.Event.CallerGone;
import dev.threeledger.timeline.Event.CommitAcknowledged;
import dev.threeledger.timeline.Event.CommitAsked;
import dev.threeledger.timeline.Event.EffectApplied;
import dev.threeledger.timeline.Event.EffectDeduplicated;
import dev.threeledger.timeline.Event.EffectUndone;
import dev.threeledger.timeline.Event.ErrorAnswered;
import dev.threeledger.timeline.Event.RequestReceived;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Event.RowOperation;
import dev.threeledger.timeline.Event.RunStopped;
import dev.threeledger.timeline.Event.StopReason;
import dev.threeledger.timeline.Event.TriggerAnswered;
import dev.threeledger.timeline.Event.TriggerSent;
import dev.threeledger.timeline.Event.TriggerUnanswered;
import dev.threeledger.timeline.Event.WorkerWaited;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Literal evidence for tests. Each call says in its comment which events it appends; they are
 * numbered from 1. Each event is 1 ms after the one before unless {@link #at} says otherwise.
 * Ledgers are read and empty, and there is no due list, until said otherwise.
 */
public final class History {
  private static final String CHARGE = "payments.charge";

  private final List<Entry> entries = new ArrayList<>();
  private final Map<String, List<LedgerRow>> ledgers = new HashMap<>();
  private final Map<String, Map<String, String>> runs = new HashMap<>();
  private final List<Fault> faults = new ArrayList<>();
  private final List<Scenario.Expectation> expect = new ArrayList<>();
  private List<String> secrets = List.of();
  private List<String> checks = Checks.names();
  private Map<String, Integer> survives = Map.of();
  private Subject subject = Samples.subject();
  private long millis;
  private long lsn;
  private long xid = 700;
  private int triggers;
  private long requests;

  private History() {
    for (String ledger : List.of("business", "external", "execution")) {
      ledgers.put(ledger, new ArrayList<>());
    }
  }

  public static History history() {
    return new History();
  }

  // ── timeline ───────────────────────────────────────────────────────────────────────────────

  /** The next event's time. */
  public History at(long nextMillis) {
    millis = nextMillis;
    return this;
  }

  /** When the next event comes. */
  long millis() {
    return millis;
  }

  /** One event. */
  public History add(Event event) {
    entries.add(new Entry(entries.size() + 1L, millis * 1_000_000, event));
    millis++;
    return this;
  }

  /** WorkerWaited: worker 1 was starved of CPUs. */
  public History starved() {
    return add(new WorkerWaited("1", 42, 945, 9059, 10_004));
  }

  /** TriggerSent, TriggerAnswered with 200. */
  public History trigger(String worker, String key) {
    triggers++;
    return add(new TriggerSent(triggers, worker, "statement", key))
        .add(new TriggerAnswered(triggers, worker, "statement", key, 200, ""));
  }

  /** TriggerSent, with an input; its number is given. */
  History sends(int trigger, String key, String inputDigest) {
    return add(new TriggerSent(trigger, "1", "order", key, "call", inputDigest, null));
  }

  /** TriggerAnswered. */
  History answers(int trigger, String key, int status) {
    return add(new TriggerAnswered(trigger, "1", "order", key, status, ""));
  }

  /** TriggerSent, TriggerUnanswered. */
  public History triggerUnanswered(String worker, String key) {
    triggers++;
    return add(new TriggerSent(triggers, worker, "statement", key))
        .add(new TriggerUnanswered(triggers, worker, "statement", key, "reset"));
  }

  /**
   * RowChanged of {@code statement_run}, CommitAcknowledged: the worker commits this state, with
   * itself as holder where the state is RUNNING or COMPENSATING, with nobody else.
   */
  public History run(String worker, String key, String state, long token) {
    boolean holds = state.equals("RUNNING") || state.equals("COMPENSATING");
    return run(worker, key, state, token, holds ? "worker-" + worker : null);
  }

  /** RowChanged of {@code statement_run}, CommitAcknowledged. */
  public History run(String worker, String key, String state, long token, String holder) {
    Map<String, String> before = runs.get(key);
    Map<String, String> after = runRow(state, token, holder);
    runs.put(key, after);
    row(
        "statement_run",
        before == null ? RowOperation.INSERT : RowOperation.UPDATE,
        key,
        before,
        after);
    return acknowledged(worker);
  }

  public static Map<String, String> runRow(String state, long token, String holder) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put("status", state);
    row.put("fencing_token", String.valueOf(token));
    if (holder != null) {
      row.put("holder", holder);
    }
    return row;
  }

  /** RowChanged, in a transaction of its own whose worker is not known. */
  public History row(
      String table,
      RowOperation operation,
      String key,
      Map<String, String> before,
      Map<String, String> after) {
    xid++;
    return sameCommit(table, operation, key, before, after, lsn + 100);
  }

  /** RowChanged, in the transaction of the one before. */
  public History rowInSameCommit(
      String table,
      RowOperation operation,
      String key,
      Map<String, String> before,
      Map<String, String> after) {
    return sameCommit(table, operation, key, before, after, lsn);
  }

  private History sameCommit(
      String table,
      RowOperation operation,
      String key,
      Map<String, String> before,
      Map<String, String> after,
      long commitLsn) {
    lsn = commitLsn;
    return add(
        new RowChanged(
            xid,
            lsn + entries.size(),
            lsn,
            "2026-01-31T00:00:00Z",
            table,
            operation,
            key,
            before,
            after));
  }

  /** CommitAsked by the worker, for the next transaction. */
  public History asked(String worker) {
    return add(new CommitAsked(worker, 1, xid + 1, false, xid + 1, List.of()));
  }

  /** CommitAcknowledged of the last transaction to the worker. */
  public History acknowledged(String worker) {
    return add(new CommitAcknowledged(worker, 1, xid, xid));
  }

  /** RequestReceived for a charge of 120.50. */
  public History request(String worker, String key) {
    return request(worker, key, "statement:" + key, "body:" + key);
  }

  /** RequestReceived for a charge of 120.50. */
  public History request(String worker, String key, String idempotencyKey, String bodyDigest) {
    requests++;
    return add(
        new RequestReceived(
            worker, CHARGE, requests, "charge", idempotencyKey, key, "120.50", bodyDigest));
  }

  /** EffectApplied {@code ch_<request>} for the last request, 120.50. */
  public History applied(String worker, String key) {
    return applied(worker, key, requests);
  }

  /** EffectApplied {@code ch_<request>}, 120.50. */
  public History applied(String worker, String key, long request) {
    return add(
        new EffectApplied(
            worker, CHARGE, request, "charge", "ch_" + request, "statement:" + key, key, "120.50"));
  }

  /** EffectDeduplicated for the last request. */
  public History deduplicated(String worker, String key) {
    return add(
        new EffectDeduplicated(
            worker, CHARGE, requests, "charge", "ch_1", "statement:" + key, key));
  }

  /** RequestReceived, EffectApplied {@code fx_<request>}, AnswerSent with 201. */
  History step(String worker, String key, String operation) {
    return asks(worker, key, operation, null)
        .add(
            new EffectApplied(
                worker, operation, requests, kind(operation), "fx_" + requests, key, key, "1.00"))
        .add(new AnswerSent(worker, operation, requests, key, 201));
  }

  /** RequestReceived, EffectApplied, EffectUndone, AnswerSent with 201. */
  History undo(String worker, String key, String operation, String undoes, String effectId) {
    return asks(worker, key, operation, undoes)
        .add(
            new EffectApplied(
                worker, operation, requests, kind(operation), "fx_" + requests, key, key, "1.00"))
        .add(
            new EffectUndone(
                worker, operation, requests, kind(undoes), effectId, "undo:" + key, key))
        .add(new AnswerSent(worker, operation, requests, key, 201));
  }

  /** RequestReceived, AnswerSent with 404: there was nothing to undo. */
  History undoesNothing(String worker, String key, String operation, String undoes) {
    return asks(worker, key, operation, undoes)
        .add(new AnswerSent(worker, operation, requests, key, 404));
  }

  /** RequestReceived, ErrorAnswered, AnswerSent. */
  History fails(
      String worker,
      String key,
      String operation,
      String undoes,
      int status,
      Long retryAfterMillis) {
    return asks(worker, key, operation, undoes)
        .add(
            new ErrorAnswered(
                "f",
                worker,
                operation.split("\\.")[0],
                key,
                requests,
                status,
                false,
                retryAfterMillis))
        .add(new AnswerSent(worker, operation, requests, key, status));
  }

  /** RequestReceived, with an effect. */
  History asks(String worker, String key, String operation, String undoes) {
    requests++;
    return add(
        new RequestReceived(
            worker,
            operation,
            requests,
            kind(operation),
            operation + ":" + key,
            key,
            "1.00",
            operation + ":" + key,
            null,
            undoes));
  }

  private static String kind(String operation) {
    return operation.split("\\.")[1];
  }

  /**
   * RowChanged of {@code statement_run}, CommitAcknowledged: as {@link #run}, with further columns.
   */
  History run(String worker, String key, String state, long token, Map<String, String> further) {
    boolean holds = state.equals("RUNNING") || state.equals("COMPENSATING");
    Map<String, String> before = runs.get(key);
    Map<String, String> after = runRow(state, token, holds ? "worker-" + worker : null);
    after.putAll(further);
    runs.put(key, after);
    RowOperation operation = before == null ? RowOperation.INSERT : RowOperation.UPDATE;
    row("statement_run", operation, key, before, after);
    return worker == null ? this : acknowledged(worker);
  }

  /** RowChanged of {@code manual_audit}, in the transaction of the last row change. */
  History audit(String key, Map<String, String> values) {
    return sameCommit("manual_audit", RowOperation.INSERT, key, null, values, lsn);
  }

  /** EffectUndone, by a refund. */
  public History undone(String worker, String key, String effectId) {
    requests++;
    return add(
        new EffectUndone(
            worker, "payments.refund", requests, "refund", effectId, "refund:" + key, key));
  }

  /** AnswerSent to the last request. */
  public History answered(String worker, String key, int status) {
    return add(new AnswerSent(worker, CHARGE, requests, key, status));
  }

  /** CallerGone, AnswerDropped of the last request. */
  public History unanswered(String worker, String key) {
    return add(new CallerGone(worker, CHARGE, requests, key))
        .add(new AnswerDropped(worker, CHARGE, requests, key));
  }

  /** RequestReceived, EffectApplied, AnswerSent with 201. */
  public History charge(String worker, String key) {
    return request(worker, key).applied(worker, key).answered(worker, key, 201);
  }

  /** RunStopped. */
  public History stopped(StopReason reason) {
    return add(new RunStopped(reason, ""));
  }

  /** RunStopped because nothing more would happen. */
  public History quiet() {
    return stopped(StopReason.QUIET);
  }

  // ── ledgers and scenario ───────────────────────────────────────────────────────────────────

  public History due(String... keys) {
    ledgers.putIfAbsent("due", new ArrayList<>());
    for (String key : keys) {
      ledgers.get("due").add(Samples.ledgerRow(key, "statement", null, null));
    }
    return this;
  }

  public History business(String key, String amount) {
    return business(key, "statement", amount);
  }

  History business(String key, String kind, String amount) {
    ledgers.get("business").add(Samples.ledgerRow(key, kind, amount, null));
    return this;
  }

  public History external(String key, String amount, String state) {
    ledgers.get("external").add(Samples.ledgerRow(key, CHARGE, amount, state));
    return this;
  }

  public History execution(String key, String state) {
    return execution(key, "statement", state);
  }

  History execution(String key, String kind, String state) {
    ledgers.get("execution").add(Samples.ledgerRow(key, kind, null, state));
    return this;
  }

  /** All three ledgers say that the key is done and charged 120.50. */
  public History settled(String key) {
    return business(key, "120.50").external(key, "120.50", "applied").execution(key, "SUCCEEDED");
  }

  public History unread(String ledger) {
    ledgers.remove(ledger);
    return this;
  }

  public History expect(
      String key, StateRole state, Map<String, Integer> effects, Integer attempts) {
    expect.add(new Scenario.Expectation(key, state, effects, attempts));
    return this;
  }

  History secrets(String... values) {
    secrets = List.of(values);
    return this;
  }

  public History fault(Fault fault) {
    faults.add(fault);
    return this;
  }

  public History survivesWorkersLost(int workers) {
    survives = Map.of("workers-lost", workers);
    return this;
  }

  public History checks(String... names) {
    checks = List.of(names);
    return this;
  }

  public History subject(Subject other) {
    subject = other;
    return this;
  }

  public RunRecord record() {
    return new RunRecord(
        Samples.scenario(faults, survives, expect, checks, secrets),
        subject,
        subject.settings(),
        entries,
        new Ledgers(
            Optional.ofNullable(ledgers.get("business")),
            Optional.ofNullable(ledgers.get("external")),
            Optional.ofNullable(ledgers.get("execution")),
            Optional.ofNullable(ledgers.get("due"))));
  }
}
