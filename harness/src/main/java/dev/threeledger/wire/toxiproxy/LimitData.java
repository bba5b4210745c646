package dev.threeledger.wire.toxiproxy;

import java.util.Map;

/**
 * Lets exactly {@code bytes} bytes of a connection pass, then closes it. Bytes are counted while
 * the toxic is there, and on over updates.
 *
 * <p>Zero or less: closes at the first byte, which does not pass. In flight: what is over the limit
 * is discarded; an end of stream before the limit passes. Update below what has already passed:
 * closes at the next byte. Healing before the cut: no limit any more.
 *
 * @param bytes per connection
 */
record LimitData(long bytes) implements Toxic {
  @Override
  public Map<String, Long> attributes() {
    return Map.of("bytes", bytes);
  }

  @Override
  public LimitData with(Attributes given) {
    return new LimitData(given.get("bytes", bytes));
  }

  @Override
  public void run(Stub stub) {
    for (Chunk chunk = stub.take(); chunk != null; chunk = stub.take()) {
      long left = Math.max(0, bytes - stub.counted());
      int count = (int) Math.min(left, chunk.length());
      if (count > 0) {
        stub.send(chunk.first(count));
        stub.count(count);
      }
      if (chunk.length() >= left) {
        stub.close();
        return;
      }
    }
  }
}
