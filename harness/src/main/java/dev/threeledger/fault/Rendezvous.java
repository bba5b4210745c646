package dev.threeledger.fault;

import dev.threeledger.wire.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Workers that wait for each other at one point.
 *
 * <pre>
 * worker 1 ──► held ─────────────┐
 * worker 2 ────────────► held ───┴─► all there: each goes on in the order of release
 * </pre>
 */
final class Rendezvous {
  private final Set<String> expected;
  private final Map<String, Moment> arrived = new LinkedHashMap<>();
  private final Map<String, Long> releasedAt = new LinkedHashMap<>();
  private boolean broken;

  Rendezvous(Set<String> expected) {
    this.expected = new TreeSet<>(expected);
  }

  /**
   * Notes the arrival and waits for the others.
   *
   * @param noteArrival is run at the arrival, so that the timeline has the arrivals in the order
   *     that counts
   * @return true when all are there, false when the deadline passed or the rendezvous was broken
   */
  synchronized boolean arrive(Moment moment, Duration within, Runnable noteArrival)
      throws InterruptedException {
    noteArrival.run();
    arrived.put(moment.worker(), moment);
    notifyAll();
    long deadline = System.nanoTime() + within.toNanos();
    while (!broken && !complete()) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        broken = true;
        notifyAll();
        return false;
      }
      wait(left / 1_000_000, (int) (left % 1_000_000));
    }
    return complete();
  }

  /**
   * The worker that goes on just before this one when all are released in this order, or null for
   * the first.
   */
  synchronized Moment before(String worker, boolean reversed) {
    List<String> order = new ArrayList<>(arrived.keySet());
    if (reversed) {
      java.util.Collections.reverse(order);
    }
    int place = order.indexOf(worker);
    return place <= 0 ? null : arrived.get(order.get(place - 1));
  }

  /** Notes that a worker was released, with the last seq of the timeline before. */
  synchronized void released(String worker, long seq) {
    releasedAt.put(worker, seq);
    notifyAll();
  }

  /** Waits until a worker was released; the seq given then, or -1 when it never was. */
  synchronized long awaitReleased(String worker, Duration within) throws InterruptedException {
    long deadline = System.nanoTime() + within.toNanos();
    while (!releasedAt.containsKey(worker) && !broken) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return -1;
      }
      wait(left / 1_000_000, (int) (left % 1_000_000));
    }
    return releasedAt.getOrDefault(worker, -1L);
  }

  /** Those that have not arrived. */
  synchronized Set<String> missing() {
    Set<String> missing = new TreeSet<>(expected);
    missing.removeAll(arrived.keySet());
    return missing;
  }

  /** Lets everybody go. */
  synchronized void breakUp() {
    broken = true;
    notifyAll();
  }

  private boolean complete() {
    return arrived.keySet().containsAll(expected);
  }
}
