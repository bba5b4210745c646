package dev.threeledger.wire.postgres;

import dev.threeledger.timeline.Timeline;
import java.util.Map;
import java.util.WeakHashMap;

/** Numbers the database connections of a run from 1, over all its taps. */
final class ConnectionNumbers {
  private static final Map<Timeline, Long> LAST = new WeakHashMap<>();

  private ConnectionNumbers() {}

  /** The next number of the run that has this timeline. */
  static long next(Timeline timeline) {
    synchronized (LAST) {
      return LAST.merge(timeline, 1L, Long::sum);
    }
  }
}
