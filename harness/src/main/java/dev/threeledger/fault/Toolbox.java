package dev.threeledger.fault;

import dev.threeledger.scenario.Scenario.Trigger;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.TriggerDuplicated;
import dev.threeledger.timeline.Event.TriggerSent;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Moment;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;

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

  /**
   * The trigger of the scenario that a second one repeats: the one that is leaving, else the last
   * one of the key that has left, else the first of the key.
   */
  Trigger original(Moment moment, String key) {
    if (moment instanceof Moment.Trigger leaving && planned((int) leaving.connection())) {
      return triggers.get((int) leaving.connection() - 1);
    }
    Stream<Trigger> left =
        timeline.entries().stream()
            .map(Entry::event)
            .filter(TriggerSent.class::isInstance)
            .map(event -> ((TriggerSent) event).trigger())
            .filter(this::planned)
            .map(number -> triggers.get(number - 1));
    Predicate<Trigger> ofTheKey = trigger -> key == null || trigger.keyText().equals(key);
    return left.filter(ofTheKey)
        .reduce((earlier, later) -> later)
        .or(() -> triggers.stream().filter(ofTheKey).findFirst())
        .orElseThrow(
            () -> new IllegalStateException("no trigger of the scenario has the key " + key));
  }

  private boolean planned(int number) {
    return number >= 1 && number <= triggers.size();
  }

  /**
   * Sends the trigger that {@link #original} names once more, to a worker; no fault strikes at it.
   *
   * @return its number
   */
  int triggerAgain(String fault, Moment moment, String key, String worker) {
    Trigger original = original(moment, key);
    int number = reach.trigger(original.to(worker));
    timeline.append(new TriggerDuplicated(fault, worker, original.keyText(), number));
    return number;
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
