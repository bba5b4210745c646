package dev.threeledger.subject;

import dev.threeledger.process.Child;
import dev.threeledger.process.CpuSample;
import dev.threeledger.process.Launcher;
import dev.threeledger.scenario.Durations;
import dev.threeledger.scenario.Placeholders;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Event.WorkerExited;
import dev.threeledger.timeline.Event.WorkerReady;
import dev.threeledger.timeline.Event.WorkerStarted;
import dev.threeledger.timeline.Event.WorkerWaited;
import dev.threeledger.timeline.Timeline;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** One worker process of the subject. Safe for use by several threads. */
public final class Worker implements AutoCloseable {
  private static final long PROBE_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(15);
  private static final int PROBE_TIMEOUT_MILLIS = 500;
  private static final Duration GONE_WITHIN = Duration.ofSeconds(10);

  private final String name;
  private final Subject subject;
  private final Map<String, String> values;
  private final Path log;
  private final Timeline timeline;
  private final Launcher launcher;
  private volatile Child process;
  private volatile Life life;
  private boolean closed;
  private boolean frozen;

  /** One process in the worker's place; a restart begins another. */
  private static final class Life {
    private volatile boolean signalledByHarness;
    private volatile CompletableFuture<Void> exitNoted = CompletableFuture.completedFuture(null);
    private final AtomicReference<CpuSample> sinceReady = new AtomicReference<>();
  }

  /**
   * A worker that is not started yet.
   *
   * @param values fills the placeholders of the subject's command and environment
   */
  public Worker(
      String name,
      Subject subject,
      Map<String, String> values,
      Path log,
      Timeline timeline,
      Launcher launcher) {
    this.name = name;
    this.subject = subject;
    this.values = Map.copyOf(values);
    this.log = log;
    this.timeline = timeline;
    this.launcher = launcher;
  }

  /**
   * Starts the process; it is not waited for.
   *
   * @throws SubjectException when the command cannot be started
   */
  public synchronized void start() throws SubjectException {
    if (closed || frozen) {
      return;
    }
    if (process != null) {
      process.close();
    }
    List<String> command =
        subject.command().stream().map(word -> Placeholders.fill(word, values)).toList();
    Map<String, String> environment = new LinkedHashMap<>();
    subject
        .environment()
        .forEach((variable, text) -> environment.put(variable, Placeholders.fill(text, values)));
    Life begun = new Life();
    Child started;
    try {
      started = launcher.start(name, command, environment, log);
    } catch (IOException e) {
      throw new SubjectException(
          "worker " + name + " of " + subject.name() + " could not be started: " + e.getMessage());
    }
    process = started;
    life = begun;
    timeline.append(new WorkerStarted(name, started.pid()));
    begun.exitNoted =
        started
            .exit()
            .thenAccept(
                exit ->
                    timeline.append(
                        new WorkerExited(
                            name,
                            started.pid(),
                            exit.code(),
                            exit.signal(),
                            begun.signalledByHarness)));
  }

  /**
   * Waits until the ready probe succeeds, or until the harness has ended the process: a subject
   * whose own clock is at work may meet a fault before it is ready.
   *
   * @throws SubjectException with a diagnosis: exited with a code, killed by a signal, or alive but
   *     silent
   */
  public void awaitReady() throws SubjectException, InterruptedException {
    long start = System.nanoTime();
    long deadline = start + subject.ready().within().toNanos();
    URI probe = readyAddress();
    while (System.nanoTime() < deadline) {
      if (process.exit().isDone()) {
        if (life.signalledByHarness) {
          return;
        }
        throw new SubjectException(exitDiagnosis() + "; " + LogTail.of(log));
      }
      if (answers(probe) && !process.exit().isDone()) {
        life.sinceReady.set(process.cpu().orElse(null));
        timeline.append(
            new WorkerReady(name, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)));
        return;
      }
      LockSupport.parkNanos(PROBE_PAUSE_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    throw new SubjectException(
        "worker %s of %s is alive (pid %d) but did not answer %s within %s; %s"
            .formatted(
                name,
                subject.name(),
                process.pid(),
                probe,
                Durations.write(subject.ready().within()),
                LogTail.of(log)));
  }

  private String exitDiagnosis() {
    Child.Exit exit = process.exit().join();
    String how =
        exit.signal() == null
            ? "exited with code " + exit.code()
            : "was killed by " + exit.signal();
    return "worker " + name + " of " + subject.name() + " " + how + " before it was ready";
  }

  private URI readyAddress() {
    return URI.create(Placeholders.fill(subject.ready().http(), values));
  }

  private static boolean answers(URI probe) {
    try {
      return status(probe, PROBE_TIMEOUT_MILLIS) / 100 == 2;
    } catch (IOException e) {
      return false;
    }
  }

  private static int status(URI probe, int timeoutMillis) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) probe.toURL().openConnection();
    connection.setConnectTimeout(timeoutMillis);
    connection.setReadTimeout(timeoutMillis);
    int status = connection.getResponseCode();
    connection.disconnect();
    return status;
  }

  /**
   * Asks the ready address once.
   *
   * @param within for each of connecting and answering; less than 1 ms counts as 1 ms
   * @return {@code answered} and the status; {@code silent: } and why when nothing came back in
   *     time; {@code refused}, or {@code closed}
   */
  public String probe(Duration within) {
    try {
      return "answered " + status(readyAddress(), (int) Math.max(1, within.toMillis()));
    } catch (ConnectException e) {
      return "refused";
    } catch (SocketTimeoutException | NoRouteToHostException e) {
      return "silent: " + e.getMessage();
    } catch (IOException e) {
      return "closed";
    }
  }

  /** True when nothing may run in this place any more. */
  public synchronized boolean isOver() {
    return closed || frozen;
  }

  /** Process id of the group's leader, or 0 before the start. */
  public long pid() {
    Child current = process;
    return current == null ? 0 : current.pid();
  }

  /** Told once per life, before the harness ends or stops it for good. */
  private void noteWaited() {
    CpuSample ready = life.sinceReady.getAndSet(null);
    if (ready == null) {
      return;
    }
    process
        .cpu()
        .ifPresent(
            now -> {
              CpuSample.Times times = now.since(ready);
              timeline.append(
                  new WorkerWaited(
                      name,
                      pid(),
                      TimeUnit.NANOSECONDS.toMillis(times.onCpuNanos()),
                      TimeUnit.NANOSECONDS.toMillis(times.waitedNanos()),
                      TimeUnit.NANOSECONDS.toMillis(now.nanosSince(ready))));
            });
  }

  /**
   * SIGKILL to the group; returns when the kernel has no process of it any more.
   *
   * @return the process id
   */
  public long kill() throws InterruptedException {
    noteWaited();
    life.signalledByHarness = true;
    process.signal("KILL");
    if (!process.awaitGone(GONE_WITHIN)) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      throw new IllegalStateException(
          "worker " + name + " (pid " + pid() + ") is still in /proc after SIGKILL: " + states());
    }
    return pid();
  }

  /**
   * The subject's stop signal to the group. The kernel has accepted it when this returns; from now
   * on its end is not one by itself.
   */
  public void stop() {
    noteWaited();
    life.signalledByHarness = true;
    process.signal(subject.stopSignal());
  }

  /**
   * Waits until no process of the group lives and its end stands on the timeline.
   *
   * @return false when the time is up before that
   */
  public boolean awaitGone(Duration within) throws InterruptedException {
    boolean gone = process.awaitGone(within);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (gone) {
      awaitExitNoted();
    }
    return gone;
  }

  private void awaitExitNoted() {
    life.exitNoted.orTimeout(5, TimeUnit.SECONDS).handle((none, late) -> none).join();
  }

  /**
   * SIGSTOP to the group; returns the states in /proc once all of them are T, or when the time is
   * up.
   */
  public Map<String, String> pause(Duration within) throws InterruptedException {
    process.signal("STOP");
    long deadline = System.nanoTime() + within.toNanos();
    Map<String, String> states = states();
    while (!states.values().stream().allMatch("T"::equals) && System.nanoTime() < deadline) {
      LockSupport.parkNanos(200_000);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      states = states();
    }
    return states;
  }

  /**
   * As {@link #pause}, for good: from now on nothing continues the group and nothing starts another
   * process in its place.
   */
  public synchronized Map<String, String> freeze(Duration within) throws InterruptedException {
    frozen = true;
    if (process == null) {
      return Map.of();
    }
    Map<String, String> states = pause(within);
    noteWaited();
    return states;
  }

  /** SIGCONT to the group; no effect on a frozen one. */
  public synchronized void resume() {
    if (!frozen) {
      process.signal("CONT");
    }
  }

  /** Each process of the group and its state letter, as /proc tells. */
  public Map<String, String> states() {
    Map<String, String> states = new LinkedHashMap<>();
    process.states().forEach((pid, state) -> states.put(pid.toString(), state.toString()));
    return states;
  }

  /** Kills whatever is left of the group. Idempotent. */
  @Override
  public synchronized void close() {
    closed = true;
    if (process != null) {
      noteWaited();
      life.signalledByHarness = true;
      process.close();
      awaitExitNoted(); // its WorkerExited is on the timeline before this returns
    }
  }
}
