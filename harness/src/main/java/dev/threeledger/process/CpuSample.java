package dev.threeledger.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How long each living thread of a process group has had a CPU so far, and how long it has waited
 * for one while it could have run.
 *
 * <p>From {@code /proc/<pid>/task/<tid>/schedstat} (Linux, Documentation/scheduler/sched-stats:
 * nanoseconds on the CPU, nanoseconds waiting on a run queue, time slices). A thread that sleeps,
 * waits for input or is stopped by SIGSTOP does neither. What a thread did before it ended is lost,
 * so sums are lower bounds.
 */
public final class CpuSample {
  private final Map<Long, Times> byThread;
  private final long atNanos;

  /**
   * Times of one thread, or summed over several.
   *
   * @param onCpuNanos on a CPU
   * @param waitedNanos ready to run, without a CPU
   */
  public record Times(long onCpuNanos, long waitedNanos) {
    private Times plus(Times other) {
      return new Times(onCpuNanos + other.onCpuNanos, waitedNanos + other.waitedNanos);
    }

    /** The other's part is left out; a smaller figure is another thread under the same id. */
    private Times without(Times earlier) {
      boolean same = onCpuNanos >= earlier.onCpuNanos && waitedNanos >= earlier.waitedNanos;
      return same
          ? new Times(onCpuNanos - earlier.onCpuNanos, waitedNanos - earlier.waitedNanos)
          : this;
    }
  }

  /**
   * @param atNanos of {@link System#nanoTime}, when it was taken
   */
  CpuSample(Map<Long, Times> byThread, long atNanos) {
    this.byThread = Map.copyOf(byThread);
    this.atNanos = atNanos;
  }

  /** Of these processes; empty when none of them lives or the kernel does not count. */
  public static Optional<CpuSample> of(Set<Long> processes) {
    Map<Long, Times> byThread = new HashMap<>();
    for (long process : processes) {
      Path threads = Path.of("/proc", Long.toString(process), "task");
      try (DirectoryStream<Path> each = Files.newDirectoryStream(threads, "[0-9]*")) {
        for (Path thread : each) {
          read(thread).ifPresent(times -> byThread.put(id(thread), times));
        }
      } catch (IOException goneMeanwhile) {
        continue;
      }
    }
    // a kernel that does not count shows zeros, and every thread that lives has run
    boolean counted = byThread.values().stream().anyMatch(times -> times.onCpuNanos() > 0);
    return counted ? Optional.of(new CpuSample(byThread, System.nanoTime())) : Optional.empty();
  }

  private static long id(Path thread) {
    return Long.parseLong(thread.getFileName().toString());
  }

  private static Optional<Times> read(Path thread) {
    try {
      Path file = thread.resolve("schedstat");
      return parse(new String(Files.readAllBytes(file), StandardCharsets.US_ASCII));
    } catch (IOException goneOrNotThere) {
      return Optional.empty();
    }
  }

  /** What the file says; empty when that is not its form. */
  static Optional<Times> parse(String text) {
    String[] fields = text.trim().split(" +");
    if (fields.length != 3 || !fields[0].matches("\\d{1,18}") || !fields[1].matches("\\d{1,18}")) {
      return Optional.empty();
    }
    return Optional.of(new Times(Long.parseLong(fields[0]), Long.parseLong(fields[1])));
  }

  /** Summed over the threads of this sample: since the earlier one, or since they began. */
  public Times since(CpuSample earlier) {
    Times none = new Times(0, 0);
    return byThread.entrySet().stream()
        .map(entry -> entry.getValue().without(earlier.byThread.getOrDefault(entry.getKey(), none)))
        .reduce(none, Times::plus);
  }

  /** Wall clock between the two samples. */
  public long nanosSince(CpuSample earlier) {
    return atNanos - earlier.atNanos;
  }
}
