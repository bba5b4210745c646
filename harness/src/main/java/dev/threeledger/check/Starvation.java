package dev.threeledger.check;

import dev.threeledger.timeline.Event.WorkerWaited;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Whether the machine gave the workers so little of its CPUs that times prove nothing about them: a
 * call times out, a retry comes late or a deadline passes because nobody let the worker run.
 *
 * <p>Starved are workers that together, threads and restarted processes included, waited for a CPU
 * for 2 s or more and 9 times as long as they had one or longer, while they used less than half a
 * CPU each: who keeps the CPUs busy waits for itself. Measured with the reference executor on 2
 * cores, per run; idle: nearly all shares of the CPUs were the harness's own; load: as uptime
 * tells:
 *
 * <pre>
 * machine              runs  waited     times as long as they had one     7 times  accused wrongly
 *                                        all        those that waited 2 s
 * idle, 3 lanes          11  0.2–1.2 s  0.7–4.0    none                      0     0
 * idle, 4 lanes         107  0.2–4.4 s  1.2–7.2    2.9–5.1                   0     0
 * load 12–14, 3 lanes    22  0.3–2.8 s  2.3–16.7   7.8–11.3                  3     0
 * load 18, 3 lanes       11  0.6–4.1 s  4.4–15.1   9.3–15.1                  8     0
 * load 25–31, 3 lanes    11  0.5–8.5 s  8.5–27.7   14.0–27.7                10     2, at 16.9 and 20.9
 * load 25–33, 4 lanes    28  1.2–7.8 s  7.9–22.4   7.9–22.4                 27    14, at 9.4–22.4
 * </pre>
 *
 * <p>Two cells of {@code retry-storm} side by side keep 2 cores busy by themselves: 9 and 10 s, 7.8
 * and 8.0 times. The workers stand for the database, the partners and the harness, which wait
 * beside them. Not seen is a machine that is busy for a small part of a run only, and one that
 * waits for a disk or for memory. Where the kernel does not count, nothing is concluded: times are
 * believed.
 */
final class Starvation {
  private static final long LEAST_WAITED_MILLIS = 2000;
  private static final long TIMES = 9;

  private Starvation() {}

  /** Why times prove nothing; empty: they do. */
  static Optional<String> of(Events events) {
    List<WorkerWaited> workers = events.of(WorkerWaited.class).stream().map(Seen::event).toList();
    long waitedMillis = sum(workers, WorkerWaited::waitedMillis);
    long cpuMillis = sum(workers, WorkerWaited::cpuMillis);
    boolean starved =
        waitedMillis >= LEAST_WAITED_MILLIS
            && waitedMillis >= TIMES * cpuMillis
            && cpuMillis * 2 < sum(workers, WorkerWaited::overMillis);
    return starved ? Optional.of(text(waitedMillis, cpuMillis)) : Optional.empty();
  }

  private static long sum(List<WorkerWaited> workers, ToLongFunction<WorkerWaited> millis) {
    return workers.stream().mapToLong(millis).sum();
  }

  private static String text(long waitedMillis, long cpuMillis) {
    return ("the workers waited %s for a CPU and had one for %s, summed over their threads: the machine"
            + " was too busy for times to prove anything; run fewer lanes or stop other work")
        .formatted(seconds(waitedMillis), seconds(cpuMillis));
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
  }
}
