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
import dev.threeledger.scenario.Scenario;
import dev.threeledger.scenario.Scenario.Trigger;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Gate;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All planned faults of one run: the gate that the taps ask. The first fault that strikes at a
 * moment decides what becomes of the message.
 */
public final class FaultPlan implements Gate, AutoCloseable {
  private final Toolbox tools;
  private final List<Injector> injectors;

  /**
   * A plan whose points are not watched yet.
   *
   * @param inject false: points are noted, but nothing strikes (to test the landing proof)
   */
  public FaultPlan(
      Scenario scenario, Subject subject, Timeline timeline, Reach reach, boolean inject) {
    this.tools = new Toolbox(timeline, reach, subject, scenario.when(), inject);
    this.injectors =
        scenario.faults().stream().map(fault -> injector(fault, scenario, tools)).toList();
  }

  private static Injector injector(Fault fault, Scenario scenario, Toolbox tools) {
    FaultAction action = fault.action();
    if (action instanceof Crash crash) {
      return new CrashInjector(fault, crash, tools);
    }
    if (action instanceof Terminate terminate) {
      return new TerminateInjector(fault, terminate, tools);
    }
    if (action instanceof LoseTrigger lose) {
      return new LoseTriggerInjector(fault, lose, tools);
    }
    if (action instanceof Late late) {
      return new LateInjector(fault, late, tools);
    }
    if (action instanceof Pause pause) {
      return new PauseInjector(fault, pause, tools);
    }
    if (action instanceof LoseResponse) {
      return new LoseResponseInjector(fault, tools);
    }
    if (action instanceof DuplicateTrigger duplicate) {
      return new DuplicateTriggerInjector(fault, duplicate, firstWorker(fault, scenario), tools);
    }
    if (action instanceof Hold hold) {
      return new HoldInjector(
          fault, Set.copyOf(hold.workers()), hold.release(), hold.within(), tools);
    }
    if (action instanceof Delay delay) {
      return new DelayInjector(fault, delay, tools);
    }
    if (action instanceof Reset) {
      return new ResetInjector(fault, tools);
    }
    if (action instanceof Refuse refuse) {
      return new RefuseInjector(fault, refuse, tools);
    }
    if (action instanceof RestartDatabase restart) {
      return new RestartDatabaseInjector(fault, restart, tools);
    }
    if (action instanceof PauseDatabase pause) {
      return new PauseDatabaseInjector(fault, pause, tools);
    }
    if (action instanceof Partition partition) {
      return new PartitionInjector(fault, partition, tools);
    }
    if (action instanceof Deadlock deadlock) {
      return new DeadlockInjector(fault, deadlock, tools);
    }
    return new ErrorInjector(fault, (FaultAction.Error) action, tools);
  }

  private static String firstWorker(Fault fault, Scenario scenario) {
    if (fault.on().worker() != null) {
      return fault.on().worker();
    }
    return scenario.when().stream()
        .filter(trigger -> fault.on().key() == null || trigger.keyText().equals(fault.on().key()))
        .map(Trigger::worker)
        .filter(worker -> !worker.equals(Trigger.ANY))
        .findFirst()
        .orElse("1");
  }

  /** Notes every fault as armed. Call before the first trigger. */
  public void arm() {
    injectors.forEach(Injector::arm);
  }

  @Override
  public Passage at(Moment moment) throws InterruptedException {
    Map<Injector, Integer> occurrences = new LinkedHashMap<>();
    for (Injector injector : injectors) {
      Optional<Passage> followed = injector.follow(moment);
      if (followed.isPresent()) {
        return followed.get();
      }
      occurrences.put(injector, injector.count(moment));
    }
    for (Map.Entry<Injector, Integer> entry : occurrences.entrySet()) {
      Injector injector = entry.getKey();
      try {
        Optional<Passage> passage = injector.offer(moment, entry.getValue());
        if (passage.isPresent()) {
          return passage.get();
        }
      } catch (RuntimeException e) {
        tools.problem(injector.name(), e);
        return Passage.FORWARD;
      }
    }
    return Passage.FORWARD;
  }

  /**
   * True when nothing of any fault is under way: no message held, nobody paused, no toxic to be
   * removed.
   */
  public boolean settled() {
    return tools.idle();
  }

  /** Lets everything go and heals what still acts. Idempotent. */
  @Override
  public void close() {
    tools.close();
    injectors.forEach(Injector::tearDown);
  }
}
