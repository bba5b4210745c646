package dev.threeledger.subject;

import dev.threeledger.process.Launcher;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Timeline;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** All workers of one run, by name, in order. */
public final class Workers implements AutoCloseable {
  private static final int CORES = Runtime.getRuntime().availableProcessors();
  private static final Semaphore STARTING = new Semaphore(CORES, true);

  private final Map<String, Worker> byName = new LinkedHashMap<>();

  /**
   * Workers that are not started yet.
   *
   * @param values per worker name, what fills the subject's placeholders
   * @param logs per worker name, its log file
   * @param launcher starts them
   */
  public Workers(
      Subject subject,
      Map<String, Map<String, String>> values,
      Function<String, Path> logs,
      Timeline timeline,
      Launcher launcher) {
    values.forEach(
        (name, filled) ->
            byName.put(
                name, new Worker(name, subject, filled, logs.apply(name), timeline, launcher)));
  }

  /**
   * Starts all at once, then waits until each is ready. A start takes whatever CPU there is from
   * runs of other lanes whose clocks go on, so these take turns: about as many processes start at a
   * time as there are cores.
   */
  public void startAll() throws SubjectException, InterruptedException {
    int share = Math.min(byName.size(), CORES);
    STARTING.acquire(share);
    try {
      restart(names());
    } finally {
      STARTING.release(share);
    }
  }

  /** Their names, in order. */
  public List<String> names() {
    return List.copyOf(byName.keySet());
  }

  /** Starts new processes in these workers' places, all at once, then waits until each is ready. */
  public void restart(List<String> names) throws SubjectException, InterruptedException {
    for (String name : names) {
      get(name).start();
    }
    for (String name : names) {
      get(name).awaitReady();
    }
  }

  /** The worker of that name. */
  public Worker get(String name) {
    Worker worker = byName.get(name);
    if (worker == null) {
      throw new IllegalArgumentException("no worker '" + name + "'; there are " + byName.keySet());
    }
    return worker;
  }

  /** Kills whatever is left. Idempotent. */
  @Override
  public void close() {
    byName.values().forEach(Worker::close);
  }
}
