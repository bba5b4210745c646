package dev.threeledger.fault;

import dev.threeledger.scenario.FaultAction.DuplicateTrigger;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import java.util.List;

/** A race landed when all participants were held at the point at one time, and then released. */
final class RaceProof {
  private RaceProof() {}

  static void addDuplicate(StruckPoint struck, DuplicateTrigger duplicate, Proof proof) {
    proof.demand(
        Event.TriggerDuplicated.class,
        struck.seq(),
        event -> event.fault().equals(struck.name()) && event.worker().equals(duplicate.to()),
        "a second trigger for the key was sent to worker " + duplicate.to());
    if (duplicate.hold()) {
      addHold(struck, List.of(struck.worker(), duplicate.to()), proof);
    } else {
      int number =
          proof
              .find(
                  Event.TriggerDuplicated.class,
                  struck.seq(),
                  event -> event.fault().equals(struck.name()))
              .map(entry -> ((Event.TriggerDuplicated) entry.event()).trigger())
              .orElse(-1);
      proof.demand(
          Event.TriggerAnswered.class,
          0,
          event -> event.trigger() == number,
          "worker " + duplicate.to() + " answered it");
    }
  }

  static void addHold(StruckPoint struck, List<String> workers, Proof proof) {
    for (String worker : workers) {
      proof.demand(
          Event.Held.class,
          0,
          event -> event.fault().equals(struck.name()) && event.worker().equals(worker),
          "worker " + worker + " was held at the point");
    }
    List<Entry> missed =
        proof.all(Event.HoldMissed.class, event -> event.fault().equals(struck.name()));
    for (Entry entry : missed) {
      Event.HoldMissed event = (Event.HoldMissed) entry.event();
      proof.demand(
          false, "worker " + event.worker() + " arrived before the deadline (" + event.why() + ")");
    }
    proof.demand(
        heldTogether(struck, workers, proof), "all were held before the first was released");
    proof.demand(oneKey(struck, proof), "all were held at one and the same business key");
  }

  private static boolean oneKey(StruckPoint struck, Proof proof) {
    List<String> keys =
        proof.all(Event.Held.class, event -> event.fault().equals(struck.name())).stream()
            .map(entry -> String.valueOf(entry.event().key()))
            .distinct()
            .toList();
    return keys.size() == 1 && !keys.contains("null");
  }

  private static boolean heldTogether(StruckPoint struck, List<String> workers, Proof proof) {
    List<Entry> held = proof.all(Event.Held.class, event -> event.fault().equals(struck.name()));
    List<Entry> released =
        proof.all(Event.Released.class, event -> event.fault().equals(struck.name()));
    return held.size() >= workers.size()
        && released.size() >= workers.size()
        && held.stream().mapToLong(Entry::seq).max().orElse(0)
            < released.stream().mapToLong(Entry::seq).min().orElse(0);
  }
}
