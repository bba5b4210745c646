package dev.threeledger.wire.toxiproxy;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.Map;

/**
 * Resets both peers {@code timeout} milliseconds after the first data: a real RST for connections
 * opened after the toxic was added, a plain close for those that were open already.
 *
 * <p>Zero or less: at once. In flight: the data that set it off is discarded, and all that follows.
 * The end of a stream without data passes. Update or healing before it struck: the data passes, and
 * after an update the next data sets it off.
 *
 * @param timeout milliseconds
 */
record ResetPeer(long timeout) implements Toxic {
  @Override
  public Map<String, Long> attributes() {
    return Map.of("timeout", timeout);
  }

  @Override
  public ResetPeer with(Attributes given) {
    return new ResetPeer(given.get("timeout", timeout));
  }

  @Override
  public void run(Stub stub) {
    Chunk first = stub.take();
    if (first == null) {
      return;
    }
    if (stub.pauseUntil(System.nanoTime() + MILLISECONDS.toNanos(timeout))) {
      stub.reset();
    } else {
      stub.send(first);
    }
  }
}
