package dev.threeledger.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C and SIGTERM: the work is told to end and the JVM waits until it has taken everything down,
 * at most 20 seconds.
 *
 * <pre>
 * signal ─► JVM runs the hook ─► action (the batch ends) ─► main thread prints, closes this ─► JVM goes
 * </pre>
 */
final class Interrupts implements AutoCloseable {
  private static final long TAKE_DOWN_SECONDS = 20;

  private final CountDownLatch finished = new CountDownLatch(1);
  private final Thread hook;

  private Interrupts(Runnable action) {
    this.hook =
        new Thread(
            () -> {
              action.run();
              try {
                finished.await(TAKE_DOWN_SECONDS, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "interrupt");
  }

  /** Calls the action once when the process is asked to end before this is closed. */
  static Interrupts calling(Runnable action) {
    Interrupts interrupts = new Interrupts(action);
    Runtime.getRuntime().addShutdownHook(interrupts.hook);
    return interrupts;
  }

  @Override
  public void close() {
    finished.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the JVM is going down already: the hook has just been let go
    }
  }
}
