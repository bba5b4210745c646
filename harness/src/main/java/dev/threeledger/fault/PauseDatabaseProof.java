package dev.threeledger.fault;

import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.FaultAction.PauseDatabase;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.DatabasePaused;
import dev.threeledger.timeline.Event.DatabaseResumed;
import dev.threeledger.timeline.Event.Probed;
import java.util.Optional;
import java.util.Set;

/**
 * A pause of the database landed when each of the server's processes stood still, nothing came back
 * from it for the planned time, and it answered once it went on.
 */
final class PauseDatabaseProof {
  /** Stopped by a signal, or by a container engine. */
  private static final Set<String> STILL = Set.of("T", "frozen");

  private PauseDatabaseProof() {}

  static void add(StruckPoint struck, PauseDatabase pause, Proof proof) {
    Optional<Entry> paused =
        proof.demand(
            DatabasePaused.class,
            struck.seq(),
            event ->
                event.fault().equals(struck.name())
                    && !event.states().isEmpty()
                    && STILL.containsAll(event.states().values()),
            "every process of the database server stood still");
    if (paused.isEmpty()) {
      return;
    }
    Optional<Entry> resumed =
        proof.demand(
            DatabaseResumed.class,
            paused.get().seq(),
            event -> event.fault().equals(struck.name()),
            "the database server was continued");
    if (resumed.isPresent()) {
      stoodStill(struck, pause, paused.get(), resumed.get(), proof);
      proof.demand(
          Probed.class,
          resumed.get().seq(),
          event -> event.fault().equals(struck.name()) && event.seen().endsWith(" ms"),
          "another one was answered after that");
    }
  }

  private static void stoodStill(
      StruckPoint struck, PauseDatabase pause, Entry paused, Entry resumed, Proof proof) {
    proof.demand(
        resumed.atNanos() - paused.atNanos() >= pause.lasts().toNanos(),
        "it stood still for %d ms at least".formatted(pause.lasts().toMillis()));
    proof.demand(
        proof
            .find(Probed.class, paused.seq(), event -> event.fault().equals(struck.name()))
            .filter(entry -> entry.seq() < resumed.seq())
            .filter(entry -> ((Probed) entry.event()).seen().equals("silent"))
            .isPresent(),
        "a probe of our own over the worker's path was not answered meanwhile");
    if (struck.connection() >= 0 && struck.fault().side() == Side.BEFORE) {
      proof.demand(
          proof
              .find(Event.Wire.class, paused.seq(), event -> answers(event, struck))
              .filter(entry -> entry.seq() < resumed.seq())
              .isEmpty(),
          "connection %d got no answer meanwhile".formatted(struck.connection()));
    }
  }

  private static boolean answers(Event.Wire event, StruckPoint struck) {
    boolean answer =
        event instanceof Event.StatementAnswered
            || event instanceof Event.CommitAcknowledged
            || event instanceof Event.RolledBack;
    return answer
        && struck.worker().equals(event.worker())
        && event.connection() == struck.connection();
  }
}
