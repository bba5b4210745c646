package dev.threeledger.cost;

import dev.threeledger.scenario.StateRole;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Event.TriggerSent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How long each key took: from its first trigger, or the first change of a row of it, to the last
 * change by which it came to an end (done, undone, or in a person's hands).
 *
 * @param millis of each key that ended, wall clock
 * @param open keys that had not ended when the run did
 */
record KeyTimes(List<Double> millis, List<String> open) {

  /**
   * @param subject declares a state column of its fencing table
   */
  static KeyTimes of(Subject subject, List<Entry> timeline) {
    Map<String, Life> lives = new LinkedHashMap<>();
    for (Entry entry : timeline) {
      if (entry.event() instanceof TriggerSent || entry.event() instanceof RowChanged) {
        note(lives, subject, entry);
      }
    }
    List<Double> millis = new ArrayList<>();
    List<String> open = new ArrayList<>();
    lives.forEach(
        (key, life) -> {
          if (life.ended) {
            millis.add((life.endNanos - life.beginNanos) / 1e6);
          } else if (life.asked) {
            open.add(key);
          }
        });
    return new KeyTimes(List.copyOf(millis), List.copyOf(open));
  }

  private static void note(Map<String, Life> lives, Subject subject, Entry entry) {
    Event event = entry.event();
    if (event.key() == null) {
      return;
    }
    Life life = lives.computeIfAbsent(event.key(), key -> new Life(entry.atNanos()));
    if (event instanceof RowChanged change && change.table().equals(subject.fencing().table())) {
      life.asked = true;
      boolean was = ended(subject, change.before());
      boolean is = ended(subject, change.after());
      if (is && !was) {
        life.endNanos = entry.atNanos();
      }
      life.ended = is;
    } else if (event instanceof TriggerSent) {
      life.asked = true;
    }
  }

  private static boolean ended(Subject subject, Map<String, String> row) {
    String state = row == null ? null : row.get(subject.fencing().state());
    return state != null && subject.role(state).map(StateRole::ended).orElse(false);
  }

  /** {@code asked}: it is a key of a job, not only of another table's row. */
  private static final class Life {
    private final long beginNanos;
    private long endNanos;
    private boolean asked;
    private boolean ended;

    Life(long beginNanos) {
      this.beginNanos = beginNanos;
    }
  }
}
