package dev.threeledger.reference;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * Decides what follows a failed attempt: exponential back-off with full jitter, bounded by attempts
 * and by time. Holds no state; whatever it decides is recorded by the caller.
 */
final class RetryPolicy {
  /** The longest wait is this many times the first. */
  static final int CAP = 10;

  private final Duration base;
  private final int maxAttempts;
  private final Defect defect;
  private final DoubleSupplier random;

  /** Of this worker's settings, with so many attempts. */
  RetryPolicy(Settings settings, int maxAttempts) {
    this(
        settings.backoff(),
        maxAttempts,
        settings.defect(),
        () -> ThreadLocalRandom.current().nextDouble());
  }

  /** {@code random} gives numbers from 0 to below 1. */
  RetryPolicy(Duration base, int maxAttempts, Defect defect, DoubleSupplier random) {
    this.base = base;
    this.maxAttempts = maxAttempts;
    this.defect = defect;
    this.random = random;
  }

  /**
   * What follows.
   *
   * @param delay until the next attempt, or null when there is none
   * @param why there is none, or null
   */
  record Decision(Duration delay, String why) {
    boolean retry() {
      return delay != null;
    }
  }

  /**
   * Decides after a failure.
   *
   * @param attempts made so far, this one included
   * @param remaining until the next tick, which owns the time after it
   */
  Decision decide(StepFailure failure, int attempts, Duration remaining) {
    boolean permanent = failure.kind() == StepFailure.Kind.PERMANENT;
    if (permanent && defect.heedsRefusals()) {
      return new Decision(null, "refused for good");
    }
    if (!defect.boundsRetries()) {
      return new Decision(base, null);
    }
    if (defect == Defect.GIVES_UP_EARLY) {
      return new Decision(null, "failed: " + failure.getMessage());
    }
    if (failure.usesAttempt() && attempts >= maxAttempts) {
      return new Decision(null, "attempts used up: " + attempts + " of " + maxAttempts);
    }
    Duration wait = jittered(attempts);
    Duration asked = defect == Defect.IGNORES_RETRY_AFTER ? null : failure.notBefore();
    if (asked != null) {
      wait = asked.plus(wait); // after it, and not all at the same moment
    }
    if (wait.compareTo(remaining) >= 0) {
      return new Decision(null, "the next attempt would start past the next tick");
    }
    return new Decision(wait, null);
  }

  /** Again after the first wait, always: {@link Defect#UNBOUNDED_UNDO}. */
  Decision unbounded() {
    return new Decision(base, null);
  }

  /** Uniform between 0 and base·2^(attempts-1), at most base·{@link #CAP}; at least 1 ms. */
  Duration jittered(int attempts) {
    long factor = attempts > 10 ? CAP : Math.min(CAP, 1L << (attempts - 1));
    long most = base.toMillis() * factor;
    return Duration.ofMillis(Math.max(1, (long) (most * random.getAsDouble())));
  }
}
