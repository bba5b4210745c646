package dev.threeledger.reference;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * Planted defects: one switch, one safeguard, wholly bypassed. A method here is one safeguard, and
 * answers as the correct executor does unless the defect that removes it is switched on; the others
 * are asked for by name where the safeguard stands.
 */
enum Defect {
  /** Every safeguard in place. */
  NONE,

  /**
   * The idempotency key is new for every request. Removes: a key that comes from the business
   * meaning. In the field: "we send a request id", and every retry is charged again.
   */
  RANDOM_KEY,

  /**
   * Looks for the row, then inserts it; no constraint stands behind. Removes: the unique constraint
   * as the boundary. In the field: two schedulers left running after a migration both find nothing
   * and both start.
   */
  LOOK_THEN_INSERT,

  /**
   * Updates by key alone. Removes: the fence (holder, token and state in every WHERE, and the check
   * before each call). In the field: a worker wakes from a long pause and finishes what somebody
   * else has taken over.
   */
  UNCONDITIONAL_UPDATE,

  /**
   * After a time-out sends again under a new key, without asking. Removes: same key, and ask first.
   * In the field: the answer was slow, the customer paid twice.
   */
  RESEND_WITH_NEW_ID,

  /**
   * Retries for ever, at a fixed short interval. Removes: the bounds by attempts and by the next
   * tick, and the growing back-off. In the field: a retry storm against a partner that is down.
   */
  UNBOUNDED_RETRY,

  /**
   * Never takes over from a dead holder. Removes: the lease's meaning. In the field: "running" for
   * ever after a kill.
   */
  NO_TAKE_OVER,

  /**
   * Repeats what the partner has refused for good. Removes: the distinction of error classes. In
   * the field: a 422 every minute until somebody looks at the partner's invoice.
   */
  RETRY_PERMANENT,

  /**
   * Records success, then charges, once and without looking at the answer. Removes: effect before
   * record. In the field: COMPLETED in the table, no money.
   */
  SUCCESS_BEFORE_EFFECT,

  /**
   * Charges whole units while the records say the exact amount. Removes: one amount, computed once.
   * In the field: an integer column in a client library.
   */
  ROUNDED_AMOUNT,

  // ── Who holds a key ────────────────────────────────────────────────────────────────────────

  /**
   * Nothing ever prolongs a lease: no heartbeat, no step. Removes: the sign of life. In the field:
   * a lease of 30 s on work that takes 40; somebody else takes over from a healthy worker, and both
   * call the partner.
   */
  NO_RENEWAL,

  /**
   * Picks a key up by SELECT, then UPDATE by key alone. Removes: the condition in the claim itself.
   * In the field: two workers read the same row as free and both set themselves as its holder; the
   * first has begun when the second supersedes it.
   */
  SELECT_THEN_UPDATE,

  /**
   * Picks a waiting or abandoned key by {@code FOR UPDATE SKIP LOCKED}, and changes nothing in the
   * row. Removes: the claim. In the field: the lock ends with the transaction, the row still says
   * "waiting", and every poll of every worker picks it again.
   */
  NO_STATE_CHANGE,

  /**
   * Takes over with a token that was computed from an unlocked read; no lock, no condition, no
   * increment in the database. Removes: the row lock of the take-over. In the field: a lock row
   * that is missing or not locked; two workers take over under one and the same token, and no fence
   * can tell them apart in order.
   */
  NO_LOCK_ROW,

  /**
   * Whoever ends a claim releases the key by its name alone, also after losing it. Removes: holder
   * and token in the release. In the field: {@code unlock(name)} in a finally block; a late holder
   * frees the next holder's claim, and a third one starts.
   */
  UNLOCK_BY_NAME,

  /**
   * A late attempt sets a finished run to RUNNING again. Removes: finished is final. In the field:
   * {@code UPDATE … SET status = 'RUNNING' WHERE id = ?}; a done statement is worked on again.
   */
  REVIVES_FINISHED,

  /**
   * On shutdown the heartbeat is stopped first, then the work is waited for. Removes: the lease of
   * what is still in hand. In the field: each deployment is a double run of the long jobs.
   */
  HEARTBEAT_STOPS_FIRST,

  /**
   * A trigger overwrites the row of its key as if it were a new one. Removes: insert, or nothing.
   * In the field: {@code save()}, which inserts or updates; the caller repeats a trigger whose
   * answer was lost, and a key in work, or done, begins anew.
   */
  UPSERTS_THE_START,

  // ── What is recorded, and when ─────────────────────────────────────────────────────────────

  /**
   * The business record commits first, success in a transaction of its own after it, by key alone.
   * Removes: one transaction for both, and its fence. In the field: a worker that is paused or dies
   * between the two; the records say different things, and a late one finishes another's run.
   */
  SEPARATE_COMPLETION,

  /**
   * SUCCEEDED, with attempts and step as they should be, and no business row. Removes: the row that
   * it was all for. In the field: the dashboard is green, the statements are missing.
   */
  COUNTERS_ONLY,

  /**
   * A second run that finds nothing to go on from says SUCCEEDED. Removes: doing what is not done.
   * In the field: after a crash before the first commit "0 rows to process" counts as success.
   */
  SUCCESS_WITHOUT_WORK,

  /**
   * The charge leaves before the run is recorded. Removes: the durable start before the first
   * effect. In the field: a crash in between, or a second scheduler, and the charge is made again
   * by somebody who cannot know of it.
   */
  DISPATCH_BEFORE_PERSIST,

  /**
   * The tick is recorded as done before its keys are started. Removes: the record by key of what is
   * still to do. In the field: {@code last_run = now()}, then a crash; this month's statements of
   * half the tenants are never made, and nothing says so.
   */
  PERSIST_BEFORE_DISPATCH,

  /**
   * After a deadlock only the run's own change is made again, not the whole transaction. Removes:
   * the transaction as what is repeated. In the field: {@code @Retryable} on the repository instead
   * of the service; the run is done, the charge is not in the books.
   */
  REPEATS_HALF,

  /**
   * A commit without an answer counts as rolled back, and the run as failed. Removes: asking what
   * became of it. In the field: {@code catch (SQLException e) markFailed(id)}; the result had been
   * committed, and a done run waits to be done again.
   */
  GUESSES_ROLLBACK,

  /**
   * An order is recorded as done, then its last step is sent, once and without looking at the
   * answer. Removes: all effects before the record. In the field: a listener after the commit; the
   * order is "shipped", the carrier knows of nothing.
   */
  LAST_STEP_AFTER_RECORD,

  // ── What goes out ──────────────────────────────────────────────────────────────────────────

  /**
   * The number of the attempt is part of the idempotency key. Removes: one key for all attempts. In
   * the field: the partner takes each retry for a new charge.
   */
  KEY_WITH_ATTEMPT,

  /**
   * The idempotency key is the day. Removes: the key that tells one business deed from another. In
   * the field: the second tenant's charge of that day is answered with the first one's, or refused.
   */
  DAY_KEY,

  /**
   * After a lost answer sends again under the same key, without asking. Removes: ask first. In the
   * field: right with a partner that deduplicates; charged twice with one whose memory is short.
   */
  RESENDS_WITHOUT_ASKING,

  /**
   * After a lost answer charges again under a new key, then finds both and refunds one. Removes:
   * ask first. In the field: the books agree at night; by day the customer's limit was reached.
   */
  CHARGES_TWICE_REFUNDS_ONE,

  // ── Retries ────────────────────────────────────────────────────────────────────────────────

  /**
   * A refusal is wrapped in a general error and retried. Removes: the class of the error on its way
   * up. In the field: {@code catch (Exception e) throw new RuntimeException(e)}.
   */
  WRAPS_PERMANENT,

  /**
   * Hands to a human at the first failure, also one that would pass. Removes: retries. In the
   * field: one 503 at night, a hundred tickets in the morning.
   */
  GIVES_UP_EARLY,

  /**
   * A waiting retry lives in the memory of the worker that will make it. Removes: the durable wait.
   * In the field: after a restart the row says RETRY_WAIT for ever.
   */
  FORGETS_RETRIES,

  /**
   * A death uses two attempts: one for the claim, one when it is found. Removes: one claim, one
   * attempt. In the field: a key goes to a human with attempts left.
   */
  DEATH_COUNTS_TWICE,

  /**
   * No budget over all keys and no circuit breaker. Removes: the bound of all retries together. In
   * the field: each key keeps its own bounds, and a thousand keys keep the partner down.
   */
  NO_RETRY_BUDGET,

  /**
   * Retries by its own back-off, whatever {@code Retry-After} says. Removes: the partner's word. In
   * the field: 429 again and again, then the account is blocked.
   */
  IGNORES_RETRY_AFTER,

  /**
   * After downtime makes up every missed period, all at once. Removes: the bounds of catching up.
   * In the field: a weekend's outage becomes a year's statements on Monday morning.
   */
  UNBOUNDED_CATCH_UP,

  /**
   * Keys are taken in the order in which they came. Removes: the limit per tenant and the turns. In
   * the field: one tenant's import, and nobody else's orders leave for an hour.
   */
  FIRST_COME_FIRST_SERVED,

  // ── People ─────────────────────────────────────────────────────────────────────────────────

  /**
   * Owner and remedy of a review are blank. Removes: who looks, and what to do. In the field:
   * "needs attention", nobody's.
   */
  UNOWNED_REVIEW,

  /**
   * A replay leaves no trace. Removes: the audit. In the field: nobody knows who had it charged
   * again, and why.
   */
  REPLAY_WITHOUT_AUDIT,

  /**
   * Replays whatever it is asked to, also a finished run. Removes: only MANUAL_REVIEW is replayed.
   * In the field: a double click; the second one starts a done key again.
   */
  REPLAY_ANY_STATE,

  /**
   * A trigger of a known key that says something else is taken as if it said the same. Removes: the
   * digest of the input. In the field: the corrected amount was "accepted", the old one was
   * charged.
   */
  ACCEPTS_OTHER_INPUT,

  /**
   * The trigger goes into the log as it came, and no line is masked. Removes: masking of logs. In
   * the field: card numbers in the log search.
   */
  LOGS_CARD,

  /**
   * The trigger goes into the run's error column as it came. Removes: masking of records. In the
   * field: card numbers in the database's backups.
   */
  RECORDS_CARD,

  // ── Undoing ────────────────────────────────────────────────────────────────────────────────

  /**
   * The undo of a step is registered when the partner has answered. Removes: register before the
   * call. In the field: a charge whose answer was lost is never refunded, and nobody knows of it.
   */
  UNDO_AFTER_REPLY,

  /**
   * An undo that fails for good ends the undoing. Removes: an inner failure does not stop the outer
   * ones. In the field: the refund is refused, and the stock stays reserved for ever.
   */
  UNDO_STOPS_AT_FAILURE,

  /**
   * Undoes in the order in which things were done. Removes: reverse order. In the field: stock is
   * released and sold again while the first customer is still charged for it.
   */
  UNDO_FORWARD,

  /**
   * Each attempt to undo has an idempotency key of its own. Removes: undo is idempotent by key. In
   * the field: the refund was slow, the customer gets the money twice.
   */
  UNDO_WITH_NEW_KEY,

  /**
   * Tries to undo for ever, at a fixed short interval. Removes: bounded undo. In the field: a
   * refund against a closed account, every second, and no person ever hears of it.
   */
  UNBOUNDED_UNDO,

  /**
   * Records COMPENSATED, then sends the undos, once and without looking at the answers. Removes:
   * undone before recorded. In the field: "cancelled" in the shop, charged at the bank.
   */
  COMPENSATED_TOO_SOON,

  /**
   * A step whose answer was lost is not undone. Removes: what may have happened is undone. In the
   * field: {@code if (step.succeeded()) undo(step)}.
   */
  SKIPS_UNKNOWN_UNDO,

  /**
   * A step is sent by whoever believes to hold the key. Removes: the fence before a step of a saga.
   * In the field: a worker wakes up and charges an order that was cancelled meanwhile.
   */
  LATE_STEP,

  /**
   * "Nothing to undo" counts as a failed undo. Removes: an undo of nothing is a good end. In the
   * field: a 404 on a refund that never had a charge; a person has to close each such order.
   */
  UNDO_OF_NOTHING_IS_FAILURE;

  /** {@code random-key} for RANDOM_KEY. */
  String settingName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Optional<Defect> named(String settingName) {
    return Arrays.stream(values()).filter(d -> d.settingName().equals(settingName)).findFirst();
  }

  /** The key under which a request goes out. */
  String requestKey(String businessKey, boolean maybeSentBefore) {
    boolean fresh = this == RANDOM_KEY || (newIdAfterLoss() && maybeSentBefore);
    return fresh ? businessKey + "/" + UUID.randomUUID() : businessKey;
  }

  private boolean newIdAfterLoss() {
    return this == RESEND_WITH_NEW_ID || this == CHARGES_TWICE_REFUNDS_ONE;
  }

  /** Whether the constraint decides who starts. */
  boolean insertDecides() {
    return this != LOOK_THEN_INSERT;
  }

  /** Whether every change and every call is the current holder's. */
  boolean fences() {
    return this != UNCONDITIONAL_UPDATE;
  }

  /** Whether the partner is asked before something that may have happened is sent again. */
  boolean asksFirst() {
    return this != RESEND_WITH_NEW_ID
        && this != RESENDS_WITHOUT_ASKING
        && this != CHARGES_TWICE_REFUNDS_ONE;
  }

  /** Whether retries end. */
  boolean boundsRetries() {
    return this != UNBOUNDED_RETRY;
  }

  /** Whether attempts to undo end. */
  boolean boundsUndo() {
    return this != UNBOUNDED_UNDO;
  }

  /** The key under which an undo goes out. */
  String undoKey(String businessKey) {
    return this == UNDO_WITH_NEW_KEY ? businessKey + "/" + UUID.randomUUID() : businessKey;
  }

  /** Whether a step is sent under the fence only. */
  boolean fencesSteps() {
    return this != LATE_STEP;
  }

  /** Whether a lease that has run out is worth something. */
  boolean takesOver() {
    return this != NO_TAKE_OVER;
  }

  /** Whether a refusal for good ends it. */
  boolean heedsRefusals() {
    return this != RETRY_PERMANENT;
  }

  /** Whether success is recorded after the effect. */
  boolean effectBeforeRecord() {
    return this != SUCCESS_BEFORE_EFFECT;
  }

  /** The amount that goes out. */
  BigDecimal charged(BigDecimal amount) {
    return this == ROUNDED_AMOUNT
        ? amount.setScale(0, RoundingMode.HALF_UP).setScale(2, RoundingMode.UNNECESSARY)
        : amount;
  }
}
