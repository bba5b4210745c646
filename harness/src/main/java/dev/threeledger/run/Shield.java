package dev.threeledger.run;

/**
 * Stands between a lane's thread and the interrupt that ends a batch: what must not be cut short is
 * done under it, and an interrupt that comes meanwhile is delivered afterwards. {@link #during} is
 * called by the lane's thread, the rest by any.
 */
final class Shield {
  private final Thread lane;
  private boolean raised;
  private boolean asked;

  Shield(Thread lane) {
    this.lane = lane;
  }

  /** Work that gives a result. */
  interface Work<T, E extends Exception> {
    T get() throws E;
  }

  /** Asks the lane to end. */
  synchronized void interrupt() {
    asked = true;
    if (!raised) {
      lane.interrupt();
    }
  }

  /** True when the lane has been asked to end: whatever fails then fails because of that. */
  synchronized boolean asked() {
    return asked;
  }

  /** Does the work to its end. May be nested. */
  <T, E extends Exception> T during(Work<T, E> work) throws E {
    boolean outermost = raise();
    try {
      return work.get();
    } finally {
      if (outermost) {
        lower();
      }
    }
  }

  private synchronized boolean raise() {
    boolean outermost = !raised;
    raised = true;
    Thread.interrupted();
    return outermost;
  }

  private synchronized void lower() {
    raised = false;
    if (asked) {
      lane.interrupt();
    }
  }
}
