package dev.threeledger.fault;

import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.ConnectionClosed;
import dev.threeledger.timeline.Event.DatabaseRestarted;
import java.util.Optional;

/**
 * A restart of the database landed when the server's start time changed, workers' connections ended
 * with it, and the held message went nowhere.
 */
final class RestartProof {
  private RestartProof() {}

  static void add(StruckPoint struck, Proof proof) {
    Optional<Entry> restarted =
        proof.demand(
            DatabaseRestarted.class,
            struck.seq(),
            event ->
                event.fault().equals(struck.name())
                    && event.startedBefore() != null
                    && event.startedAfter() != null
                    && !event.startedBefore().equals(event.startedAfter()),
            "the database server says that it was started anew");
    if (restarted.isEmpty()) {
      return;
    }
    long until = restarted.get().seq();
    proof.demand(
        ((DatabaseRestarted) restarted.get().event()).connectionsCut() > 0
            && proof
                .find(ConnectionClosed.class, struck.seq(), event -> "server".equals(event.by()))
                .filter(entry -> entry.seq() < until)
                .isPresent(),
        "at least one connection of a worker ended with it");
    if (struck.connection() >= 0) {
      proof.demand(
          proof
              .find(
                  ConnectionClosed.class,
                  struck.seq(),
                  event ->
                      event.worker().equals(struck.worker())
                          && event.connection() == struck.connection()
                          && "server".equals(event.by()))
              .filter(entry -> entry.seq() < until)
              .isPresent(),
          "the connection of the point was one of them");
      CrashProof.database(struck, proof);
    }
  }
}
