package dev.threeledger.reference;

import java.time.Duration;

/**
 * The right to work on a key, as long as no higher token was given out.
 *
 * @param holder worker and execution; never the same twice
 * @param token fencing token: rises with every claim of the key
 * @param undoing it holds the key in COMPENSATING, to undo; else in RUNNING
 * @param attempt number of this claim, from 1; claims that undo are counted by themselves
 * @param deadlineNanos bound for repeated attempts, on this process's {@link System#nanoTime()}:
 *     never later than the database's
 * @param trace to which the work belongs
 */
record Claim(
    JobKey key,
    String holder,
    long token,
    boolean undoing,
    int attempt,
    long deadlineNanos,
    Traceparent trace) {

  /** The same right, to undo what was done: from now on for that time. */
  Claim toUndo(Duration time) {
    long deadline = System.nanoTime() + time.toNanos();
    return new Claim(key, holder, token, true, 1, deadline, trace);
  }

  /** The status in which the key is held. */
  String status() {
    return undoing ? "COMPENSATING" : "RUNNING";
  }

  /** Time left for repeated attempts; zero or negative: none. */
  Duration remaining() {
    return Duration.ofNanos(deadlineNanos - System.nanoTime());
  }

  @Override
  public String toString() {
    return key + " token " + token + (undoing ? " undo" : "") + " attempt " + attempt;
  }
}
