package dev.threeledger.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;

/** How much of the heap is in use. */
final class Heap {
  private Heap() {}

  /** Bytes that are still in use after a collection. */
  static long retained() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** Watches what is in use after collections, until it is closed. */
  static final class Peak implements AutoCloseable {
    private static final long EVERY_MILLIS = 5;
    private final Thread thread = new Thread(this::watch, "heap-peak");
    private volatile boolean closed;
    private volatile long bytes;

    Peak() {
      thread.setDaemon(true);
      thread.start();
    }

    long bytes() {
      return bytes;
    }

    private void watch() {
      while (!closed) {
        long used = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
          if (pool.getType() == MemoryType.HEAP && pool.getCollectionUsage() != null) {
            used += pool.getCollectionUsage().getUsed();
          }
        }
        bytes = Math.max(bytes, used);
        try {
          Thread.sleep(EVERY_MILLIS); // a sampling interval
        } catch (InterruptedException e) {
          return;
        }
      }
    }

    @Override
    public void close() throws InterruptedException {
      closed = true;
      thread.join();
    }
  }
}
