package dev.threeledger.run;

import dev.threeledger.scenario.Scenario.Trigger;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Sends triggers at once or after the time that the scenario states. */
final class Delayed implements AutoCloseable {
  private final Consumer<Trigger> send;
  private final AtomicInteger left;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "delayed triggers");
            thread.setDaemon(true);
            return thread;
          });

  Delayed(List<Trigger> triggers, Consumer<Trigger> send) {
    this.send = send;
    this.left = new AtomicInteger(triggers.size());
  }

  void start(Trigger trigger) {
    if (trigger.after().isZero()) {
      send(trigger);
    } else {
      clock.schedule(() -> send(trigger), trigger.after().toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private void send(Trigger trigger) {
    try {
      send.accept(trigger);
    } finally {
      left.decrementAndGet();
    }
  }

  /** True when every trigger has left. */
  boolean done() {
    return left.get() == 0;
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
