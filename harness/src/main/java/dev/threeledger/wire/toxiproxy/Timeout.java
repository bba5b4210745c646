package dev.threeledger.wire.toxiproxy;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.Map;

/**
 * Discards all data, and closes the connection when {@code timeout} milliseconds have passed since
 * the last chunk (or since the connection was opened, or the toxic added or updated).
 *
 * <p>Zero or less: never closes. In flight: discarded for good; the end of the stream passes at
 * once. Healing: the connection is closed, since bytes are missing in it.
 *
 * @param timeout milliseconds
 */
record Timeout(long timeout) implements Toxic {
  @Override
  public Map<String, Long> attributes() {
    return Map.of("timeout", timeout);
  }

  @Override
  public Timeout with(Attributes given) {
    return new Timeout(given.get("timeout", timeout));
  }

  @Override
  public void run(Stub stub) {
    Chunk discarded;
    do {
      discarded =
          timeout <= 0
              ? stub.take()
              : stub.takeUntil(System.nanoTime() + MILLISECONDS.toNanos(timeout));
    } while (discarded != null);
    if (stub.idle()) {
      stub.close();
    }
  }

  @Override
  public void removed(Stub stub) {
    stub.close();
  }
}
