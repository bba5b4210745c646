package dev.threeledger.reference;

import java.time.Duration;

/**
 * The right to work on a key, as long as no higher token was given out.
 *
 * @param holder worker and execution; never the same twice
 * @param token fencing token: rises with every claim of the key
 * @param attempt number of this claim, from 1
 * @param deadlineNanos bound for repeated attempts, on this process's {@link System#nanoTime()}:
 *     never later than the database's
 * @param trace to which the work belongs
 */
record Claim(
    JobKey key, String holder, long token, int attempt, long deadlineNanos, Traceparent trace) {

  /** Time left for repeated attempts; zero or negative: none. */
  Duration remaining() {
    return Duration.ofNanos(deadlineNanos - System.nanoTime());
  }

  @Override
  public String toString() {
    return key + " token " + token + " attempt " + attempt;
  }
}
