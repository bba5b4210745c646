package dev.threeledger.wire.toxiproxy;

import static java.util.concurrent.TimeUnit.MICROSECONDS;

import java.util.Map;

/**
 * Cuts data into slices of {@code average_size ± size_variation} bytes, {@code delay} microseconds
 * apart. A peer's kernel may join slices again when they come close together.
 *
 * <p>Zero or less: average_size, no slicing; size_variation, all slices equal; delay, none. In
 * flight: 64 KiB wait here, then the source is no longer read; the end of the stream follows the
 * data. Update: the rest of the chunk in hand leaves at once. Healing: everything that waits leaves
 * at once.
 *
 * @param averageSize bytes
 * @param sizeVariation bytes
 * @param delay microseconds
 */
record Slicer(long averageSize, long sizeVariation, long delay) implements Toxic {
  @Override
  public Map<String, Long> attributes() {
    return Map.of("average_size", averageSize, "size_variation", sizeVariation, "delay", delay);
  }

  @Override
  public Slicer with(Attributes given) {
    return new Slicer(
        given.get("average_size", averageSize),
        given.get("size_variation", sizeVariation),
        given.get("delay", delay));
  }

  @Override
  public void run(Stub stub) {
    for (Chunk chunk = stub.take(); chunk != null; chunk = stub.take()) {
      slice(stub, chunk);
    }
  }

  private void slice(Stub stub, Chunk chunk) {
    Chunk rest = chunk;
    boolean undisturbed = averageSize > 0;
    while (undisturbed && rest.length() > 0) {
      int size = (int) Math.min(rest.length(), size(stub));
      stub.send(rest.first(size));
      rest = rest.after(size);
      undisturbed = stub.pauseUntil(System.nanoTime() + MICROSECONDS.toNanos(delay));
    }
    if (rest.length() > 0) {
      stub.send(rest);
    }
  }

  private long size(Stub stub) {
    if (sizeVariation <= 0) {
      return averageSize;
    }
    long most = Math.min(sizeVariation, Integer.MAX_VALUE);
    return Math.max(1, averageSize + stub.random().nextLong(-most, most + 1));
  }
}
