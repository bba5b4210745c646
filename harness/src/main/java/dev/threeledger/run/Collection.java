package dev.threeledger.run;

import dev.threeledger.environment.CellEnvironment;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.ledger.LedgerReader;
import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.ledger.Ledgers;
import dev.threeledger.scenario.Subject;
import dev.threeledger.subject.Workers;
import dev.threeledger.timeline.Event.HarnessProblem;
import dev.threeledger.timeline.Event.LedgerRead;
import dev.threeledger.timeline.Event.LedgerUnread;
import dev.threeledger.timeline.Event.Phase;
import dev.threeledger.timeline.Event.PhaseStarted;
import dev.threeledger.timeline.Event.WorkerFrozen;
import dev.threeledger.timeline.Timeline;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The end of a run: its ledgers, all of one snapshot, and its raw evidence.
 *
 * @param due the keys that were due, where the scenario states them
 */
record Collection(
    RunFolder folder,
    Timeline timeline,
    CellEnvironment environment,
    Workers workers,
    Subject subject,
    RawEvidence raw,
    Optional<List<LedgerRow>> due) {
  private static final Duration STOP_WITHIN = Duration.ofSeconds(5);

  /** The workers are ended first, so that the ledgers stand still. */
  void ended() throws InterruptedException, EvidenceException {
    timeline.append(new PhaseStarted(Phase.COLLECT));
    endWorkers();
    write();
  }

  /**
   * A stop condition was met: the workers are stopped where they stand, evidence is taken in that
   * state, and only then are they ended.
   */
  void frozen() throws InterruptedException, EvidenceException {
    freezeWorkers();
    timeline.append(new PhaseStarted(Phase.COLLECT));
    environment.barrier();
    write();
    endWorkers();
  }

  private void freezeWorkers() throws InterruptedException {
    for (String worker : environment.values().keySet()) {
      Map<String, String> states = workers.get(worker).freeze(STOP_WITHIN);
      if (states.isEmpty()) {
        continue; // it had ended before
      }
      timeline.append(new WorkerFrozen(worker, workers.get(worker).pid(), states));
      if (!states.values().stream().allMatch("T"::equals)) {
        timeline.append(
            new HarnessProblem("run", "worker " + worker + " could not be stopped: " + states));
      }
    }
  }

  private void endWorkers() throws InterruptedException {
    Map<String, Set<Integer>> ports = new LinkedHashMap<>();
    environment.values().keySet().forEach(w -> ports.put(w, environment.databasePorts(w)));
    workers.close();
    for (Map.Entry<String, Set<Integer>> entry : ports.entrySet()) {
      environment.cutOff(entry.getKey(), entry.getValue());
    }
  }

  private void write() throws EvidenceException {
    Optional<List<LedgerRow>> business = Optional.empty();
    Optional<List<LedgerRow>> execution = Optional.empty();
    try (Connection connection = DriverManager.getConnection(environment.jdbc())) {
      LedgerReader.Snapshot snapshot =
          LedgerReader.read(connection, subject.businessSql(), subject.executionSql());
      business = Optional.of(snapshot.business());
      execution = Optional.of(snapshot.execution());
      timeline.append(new LedgerRead("business", snapshot.business().size()));
      timeline.append(new LedgerRead("execution", snapshot.execution().size()));
    } catch (SQLException | IllegalArgumentException e) {
      timeline.append(new LedgerUnread("business", String.valueOf(e.getMessage())));
      timeline.append(new LedgerUnread("execution", String.valueOf(e.getMessage())));
    }
    List<LedgerRow> external = environment.effects().rows();
    timeline.append(new LedgerRead("external", external.size()));
    Ledgers ledgers = new Ledgers(business, Optional.of(external), execution, due);
    folder.writeLedgers(ledgers);
    folder.secretsSeen(subject, timeline.entries(), ledgers).forEach(timeline::append);
    raw.write();
  }
}
