package dev.threeledger.wire.toxiproxy;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.Map;

/**
 * Delays each chunk by {@code latency ± jitter} milliseconds, counted from its own arrival: chunks
 * that arrive together leave together.
 *
 * <p>Zero: no delay. Negative values count as zero. In flight: up to 32 MiB wait here, then the
 * source is no longer read; the end of the stream follows the data and is not delayed itself.
 * Update: the chunk that is waiting leaves at once, later ones wait by the new values. Healing:
 * everything that waits leaves at once.
 *
 * @param latency milliseconds
 * @param jitter milliseconds; each chunk draws evenly from −jitter to +jitter
 */
record Latency(long latency, long jitter) implements Toxic {
  @Override
  public Map<String, Long> attributes() {
    return Map.of("latency", latency, "jitter", jitter);
  }

  @Override
  public Latency with(Attributes given) {
    return new Latency(given.get("latency", latency), given.get("jitter", jitter));
  }

  @Override
  public int bufferBytes() {
    return 32 * 1024 * 1024;
  }

  @Override
  public void run(Stub stub) {
    for (Chunk chunk = stub.take(); chunk != null; chunk = stub.take()) {
      stub.pauseUntil(chunk.arrivedNanos() + delayNanos(stub));
      stub.send(chunk);
    }
  }

  private long delayNanos(Stub stub) {
    long nanos = MILLISECONDS.toNanos(latency);
    if (jitter > 0) {
      long most = MILLISECONDS.toNanos(jitter);
      nanos += stub.random().nextLong(-most, most);
    }
    return Math.max(0, nanos);
  }
}
