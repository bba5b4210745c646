package dev.threeledger.fault;

import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.scenario.FaultAction.Crash;
import dev.threeledger.scenario.FaultAction.Deadlock;
import dev.threeledger.scenario.FaultAction.Delay;
import dev.threeledger.scenario.FaultAction.DuplicateTrigger;
import dev.threeledger.scenario.FaultAction.Hold;
import dev.threeledger.scenario.FaultAction.Late;
import dev.threeledger.scenario.FaultAction.LoseResponse;
import dev.threeledger.scenario.FaultAction.LoseTrigger;
import dev.threeledger.scenario.FaultAction.Partition;
import dev.threeledger.scenario.FaultAction.Pause;
import dev.threeledger.scenario.FaultAction.PauseDatabase;
import dev.threeledger.scenario.FaultAction.Refuse;
import dev.threeledger.scenario.FaultAction.Reset;
import dev.threeledger.scenario.FaultAction.RestartDatabase;
import dev.threeledger.scenario.FaultAction.Terminate;
import dev.threeledger.scenario.FaultPoint;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.PointReached;
import dev.threeledger.verdict.Landing;
import java.util.List;
import java.util.Optional;

/**
 * Whether each planned fault struck, at the planned point, before anything later of that key, shown
 * by something other than our intent. Pure: judged from the timeline alone, so that anybody can
 * judge it again.
 */
public final class LandingProof {
  private LandingProof() {}

  /**
   * One landing per fault, in the scenario's order.
   *
   * @param subject says what its states mean
   */
  public static List<Landing> prove(Scenario scenario, Subject subject, List<Entry> timeline) {
    return scenario.faults().stream().map(fault -> prove(fault, subject, timeline)).toList();
  }

  private static Landing prove(Fault fault, Subject subject, List<Entry> timeline) {
    Proof proof = new Proof(fault.name(), timeline);
    Optional<Entry> reached =
        proof.demand(
            PointReached.class,
            0,
            event -> event.fault().equals(fault.name()),
            "the point was reached: " + fault.on().text());
    if (reached.isPresent()) {
      PointReached point = (PointReached) reached.get().event();
      StruckPoint struck =
          new StruckPoint(fault, reached.get().seq(), point, proof.at(point.event()).orElse(null));
      if (fault.on() instanceof FaultPoint.Commit commit && commit.state() != null) {
        StateProof.add(struck, commit, subject, proof);
      }
      byAction(struck, proof);
    }
    return proof.landing();
  }

  private static void byAction(StruckPoint struck, Proof proof) {
    FaultAction action = struck.fault().action();
    if (action instanceof Crash crash) {
      CrashProof.add(struck, crash, proof);
    } else if (action instanceof Terminate terminate) {
      TerminateProof.add(struck, terminate, proof);
    } else if (action instanceof LoseTrigger lose) {
      LostTriggerProof.add(struck, lose, proof);
    } else if (action instanceof Late late) {
      LateProof.add(struck, late, proof);
    } else if (action instanceof Pause) {
      PauseProof.add(struck, proof);
    } else if (action instanceof LoseResponse) {
      LostAnswerProof.add(struck, proof);
    } else if (action instanceof DuplicateTrigger duplicate) {
      RaceProof.addDuplicate(struck, duplicate, proof);
    } else if (action instanceof Hold hold) {
      RaceProof.addHold(struck, hold.workers(), proof);
    } else if (action instanceof Delay delay) {
      NetworkProof.addDelay(struck, delay, proof);
    } else if (action instanceof Refuse) {
      NetworkProof.addRefuse(struck, proof);
    } else if (action instanceof Reset) {
      NetworkProof.addReset(struck, proof);
    } else if (action instanceof RestartDatabase restart) {
      RestartProof.add(struck, restart, proof);
    } else if (action instanceof PauseDatabase pause) {
      PauseDatabaseProof.add(struck, pause, proof);
    } else if (action instanceof Partition partition) {
      PartitionProof.add(struck, partition, proof);
    } else if (action instanceof Deadlock deadlock) {
      DeadlockProof.add(struck, deadlock, proof);
    } else {
      ErrorProof.add(struck, (FaultAction.Error) action, proof);
    }
  }
}
