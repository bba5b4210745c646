package dev.threeledger.environment;

/**
 * The times in which the server is being restarted on purpose: whoever wants to ask it then waits,
 * and whoever was cut short by it asks again. Safe for use by several threads.
 */
final class Outage {
  private boolean down;
  private long number;

  /** From here on questions wait. To be called before the server is touched. */
  synchronized void begin() {
    down = true;
    number++;
  }

  /** The server answers again, or never will. */
  synchronized void end() {
    down = false;
    notifyAll();
  }

  /** Returns when there is no outage; gives what {@link #since} wants to know. */
  synchronized long awaitUp() throws InterruptedException {
    while (down) {
      wait();
    }
    return number;
  }

  /** True when an outage has begun since then. */
  synchronized boolean since(long then) {
    return number != then;
  }
}
