package dev.threeledger.wire.toxiproxy;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The threads of one server: daemons, known by name, and waited for at the end. */
final class Threads {
  private final Set<Thread> running = ConcurrentHashMap.newKeySet();

  Thread start(String role, Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } finally {
                running.remove(Thread.currentThread());
              }
            },
            "toxiproxy " + role);
    thread.setDaemon(true);
    running.add(thread);
    thread.start();
    return thread;
  }

  /** Waits for threads that have been told to end by other means: closed sockets, killed stages. */
  void awaitEnd(Duration within) {
    long deadline = System.nanoTime() + within.toNanos();
    try {
      for (long left = within.toNanos();
          !running.isEmpty() && left > 0;
          left = deadline - System.nanoTime()) {
        for (Thread thread : running) {
          thread.join(Math.max(1, left / 1_000_000));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    String left =
        running.stream()
            .filter(Thread::isAlive)
            .map(Thread::getName)
            .collect(Collectors.joining(", "));
    if (!left.isEmpty()) {
      throw new IllegalStateException("threads still running " + within + " after close: " + left);
    }
  }
}
