package dev.threeledger.wire.toxiproxy;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.Map;

/**
 * Delays the end of the stream by {@code delay} milliseconds; data is not touched.
 *
 * <p>Zero or less: no delay. In flight: data passes at once. Update while an end waits: it waits
 * anew. Healing: it passes at once.
 *
 * @param delay milliseconds
 */
record SlowClose(long delay) implements Toxic {
  @Override
  public Map<String, Long> attributes() {
    return Map.of("delay", delay);
  }

  @Override
  public SlowClose with(Attributes given) {
    return new SlowClose(given.get("delay", delay));
  }

  @Override
  public void run(Stub stub) {
    for (Chunk chunk = stub.take(); chunk != null; chunk = stub.take()) {
      stub.send(chunk);
    }
    if (stub.atEnd()) {
      stub.pauseUntil(System.nanoTime() + MILLISECONDS.toNanos(delay));
    }
  }
}
