package dev.threeledger.fault;

import dev.threeledger.scenario.FaultAction;
import dev.threeledger.scenario.FaultAction.Pause.Until;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import java.util.Objects;
import java.util.Optional;

/**
 * A pause landed when every process of the group was in state T, what was to end it came, and the
 * old holder then tried something about that key, or recorded that it was refused.
 */
final class PauseProof {
  private PauseProof() {}

  static void add(StruckPoint struck, Proof proof) {
    String worker = struck.worker();
    Optional<Entry> paused =
        proof.demand(
            Event.WorkerPaused.class,
            struck.seq(),
            event ->
                event.fault().equals(struck.name())
                    && !event.states().isEmpty()
                    && event.states().values().stream().allMatch("T"::equals),
            "every process of worker " + worker + " was in state T");
    if (paused.isEmpty()) {
      return;
    }
    proof.demandNone(
        Event.HoldMissed.class,
        paused.get().seq(),
        event -> event.fault().equals(struck.name()),
        "what was to end the pause came in time");
    Optional<Entry> resumed =
        proof.demand(
            Event.WorkerResumed.class,
            paused.get().seq(),
            event -> event.fault().equals(struck.name()),
            "worker " + worker + " was continued");
    resumed.ifPresent(
        entry -> {
          if (((FaultAction.Pause) struck.fault().action()).until() != Until.TIME) {
            proof.demand(
                anotherChangedTheKey(struck, entry.seq(), proof),
                "another worker committed a change of the key meanwhile");
          }
          oldHolderActs(struck, entry.seq(), proof);
        });
  }

  private static boolean anotherChangedTheKey(StruckPoint struck, long resumed, Proof proof) {
    String key = struck.point().key();
    return proof
        .all(Event.CommitAcknowledged.class, commit -> !commit.worker().equals(struck.worker()))
        .stream()
        .filter(entry -> entry.seq() > struck.seq() && entry.seq() < resumed)
        .map(entry -> ((Event.CommitAcknowledged) entry.event()).xid())
        .filter(Objects::nonNull)
        .anyMatch(
            xid ->
                proof
                    .find(
                        Event.RowChanged.class,
                        struck.seq(),
                        row -> row.xid() == xid && (key == null || key.equals(row.key())))
                    .isPresent());
  }

  private static void oldHolderActs(StruckPoint struck, long after, Proof proof) {
    String key = struck.point().key();
    proof.demand(
        Event.class,
        after,
        event -> struck.worker().equals(event.worker()) && isAbout(event, key),
        "after that worker %s tried something%s"
            .formatted(struck.worker(), key == null ? "" : " about " + key));
  }

  private static boolean isAbout(Event event, String key) {
    if (event instanceof Event.StatementSent statement) {
      return key == null || KeyMention.in(statement.sql(), statement.parameters(), key);
    }
    return event instanceof Event.RequestReceived request
        && (key == null || key.equals(request.key()));
  }
}
