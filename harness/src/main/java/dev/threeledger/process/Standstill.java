package dev.threeledger.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Processes that stand still (SIGSTOP), whatever group they are in, until this is closed or this
 * JVM ends, however that comes about.
 *
 * <pre>
 * JVM ──stdin: 17──► guard: kill -s STOP 17 ──stdout: 17──► JVM
 *     ──stdin ends─► guard: kill -s CONT, to each of them
 * </pre>
 *
 * The guard has a session of its own: what is sent to the JVM's process group does not reach it.
 * Used by one thread at a time.
 */
public final class Standstill implements AutoCloseable {
  private static final String SCRIPT =
      """
      trap '' INT TERM HUP
      stopped=
      while read -r pid; do
        kill -s STOP "$pid" 2>/dev/null && stopped="$stopped $pid"
        echo "$pid"
      done
      for pid in $stopped; do
        kill -s CONT "$pid" 2>/dev/null
      done
      """;

  private final Process guard;
  private final Writer requests;
  private final BufferedReader answers;

  private Standstill(Process guard) {
    this.guard = guard;
    this.requests = guard.outputWriter(StandardCharsets.US_ASCII);
    this.answers =
        new BufferedReader(
            new InputStreamReader(guard.getInputStream(), StandardCharsets.US_ASCII));
  }

  /** Nothing stands still yet. */
  public static Standstill begin() throws IOException {
    return new Standstill(
        new ProcessBuilder(List.of("setsid", "sh", "-c", SCRIPT, "standstill"))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  /**
   * SIGSTOP to a process; the kernel has accepted it when this returns. No effect when there is no
   * such process.
   *
   * @throws IOException when the guard is gone
   */
  public void stop(long pid) throws IOException {
    requests.write(pid + "\n");
    requests.flush();
    if (answers.readLine() == null) {
      throw new IOException("the guard of stopped processes is gone");
    }
  }

  /** SIGCONT to all that were stopped; the kernel has accepted it when this returns. Idempotent. */
  @Override
  public void close() {
    try {
      requests.close();
    } catch (IOException guardGone) {
      // its end is awaited all the same
    }
    Uninterruptibly.get(guard::waitFor);
  }
}
