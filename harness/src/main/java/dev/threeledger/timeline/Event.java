package dev.threeledger.timeline;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Map;

/**
 * Something that the harness saw or did, in the past tense.
 *
 * <p>The nested interfaces keep the sources apart: what the harness did to carry the run ({@link
 * Harness}), what it injected ({@link Injected}), what passed on the wire ({@link Wire}), what the
 * database itself reports ({@link Database}), what the outside shows ({@link Outside}), and how the
 * worker processes behave ({@link Process}). What a subject merely claims (its answers to triggers)
 * is {@link Claim}.
 *
 * <p>Workers are named {@code "1"}, {@code "2"}, … as in scenarios. A {@code key} is a job's
 * business key, its parts joined by {@code /}. A {@code target} is {@code "database"} or the name
 * of an outside system such as {@code "payments"}. Components may be {@code null} where a fact is
 * not known; a null is not written to the file.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonSubTypes({
  @JsonSubTypes.Type(value = Event.RunStarted.class, name = "RunStarted"),
  @JsonSubTypes.Type(value = Event.PhaseStarted.class, name = "PhaseStarted"),
  @JsonSubTypes.Type(value = Event.QuietReached.class, name = "QuietReached"),
  @JsonSubTypes.Type(value = Event.LedgerRead.class, name = "LedgerRead"),
  @JsonSubTypes.Type(value = Event.LedgerUnread.class, name = "LedgerUnread"),
  @JsonSubTypes.Type(value = Event.HarnessProblem.class, name = "HarnessProblem"),
  @JsonSubTypes.Type(value = Event.StopConditionMet.class, name = "StopConditionMet"),
  @JsonSubTypes.Type(value = Event.WorkerFrozen.class, name = "WorkerFrozen"),
  @JsonSubTypes.Type(value = Event.RunStopped.class, name = "RunStopped"),
  @JsonSubTypes.Type(value = Event.WorkerStarted.class, name = "WorkerStarted"),
  @JsonSubTypes.Type(value = Event.WorkerReady.class, name = "WorkerReady"),
  @JsonSubTypes.Type(value = Event.WorkerExited.class, name = "WorkerExited"),
  @JsonSubTypes.Type(value = Event.WorkerWaited.class, name = "WorkerWaited"),
  @JsonSubTypes.Type(value = Event.TriggerSent.class, name = "TriggerSent"),
  @JsonSubTypes.Type(value = Event.TriggerAnswered.class, name = "TriggerAnswered"),
  @JsonSubTypes.Type(value = Event.TriggerUnanswered.class, name = "TriggerUnanswered"),
  @JsonSubTypes.Type(value = Event.TriggerSkipped.class, name = "TriggerSkipped"),
  @JsonSubTypes.Type(value = Event.SecretSeen.class, name = "SecretSeen"),
  @JsonSubTypes.Type(value = Event.ConnectionOpened.class, name = "ConnectionOpened"),
  @JsonSubTypes.Type(value = Event.ConnectionClosed.class, name = "ConnectionClosed"),
  @JsonSubTypes.Type(value = Event.StatementSent.class, name = "StatementSent"),
  @JsonSubTypes.Type(value = Event.StatementAnswered.class, name = "StatementAnswered"),
  @JsonSubTypes.Type(value = Event.CommitAsked.class, name = "CommitAsked"),
  @JsonSubTypes.Type(value = Event.CommitAcknowledged.class, name = "CommitAcknowledged"),
  @JsonSubTypes.Type(value = Event.CommitForwarded.class, name = "CommitForwarded"),
  @JsonSubTypes.Type(value = Event.RolledBack.class, name = "RolledBack"),
  @JsonSubTypes.Type(value = Event.CancelPassed.class, name = "CancelPassed"),
  @JsonSubTypes.Type(value = Event.NotUnderstood.class, name = "NotUnderstood"),
  @JsonSubTypes.Type(value = Event.RowChanged.class, name = "RowChanged"),
  @JsonSubTypes.Type(value = Event.BackendsGone.class, name = "BackendsGone"),
  @JsonSubTypes.Type(value = Event.RequestReceived.class, name = "RequestReceived"),
  @JsonSubTypes.Type(value = Event.EffectApplied.class, name = "EffectApplied"),
  @JsonSubTypes.Type(value = Event.EffectDeduplicated.class, name = "EffectDeduplicated"),
  @JsonSubTypes.Type(value = Event.EffectRefused.class, name = "EffectRefused"),
  @JsonSubTypes.Type(value = Event.EffectUndone.class, name = "EffectUndone"),
  @JsonSubTypes.Type(value = Event.CancelNoted.class, name = "CancelNoted"),
  @JsonSubTypes.Type(value = Event.AnswerSent.class, name = "AnswerSent"),
  @JsonSubTypes.Type(value = Event.AnswerDropped.class, name = "AnswerDropped"),
  @JsonSubTypes.Type(value = Event.CallerGone.class, name = "CallerGone"),
  @JsonSubTypes.Type(value = Event.OutsideConnectionClosed.class, name = "OutsideConnectionClosed"),
  @JsonSubTypes.Type(value = Event.FaultArmed.class, name = "FaultArmed"),
  @JsonSubTypes.Type(value = Event.PointReached.class, name = "PointReached"),
  @JsonSubTypes.Type(value = Event.Held.class, name = "Held"),
  @JsonSubTypes.Type(value = Event.Released.class, name = "Released"),
  @JsonSubTypes.Type(value = Event.HoldMissed.class, name = "HoldMissed"),
  @JsonSubTypes.Type(value = Event.WorkerKilled.class, name = "WorkerKilled"),
  @JsonSubTypes.Type(value = Event.WorkerPaused.class, name = "WorkerPaused"),
  @JsonSubTypes.Type(value = Event.WorkerResumed.class, name = "WorkerResumed"),
  @JsonSubTypes.Type(value = Event.StopSignalled.class, name = "StopSignalled"),
  @JsonSubTypes.Type(value = Event.StopOverdue.class, name = "StopOverdue"),
  @JsonSubTypes.Type(value = Event.TriggerLost.class, name = "TriggerLost"),
  @JsonSubTypes.Type(value = Event.TriggerAnswerLost.class, name = "TriggerAnswerLost"),
  @JsonSubTypes.Type(value = Event.AnswerWithheld.class, name = "AnswerWithheld"),
  @JsonSubTypes.Type(value = Event.ErrorAnswered.class, name = "ErrorAnswered"),
  @JsonSubTypes.Type(value = Event.TriggerDuplicated.class, name = "TriggerDuplicated"),
  @JsonSubTypes.Type(value = Event.ToxicAdded.class, name = "ToxicAdded"),
  @JsonSubTypes.Type(value = Event.ToxicRemoved.class, name = "ToxicRemoved"),
  @JsonSubTypes.Type(value = Event.ProxySwitched.class, name = "ProxySwitched"),
  @JsonSubTypes.Type(value = Event.Probed.class, name = "Probed"),
  @JsonSubTypes.Type(value = Event.DatabaseRestarted.class, name = "DatabaseRestarted"),
  @JsonSubTypes.Type(value = Event.DatabasePaused.class, name = "DatabasePaused"),
  @JsonSubTypes.Type(value = Event.DatabaseResumed.class, name = "DatabaseResumed"),
  @JsonSubTypes.Type(value = Event.WorkerPartitioned.class, name = "WorkerPartitioned"),
  @JsonSubTypes.Type(value = Event.WorkerRejoining.class, name = "WorkerRejoining"),
  @JsonSubTypes.Type(value = Event.WorkerRejoined.class, name = "WorkerRejoined"),
  @JsonSubTypes.Type(value = Event.RowLocked.class, name = "RowLocked"),
  @JsonSubTypes.Type(value = Event.LockAwaited.class, name = "LockAwaited"),
  @JsonSubTypes.Type(value = Event.DeadlockEnded.class, name = "DeadlockEnded"),
  @JsonSubTypes.Type(value = Event.FaultHealed.class, name = "FaultHealed"),
})
public sealed interface Event {

  /** The worker whose process, connection or request this is, or null. */
  default String worker() {
    return null;
  }

  /** {@code "database"} or the outside system concerned, or null. */
  default String target() {
    return null;
  }

  /** The business key concerned, or null. */
  default String key() {
    return null;
  }

  /** The event's name in {@code timeline.jsonl}. */
  default String name() {
    return getClass().getSimpleName();
  }

  /** What the harness did to carry the run. */
  sealed interface Harness extends Event {}

  /** How the subject's processes behave, as the kernel or their ready probe tells. */
  sealed interface Process extends Event {}

  /** What was asked of the subject, and what it answered: a claim, never evidence of an effect. */
  sealed interface Claim extends Event {}

  /** What passed a tap between a worker and PostgreSQL. */
  sealed interface Wire extends Event {
    @Override
    default String target() {
      return "database";
    }

    /** Number of the connection, or -1 where none is concerned. */
    default long connection() {
      return -1;
    }

    /** Number of the transaction on that connection, or -1 where none is concerned. */
    default long transaction() {
      return -1;
    }
  }

  /** What the database itself reports. */
  sealed interface Database extends Event {
    @Override
    default String target() {
      return "database";
    }
  }

  /** What reached an outside system, and what it did. */
  sealed interface Outside extends Event {
    /** Name of the operation, such as {@code payments.charge}. */
    String operation();

    /** Number of the request, or -1 where none is concerned. */
    default long request() {
      return -1;
    }

    @Override
    default String target() {
      String operation = operation();
      int dot = operation == null ? -1 : operation.indexOf('.');
      return dot < 0 ? operation : operation.substring(0, dot);
    }
  }

  /** What the harness broke, held, released or healed. */
  sealed interface Injected extends Event {
    /** Name of the fault in the scenario. */
    String fault();
  }

  // ── Harness ────────────────────────────────────────────────────────────────────────────────

  /** Always the first event. */
  record RunStarted(String scenario, String cell, int attempt, long seed) implements Harness {}

  /** The run entered a phase. */
  record PhaseStarted(Phase phase) implements Harness {}

  /**
   * Nothing more will happen: two periods of the slowest machinery passed, then nothing changed for
   * the quiet window.
   *
   * @param periodsMillis how long two periods of the slowest periodic machinery are
   * @param quietMillis the bounded quiet window that followed
   */
  record QuietReached(long periodsMillis, long quietMillis) implements Harness {}

  /**
   * A ledger was read in the closing snapshot: {@code business}, {@code external}, {@code
   * execution} or {@code due}.
   */
  record LedgerRead(String ledger, int rows) implements Harness {}

  /** A ledger could not be read. The run is INCONCLUSIVE. */
  record LedgerUnread(String ledger, String why) implements Harness {}

  /** A part of the harness failed. The run is INCONCLUSIVE. */
  record HarnessProblem(String part, String message) implements Harness {}

  /**
   * A trigger never left: its key was not in the role for which it waited. The run is INCONCLUSIVE.
   *
   * @param trigger its place in the scenario, from 1
   * @param once that role
   * @param last the key's last committed state, or null when it had no row
   */
  record TriggerSkipped(
      int trigger, String worker, String job, String key, String once, String last)
      implements Harness {}

  /**
   * A secret, or a card number, stood where none may; told before it was masked, once per place,
   * worker and key.
   *
   * @param where such as {@code log of worker 1}, {@code table step_log}, {@code ledger execution}
   *     or {@code answer to trigger 2}
   * @param what {@code secret 1}, by its place in the scenario's list, or {@code card number};
   *     never the value
   * @param seenAt seq of the first event that carried it, or -1
   */
  record SecretSeen(String where, String worker, String key, String what, long seenAt)
      implements Harness {}

  /**
   * An effect was about to be applied that must not be, or in a drill the first: it is withheld, no
   * other is applied any more, and the run ends.
   *
   * @param condition as in {@code stop_when:}, such as {@code second-effect}
   * @param judgedBy seq of the last event that was considered
   */
  record StopConditionMet(
      String condition, String worker, String operation, long request, String key, long judgedBy)
      implements Harness {}

  /**
   * After a stop condition a worker's process group was stopped for good, before evidence was
   * collected; {@code states} gives each process and its state in /proc, all T.
   */
  record WorkerFrozen(String worker, long pid, Map<String, String> states) implements Harness {}

  /** Always the last event: why the run ended. */
  record RunStopped(StopReason reason, String detail) implements Harness {}

  /** Phases of a run, in order. */
  enum Phase {
    ENVIRONMENT,
    SUBJECT,
    TRIGGER,
    QUIESCE,
    COLLECT
  }

  /**
   * Why a run ended. Anything but QUIET makes the run INCONCLUSIVE unless a check finds a
   * violation; after STOP_CONDITION one does, except in a drill.
   */
  enum StopReason {
    QUIET,
    STOP_CONDITION,
    TIME_LIMIT,
    INTERRUPTED,
    SUBJECT_FAILED,
    HARNESS_PROBLEM
  }

  // ── Process ────────────────────────────────────────────────────────────────────────────────

  /** A worker's process group was started. */
  record WorkerStarted(String worker, long pid) implements Process {}

  /** The ready probe succeeded. */
  record WorkerReady(String worker, long afterMillis) implements Process {}

  /**
   * A worker's process ended, as the kernel reported it.
   *
   * @param exitCode set when it exited by itself
   * @param signal set when a signal ended it, such as {@code KILL}
   * @param byHarness true when the harness had sent it a signal to end: it did not end by itself,
   *     however it then exited
   */
  record WorkerExited(String worker, long pid, Integer exitCode, String signal, boolean byHarness)
      implements Process {}

  /**
   * What a worker had of the machine's CPUs from when it was ready until the harness was about to
   * end it: at the end of the run, or by its own signal (crash, terminate). Once per process, as
   * the kernel counts, summed over the threads that lived then; absent where the kernel does not
   * count, and for a process that was never ready or ended by itself.
   *
   * @param cpuMillis on a CPU
   * @param waitedMillis ready to run, without a CPU; several threads can wait at once
   * @param overMillis wall clock between the two moments
   */
  record WorkerWaited(String worker, long pid, long cpuMillis, long waitedMillis, long overMillis)
      implements Process {}

  // ── Claim ──────────────────────────────────────────────────────────────────────────────────

  /**
   * A trigger left for a worker.
   *
   * @param trigger its place in the scenario, from 1; those that a fault sends are numbered after
   * @param via the way of the subject that was used
   * @param inputDigest SHA-256, hex, of the further input as JSON with sorted names and without
   *     blanks; null when there is none
   * @param traceId of the traceparent that it carries, or null when it carries none
   */
  record TriggerSent(
      int trigger,
      String worker,
      String job,
      String key,
      String via,
      String inputDigest,
      String traceId)
      implements Claim {

    /** A call without further input and trace. */
    public TriggerSent(int trigger, String worker, String job, String key) {
      this(trigger, worker, job, key, "call", null, null);
    }
  }

  /** The worker answered the trigger. */
  record TriggerAnswered(
      int trigger, String worker, String job, String key, int status, String body)
      implements Claim {}

  /** The trigger got no answer: refused, reset, timed out, or the process failed. */
  record TriggerUnanswered(int trigger, String worker, String job, String key, String why)
      implements Claim {}

  // ── Wire: PostgreSQL ───────────────────────────────────────────────────────────────────────

  /**
   * A worker's connection reached the server.
   *
   * @param port the tap's local port towards the server
   * @param server its address, such as {@code 127.0.0.1:5432}
   */
  record ConnectionOpened(String worker, long connection, int port, String server) implements Wire {

    /** To a server whose address does not matter. */
    public ConnectionOpened(String worker, long connection, int port) {
      this(worker, connection, port, null);
    }
  }

  /** A connection ended; {@code by} is {@code worker}, {@code server} or {@code harness}. */
  record ConnectionClosed(String worker, long connection, String by) implements Wire {}

  /**
   * A statement was forwarded to the server.
   *
   * @param transaction numbers the transactions of a connection from 1
   * @param parameters decoded values, in order; null for SQL NULL; {@code \x…} where the type is
   *     not known
   */
  record StatementSent(
      String worker, long connection, long transaction, String sql, List<String> parameters)
      implements Wire {}

  /**
   * The server's answer to a statement reached the tap.
   *
   * @param tag command tag such as {@code UPDATE 1}; null when it failed
   * @param rows number in the tag, or null
   * @param sqlState five letters when it failed, else null
   */
  record StatementAnswered(
      String worker, long connection, long transaction, String tag, Long rows, String sqlState)
      implements Wire {}

  /**
   * A commit is about to be forwarded to the server.
   *
   * @param implied true for autocommit: there was no COMMIT statement
   * @param xid transaction id, where the server has given one and it could be learnt
   * @param tables tables that the transaction changed, as far as known before the commit
   */
  record CommitAsked(
      String worker,
      long connection,
      long transaction,
      boolean implied,
      Long xid,
      List<String> tables)
      implements Wire {}

  /**
   * The server's acknowledgement of a commit reached the tap (ReadyForQuery). The transaction's
   * {@link RowChanged} events stand before it on the timeline. Its bytes have not been forwarded
   * yet.
   */
  record CommitAcknowledged(String worker, long connection, long transaction, Long xid)
      implements Wire {}

  /** The acknowledgement left for the worker. */
  record CommitForwarded(String worker, long connection, long transaction) implements Wire {}

  /** The transaction ended without a commit: ROLLBACK, an error, or the connection's end. */
  record RolledBack(String worker, long connection, long transaction, String sqlState)
      implements Wire {}

  /** A cancel request was passed on. */
  record CancelPassed(String worker) implements Wire {}

  /** Something that a tap did not understand was passed on untouched. */
  record NotUnderstood(String worker, long connection, String what) implements Wire {}

  // ── Database ───────────────────────────────────────────────────────────────────────────────

  /**
   * A committed row change from the logical replication stream, in commit order.
   *
   * @param lsn of the change
   * @param commitLsn of its transaction's commit: the order of commits
   * @param committedAt the database's clock, ISO-8601
   * @param operation what happened to the row
   * @param key business key, from the table's key columns in {@code subject.yaml}
   * @param before old values by column, null for an insert
   * @param after new values by column, null for a delete; a SQL NULL is an absent column
   */
  record RowChanged(
      long xid,
      long lsn,
      long commitLsn,
      String committedAt,
      String table,
      RowOperation operation,
      String key,
      Map<String, String> before,
      Map<String, String> after)
      implements Database {}

  /** What happened to a row. */
  enum RowOperation {
    INSERT,
    UPDATE,
    DELETE,
    TRUNCATE
  }

  /** After a worker's death: none of its backends is left in pg_stat_activity. */
  record BackendsGone(String worker, int backends) implements Database {}

  // ── Outside ────────────────────────────────────────────────────────────────────────────────

  /**
   * A request reached an outside system and was matched to an operation.
   *
   * @param request numbers the requests of the run from 1
   * @param effect the kind of effect that the operation has, such as {@code charge}; null for a
   *     question
   * @param idempotencyKey as the partner would read it, or null
   * @param key business key named in the request, or null
   * @param amount as text, or null
   * @param bodyDigest SHA-256 of the body, taken before masking, hex
   * @param traceparent that header as received, or null
   * @param undoes operation whose effects this one undoes, as the outside system declares it; null:
   *     it undoes nothing
   */
  record RequestReceived(
      String worker,
      String operation,
      long request,
      String effect,
      String idempotencyKey,
      String key,
      String amount,
      String bodyDigest,
      String traceparent,
      String undoes)
      implements Outside {

    /** A request without a traceparent, that undoes nothing. */
    public RequestReceived(
        String worker,
        String operation,
        long request,
        String effect,
        String idempotencyKey,
        String key,
        String amount,
        String bodyDigest) {
      this(worker, operation, request, effect, idempotencyKey, key, amount, bodyDigest, null, null);
    }
  }

  /** The partner carried the effect out. It cannot be taken back. */
  record EffectApplied(
      String worker,
      String operation,
      long request,
      String effect,
      String effectId,
      String idempotencyKey,
      String key,
      String amount)
      implements Outside {}

  /** The partner knew the key and answered as before: an attempt, not an effect. */
  record EffectDeduplicated(
      String worker,
      String operation,
      long request,
      String effect,
      String effectId,
      String idempotencyKey,
      String key)
      implements Outside {}

  /**
   * The partner refused: the key is known with another body, or was cancelled; or what should be
   * undone does not exist.
   */
  record EffectRefused(
      String worker,
      String operation,
      long request,
      String effect,
      String idempotencyKey,
      String key,
      String why)
      implements Outside {}

  /** An earlier effect was undone by this request. */
  record EffectUndone(
      String worker,
      String operation,
      long request,
      String effect,
      String effectId,
      String idempotencyKey,
      String key)
      implements Outside {}

  /**
   * An undo named a key of which the partner knew nothing: nothing was undone, and what arrives
   * later under that key is refused. Told again for each repeat.
   *
   * @param undoes operation whose request is cancelled
   * @param cancelled idempotency key of that request
   * @param idempotencyKey of the undo, or null
   */
  record CancelNoted(
      String worker,
      String operation,
      long request,
      String undoes,
      String cancelled,
      String idempotencyKey,
      String key)
      implements Outside {}

  /** The answer's last byte left for the worker. */
  record AnswerSent(String worker, String operation, long request, String key, int status)
      implements Outside {}

  /** The answer, or what is left of it, was discarded at the tap: no byte of it was forwarded. */
  record AnswerDropped(String worker, String operation, long request, String key)
      implements Outside {}

  /** The worker closed its connection before it had the answer. */
  record CallerGone(String worker, String operation, long request, String key) implements Outside {}

  /**
   * A connection between a worker and an outside system ended.
   *
   * @param operation the system's name: no operation is concerned
   * @param by {@code worker} (its side closed or reset, a proxy in between included), {@code
   *     partner} or {@code harness}
   */
  record OutsideConnectionClosed(String worker, String operation, long connection, String by)
      implements Outside {}

  // ── Injected ───────────────────────────────────────────────────────────────────────────────

  /** A fault is planned and its point is being watched. */
  record FaultArmed(String fault, String point) implements Injected {}

  /**
   * The planned point was reached, at the planned occurrence. {@code event} is the seq of the event
   * that is the point; in {@code timeline.jsonl} it is called {@code pointSeq}, since {@code event}
   * there is the event's name.
   */
  record PointReached(
      String fault, String worker, String key, int occurrence, @JsonProperty("pointSeq") long event)
      implements Injected {}

  /** A message is held at a tap. */
  record Held(String fault, String worker, String key) implements Injected {}

  /** A held message was let go. */
  record Released(String fault, String worker, String key) implements Injected {}

  /**
   * A participant did not arrive before the hold's deadline. {@code why} names its lock wait where
   * there is one.
   */
  record HoldMissed(String fault, String worker, String why) implements Injected {}

  /**
   * SIGKILL was sent to the worker's process group and the kernel has no process of it any more.
   */
  record WorkerKilled(String fault, String worker, long pid) implements Injected {}

  /**
   * SIGSTOP was sent; {@code states} gives each process of the group and its state in /proc, all T.
   */
  record WorkerPaused(String fault, String worker, long pid, Map<String, String> states)
      implements Injected {}

  /** SIGCONT is being sent; stands before everything that the worker does because of it. */
  record WorkerResumed(String fault, String worker, long pid) implements Injected {}

  /**
   * The subject's stop signal is being sent to the worker's process group; stands before everything
   * that the worker does because of it.
   *
   * @param signal such as {@code TERM}
   * @param states the processes of the group that lived just before, with their state in /proc
   */
  record StopSignalled(
      String fault, String worker, long pid, String signal, Map<String, String> states)
      implements Injected {}

  /** The worker did not exit in time after its stop signal and is being ended by SIGKILL. */
  record StopOverdue(String fault, String worker, long pid, long withinMillis)
      implements Injected {}

  /** A trigger never leaves for its worker. */
  record TriggerLost(String fault, String worker, String key, int trigger) implements Injected {}

  /**
   * The worker answered a trigger, and its caller never sees it. TriggerUnanswered follows: all
   * that the caller knows.
   */
  record TriggerAnswerLost(String fault, String worker, String key, int trigger, int status)
      implements Injected {}

  /**
   * An answer is being kept from the worker, on this connection only. {@code target} tells which
   * kind.
   */
  record AnswerWithheld(String fault, String worker, String target, String key, long connection)
      implements Injected {}

  /**
   * An error was answered in the partner's place ({@code effectApplied} false) or after its effect
   * (true).
   *
   * @param retryAfterMillis what its header Retry-After asked for; null when it carried none, or a
   *     date
   */
  record ErrorAnswered(
      String fault,
      String worker,
      String target,
      String key,
      long request,
      int status,
      boolean effectApplied,
      Long retryAfterMillis)
      implements Injected {

    /** An error that asks for no wait. */
    public ErrorAnswered(
        String fault,
        String worker,
        String target,
        String key,
        long request,
        int status,
        boolean effectApplied) {
      this(fault, worker, target, key, request, status, effectApplied, null);
    }
  }

  /** The harness sent a second trigger for the same key. */
  record TriggerDuplicated(String fault, String worker, String key, int trigger)
      implements Injected {}

  /** A toxic is in place, as the proxy reports it. {@code attributes} as reported. */
  record ToxicAdded(String fault, String worker, String target, String toxic, String attributes)
      implements Injected {}

  /** A toxic is gone, as the proxy reports it. */
  record ToxicRemoved(String fault, String worker, String target, String toxic)
      implements Injected {}

  /** A proxy was switched off or on, as the proxy reports it. */
  record ProxySwitched(String fault, String worker, String target, boolean enabled)
      implements Injected {}

  /**
   * The harness tried the network path itself: what it saw, such as {@code refused} or {@code 312
   * ms}.
   */
  record Probed(String fault, String worker, String target, String seen) implements Injected {}

  /**
   * The database server was restarted, and everything that it had committed stands before this.
   *
   * @param startedBefore since when it ran, by its own word, before; {@code startedAfter} after
   * @param connectionsCut workers' connections that ended with it
   * @param addressBefore where it listened, such as {@code 127.0.0.1:5432}; {@code addressAfter}
   *     where it listens now
   * @param endedBy what ended its first process, by the kernel's word: a signal such as {@code
   *     KILL}, or {@code exit 0}
   * @param processes ids of its processes that lived before
   * @param left which processes of that life lived when the next one began
   */
  record DatabaseRestarted(
      String fault,
      String mode,
      String startedBefore,
      String startedAfter,
      int connectionsCut,
      String addressBefore,
      String addressAfter,
      String endedBy,
      List<String> processes,
      List<String> left)
      implements Injected {
    @Override
    public String target() {
      return "database";
    }
  }

  /**
   * Every process of the database server was told to stand still.
   *
   * @param states the processes by id with their state afterwards: {@code T} stopped, {@code
   *     frozen} by a container engine
   */
  record DatabasePaused(String fault, Map<String, String> states) implements Injected {
    @Override
    public String target() {
      return "database";
    }
  }

  /** The database server goes on; told before its processes are, so that nothing precedes it. */
  record DatabaseResumed(String fault) implements Injected {
    @Override
    public String target() {
      return "database";
    }
  }

  /**
   * The worker's container was cut off from its networks.
   *
   * @param address at which it was reached until then
   * @param networks on which it is afterwards, as the engine tells, each with its address there
   */
  record WorkerPartitioned(
      String fault, String worker, String address, Map<String, String> networks)
      implements Injected {}

  /** It is being joined again; stands before everything that the worker does because of it. */
  record WorkerRejoining(String fault, String worker) implements Injected {}

  /**
   * It was joined again.
   *
   * @param networks on which it is, as the engine tells, each with its address there
   */
  record WorkerRejoined(String fault, String worker, Map<String, String> networks)
      implements Injected {}

  /** A session of the harness holds the lock of the key's row or rows in a table. */
  record RowLocked(String fault, String worker, String key, String table, int rows, int pid)
      implements Injected {}

  /**
   * That session waits for the key's row in another table behind the worker's transaction, as the
   * database's list of locks shows.
   *
   * @param waits what it waits for, and who holds it
   */
  record LockAwaited(String fault, String worker, String key, String table, String waits)
      implements Injected {}

  /**
   * That session has let its locks go.
   *
   * @param victim {@code worker}: it got the row because the worker's transaction was ended; {@code
   *     harness}: it was ended itself; {@code nobody}: there was no deadlock in time
   */
  record DeadlockEnded(String fault, String worker, String key, String victim)
      implements Injected {}

  /** Nothing of the fault acts any more. */
  record FaultHealed(String fault) implements Injected {}
}
