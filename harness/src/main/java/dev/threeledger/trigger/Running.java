package dev.threeledger.trigger;

import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.StopSignalled;
import dev.threeledger.timeline.Event.WorkerExited;
import dev.threeledger.timeline.Event.WorkerKilled;
import dev.threeledger.timeline.Event.WorkerPartitioned;
import dev.threeledger.timeline.Event.WorkerPaused;
import dev.threeledger.timeline.Event.WorkerReady;
import dev.threeledger.timeline.Event.WorkerRejoined;
import dev.threeledger.timeline.Event.WorkerResumed;
import dev.threeledger.timeline.Timeline;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Which workers run at a moment, as the timeline tells. */
final class Running {
  private Running() {}

  /**
   * The first worker that is ready, alive, not paused, not cut off and not asked to stop; empty
   * when there is none.
   */
  static Optional<String> first(Timeline timeline) {
    Set<String> running =
        new TreeSet<>(Comparator.comparingInt(String::length).thenComparing(name -> name));
    Set<String> cutOff = new HashSet<>();
    for (Entry entry : timeline.entries()) {
      note(entry.event(), running);
      if (entry.event() instanceof WorkerPartitioned cut) {
        cutOff.add(cut.worker());
      } else if (entry.event() instanceof WorkerRejoined joined) {
        cutOff.remove(joined.worker());
      }
    }
    return running.stream().filter(worker -> !cutOff.contains(worker)).findFirst();
  }

  private static void note(Event event, Set<String> running) {
    if (event instanceof WorkerReady || event instanceof WorkerResumed) {
      running.add(event.worker());
    } else if (event instanceof WorkerExited
        || event instanceof WorkerKilled
        || event instanceof WorkerPaused
        || event instanceof StopSignalled) {
      running.remove(event.worker());
    }
  }
}
