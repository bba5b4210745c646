package dev.threeledger.fault;

import dev.threeledger.scenario.FaultAction.RestartDatabase;
import dev.threeledger.scenario.FaultAction.RestartDatabase.Mode;
import dev.threeledger.scenario.FaultAction.RestartDatabase.Port;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.ConnectionClosed;
import dev.threeledger.timeline.Event.ConnectionOpened;
import dev.threeledger.timeline.Event.DatabaseRestarted;
import java.util.Optional;

/**
 * A restart of the database landed when the server's start time changed, workers' connections ended
 * with it, and the held message went nowhere. A kill: when SIGKILL ended it and nothing of its old
 * life was left. A failover: when it came back at another address, and a worker reached it there.
 */
final class RestartProof {
  private RestartProof() {}

  static void add(StruckPoint struck, RestartDatabase restart, Proof proof) {
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
    DatabaseRestarted told = (DatabaseRestarted) restarted.get().event();
    if (restart.mode() == Mode.KILL) {
      killed(told, proof);
    }
    if (restart.port() == Port.ANOTHER) {
      movedOn(struck, told, proof);
    }
    proof.demand(
        told.connectionsCut() > 0
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

  private static void killed(DatabaseRestarted told, Proof proof) {
    proof.demand(
        "KILL".equals(told.endedBy()),
        "the kernel reported that the server's first process was ended by SIGKILL");
    proof.demand(
        told.processes() != null
            && !told.processes().isEmpty()
            && told.left() != null
            && told.left().isEmpty(),
        "no process of its old life was left when it was started again");
  }

  /**
   * A worker may be there before the harness is done: that its connection goes to the new address
   * shows that it came afterwards.
   */
  private static void movedOn(StruckPoint struck, DatabaseRestarted told, Proof proof) {
    String now = told.addressAfter();
    proof.demand(
        now != null && told.addressBefore() != null && !now.equals(told.addressBefore()),
        "it came back at another address");
    proof.demand(
        ConnectionOpened.class,
        struck.seq(),
        event -> event.server() != null && event.server().equals(now),
        "a worker's connection was opened to the new address");
  }
}
