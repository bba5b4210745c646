package dev.threeledger.report;

import dev.threeledger.report.Picture.Mark;
import dev.threeledger.report.Picture.Shape;
import dev.threeledger.timeline.Entry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How much room each moment of a picture asks for: what tells more gets more. */
final class Rooms {
  private static final double STATEMENT = 3;
  private static final double MOMENT = 10;
  private static final double NUMBERED = 21;
  private static final double PHASE_NAME = 40;

  private Rooms() {}

  /** Room before each moment, by seq. */
  static Map<Long, Double> of(Picture picture) {
    Map<Long, Double> rooms = new HashMap<>();
    for (Entry moment : picture.moments()) {
      rooms.put(moment.seq(), MOMENT);
    }
    for (Mark mark : picture.marks()) {
      if (mark.shape() == Shape.STATEMENT) {
        rooms.put(mark.seq(), STATEMENT);
      }
    }
    picture.lines().forEach(line -> rooms.put(line.seq(), NUMBERED));
    List<Long> seqs = picture.moments().stream().map(Entry::seq).toList();
    picture.phases().forEach(phase -> addAfter(seqs, phase.from(), rooms));
    return rooms;
  }

  /** A phase's name stands after its beginning. */
  private static void addAfter(List<Long> seqs, long seq, Map<Long, Double> rooms) {
    int next = seqs.indexOf(seq) + 1;
    if (next < seqs.size()) {
      rooms.merge(seqs.get(next), PHASE_NAME, Double::sum);
    }
  }
}
