package dev.threeledger.process;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that was started here and cannot outlive the harness, with all that it has started: a
 * process group, or the processes of a container. Safe for use by several threads.
 */
public interface Child extends AutoCloseable {
  /**
   * How a process ended. Exactly one component is set.
   *
   * @param code set when it exited by itself, 0–255
   * @param signal set when a signal ended it, such as {@code KILL}. A process that exits with 128
   *     plus the number of a signal, as a JVM does after SIGTERM, counts as ended by that signal.
   *     {@code "lost"} when nobody knows.
   */
  record Exit(Integer code, String signal) {
    /** What the shell's exit status stands for. */
    public static Exit ofStatus(int status) {
      String signal = Signals.name(status - 128);
      return signal == null ? new Exit(status, null) : new Exit(null, signal);
    }

    /** {@code exited with code 1} or {@code was ended by signal KILL}. */
    public String text() {
      return signal == null ? "exited with code " + code : "was ended by signal " + signal;
    }
  }

  /** Process id of the command itself, as the kernel of its machine tells it. */
  long pid();

  /**
   * Completes when the command's own process ended. Others that it started may still live: {@link
   * #states()}. Dependent actions must not call {@link #signal} or {@link #close}.
   */
  CompletableFuture<Exit> exit();

  /**
   * Sends a signal to every process. It has been accepted when this returns; no effect when nothing
   * is left.
   *
   * @param name such as KILL, STOP, CONT, TERM, INT
   * @throws IllegalArgumentException for a name that is not a signal's
   */
  void signal(String name);

  /**
   * The processes that still live, by process id, with their state letter: T for one that is
   * stopped. Empty: all gone.
   */
  Map<Long, Character> states();

  /**
   * What the living threads have had of the CPUs so far; empty when none lives or nobody counts it.
   */
  Optional<CpuSample> cpu();

  /**
   * Waits until none of the processes lives. Neither the kernel, for a whole group, nor an engine
   * offers an event for it, so {@link #states} is looked at every millisecond.
   *
   * @return false when the time ran out or the thread was interrupted before that
   */
  default boolean awaitGone(Duration within) {
    long deadline = System.nanoTime() + within.toNanos();
    while (!states().isEmpty()) {
      if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(1_000_000);
    }
    return true;
  }

  /** SIGKILL to all, then waits until nothing is left. Idempotent. */
  @Override
  void close();
}
