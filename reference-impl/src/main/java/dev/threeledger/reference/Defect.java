package dev.threeledger.reference;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * Planted defects. Each method is one safeguard, and answers as the correct executor does unless
 * the defect that removes it is switched on. One switch, one safeguard, wholly bypassed.
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
  ROUNDED_AMOUNT;

  /** {@code random-key} for RANDOM_KEY. */
  String settingName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Optional<Defect> named(String settingName) {
    return Arrays.stream(values()).filter(d -> d.settingName().equals(settingName)).findFirst();
  }

  /** The key under which a request goes out. */
  String requestKey(String businessKey, boolean maybeSentBefore) {
    boolean fresh = this == RANDOM_KEY || (this == RESEND_WITH_NEW_ID && maybeSentBefore);
    return fresh ? businessKey + "/" + UUID.randomUUID() : businessKey;
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
    return this != RESEND_WITH_NEW_ID;
  }

  /** Whether retries end. */
  boolean boundsRetries() {
    return this != UNBOUNDED_RETRY;
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
