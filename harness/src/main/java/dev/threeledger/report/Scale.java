package dev.threeledger.report;

import dev.threeledger.timeline.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a moment stands from left to right. The order is exact; distances are not: each moment
 * takes some room, and waiting in between adds to it by its logarithm. So a burst of events within
 * a millisecond can be read beside a wait of seconds, and a longer wait still looks longer.
 */
final class Scale {
  private static final double MARGIN = 10;
  private static final double MOST_STRETCH = 2.5;
  private final Map<Long, Double> places = new HashMap<>();
  private final List<Entry> moments;
  private final double width;

  /**
   * A scale.
   *
   * @param rooms the room of each moment, by seq
   * @param width to be filled, in the units of the picture
   */
  Scale(List<Entry> moments, Map<Long, Double> rooms, double width) {
    this.moments = moments;
    double at = MARGIN;
    for (int i = 0; i < moments.size(); i++) {
      if (i > 0) {
        at += wait(moments.get(i - 1), moments.get(i)) + rooms.get(moments.get(i).seq());
      }
      places.put(moments.get(i).seq(), at);
    }
    double stretch = Math.min(MOST_STRETCH, width / (at + MARGIN));
    places.replaceAll((seq, place) -> place * stretch);
    this.width = (at + MARGIN) * stretch;
  }

  private static double wait(Entry from, Entry to) {
    double millis = (to.atNanos() - from.atNanos()) / 1e6;
    return 4 * Math.log(1 + millis) / Math.log(2);
  }

  double width() {
    return width;
  }

  double x(long seq) {
    return places.get(seq);
  }

  /** Moments that are far enough apart for a time to be written below each. */
  List<Entry> ticks(double apart) {
    List<Entry> ticks = new ArrayList<>();
    double last = -apart;
    for (Entry moment : moments) {
      if (x(moment.seq()) - last >= apart) {
        ticks.add(moment);
        last = x(moment.seq());
      }
    }
    return ticks;
  }

  /** A time in which nothing was seen. */
  record Wait(double from, double to, long millis) {}

  /** Waits of at least so many milliseconds. */
  List<Wait> waits(long atLeastMillis) {
    List<Wait> waits = new ArrayList<>();
    for (int i = 1; i < moments.size(); i++) {
      Entry from = moments.get(i - 1);
      Entry to = moments.get(i);
      long millis = (to.atNanos() - from.atNanos()) / 1_000_000;
      if (millis >= atLeastMillis) {
        waits.add(new Wait(x(from.seq()), x(to.seq()), millis));
      }
    }
    return waits;
  }
}
