package dev.threeledger.fault;

import dev.threeledger.scenario.Scenario.Trigger;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Timeline;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** What every injector of one run works with. */
final class Toolbox implements AutoCloseable {
  final Timeline timeline;
  final Reach reach;
  final Subject subject;
  final List<Trigger> triggers;

  /**
   * False: faults are armed and their points noted, but nothing strikes. For testing the landing
   * proof.
   */
  final boolean inject;

  private final AtomicInteger busy = new AtomicInteger();
  private volatile boolean closed;
  private final ExecutorService background =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "fault");
            thread.setDaemon(true);
            return thread;
          });

  Toolbox(Timeline timeline, Reach reach, Subject subject, List<Trigger> triggers, boolean inject) {
    this.timeline = timeline;
    this.reach = reach;
    this.subject = subject;
    this.triggers = triggers;
    this.inject = inject;
  }

  /** A piece of a fault that goes on after its message was let go. */
  interface Work {
    void run() throws InterruptedException;
  }

  /** Runs the rest of a fault beside the taps; a failure becomes a HarnessProblem. */
  void later(String fault, Work work) {
    busy.incrementAndGet();
    background.execute(
        () -> {
          try {
            work.run();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          } catch (RuntimeException e) {
            problem(fault, e);
          } finally {
            busy.decrementAndGet();
          }
        });
  }

  /** Notes that something of a fault is under way. */
  void begin() {
    busy.incrementAndGet();
  }

  /** Ends what {@link #begin} began. */
  void end() {
    busy.decrementAndGet();
  }

  boolean idle() {
    return busy.get() == 0;
  }

  boolean closed() {
    return closed;
  }

  void problem(String fault, RuntimeException failure) {
    if (!closed) {
      timeline.append(
          new dev.threeledger.timeline.Event.HarnessProblem(
              "fault " + fault, String.valueOf(failure.getMessage())));
    }
  }

  @Override
  public void close() {
    closed = true;
    background.shutdownNow();
  }
}
