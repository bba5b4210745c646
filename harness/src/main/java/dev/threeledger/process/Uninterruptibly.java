package dev.threeledger.process;

/** Waits to their end on clean-up paths; an interrupt is kept for the caller. */
final class Uninterruptibly {
  private Uninterruptibly() {}

  /** A wait that gives a result. */
  interface Wait<T> {
    T get() throws InterruptedException;
  }

  /** Repeats the wait until it ends without an interrupt. */
  static <T> T get(Wait<T> wait) {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          return wait.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
