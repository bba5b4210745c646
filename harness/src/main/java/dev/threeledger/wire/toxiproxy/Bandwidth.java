package dev.threeledger.wire.toxiproxy;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.Map;

/**
 * Lets at most {@code rate} kilobytes (1000 bytes) a second pass: pieces of at most 100 ms' worth,
 * each sent when its time is over.
 *
 * <p>Zero or less: no limit. In flight: 64 KiB wait here, then the source is no longer read; the
 * end of the stream follows the data. Update: the rest of the chunk in hand leaves at once, the
 * rest by the new rate. Healing: everything that waits leaves at once.
 *
 * @param rate kilobytes a second, which is bytes a millisecond
 */
record Bandwidth(long rate) implements Toxic {
  private static final long PIECE_MILLIS = 100;

  @Override
  public Map<String, Long> attributes() {
    return Map.of("rate", rate);
  }

  @Override
  public Bandwidth with(Attributes given) {
    return new Bandwidth(given.get("rate", rate));
  }

  @Override
  public void run(Stub stub) {
    long free = System.nanoTime(); // when the line has carried all that was sent before
    for (Chunk chunk = stub.take(); chunk != null; chunk = stub.take()) {
      free = rate <= 0 ? unlimited(stub, chunk) : limited(stub, chunk, free);
    }
  }

  private static long unlimited(Stub stub, Chunk chunk) {
    stub.send(chunk);
    return System.nanoTime();
  }

  private long limited(Stub stub, Chunk chunk, long free) {
    long carried = Math.max(free, chunk.arrivedNanos());
    Chunk rest = chunk;
    while (rest.length() > 0) {
      int piece = (int) Math.min(rest.length(), Math.min(rate, Integer.MAX_VALUE) * PIECE_MILLIS);
      carried += MILLISECONDS.toNanos(piece) / rate;
      boolean inTime = stub.pauseUntil(carried);
      int count = inTime ? piece : rest.length();
      stub.send(rest.first(count));
      rest = rest.after(count);
    }
    return carried;
  }
}
