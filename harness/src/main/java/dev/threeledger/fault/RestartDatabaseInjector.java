package dev.threeledger.fault;

import dev.threeledger.environment.CellEnvironment.Restarted;
import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.timeline.Event.DatabaseRestarted;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.util.Locale;

/**
 * {@code restart-database}: the lane's PostgreSQL server goes down, and comes up on the same data
 * directory, while the message is held; with {@code port: another} elsewhere, and the taps follow.
 *
 * <p>Data in flight: every connection ends; a held message of the database's wire is dropped with
 * its connection, any other is let through. What was committed is there afterwards, what was not is
 * gone, and of a commit that was under way only the database knows: it is asked before this fault
 * is told of. Healed when the server accepts connections.
 *
 * <pre>
 * message held ─► server down ─► server up ─► connections ended ─► row history up to date ─► message dropped
 * </pre>
 */
final class RestartDatabaseInjector extends Injector {
  private final FaultAction.RestartDatabase restart;

  RestartDatabaseInjector(Fault fault, FaultAction.RestartDatabase restart, Toolbox tools) {
    super(fault, tools);
    this.restart = restart;
  }

  @Override
  Passage strike(Moment moment, String key) throws InterruptedException {
    Restarted restarted = tools.reach.restartDatabase(restart.mode(), restart.port());
    tools.timeline.append(
        new DatabaseRestarted(
            name(),
            restart.mode().name().toLowerCase(Locale.ROOT),
            restarted.startedBefore(),
            restarted.startedAfter(),
            restarted.connectionsCut(),
            restarted.addressBefore(),
            restarted.addressAfter(),
            restarted.end().by(),
            restarted.end().processes(),
            restarted.end().left()));
    healed();
    return moment.target().equals("database") ? Passage.DISCARD : Passage.FORWARD;
  }
}
