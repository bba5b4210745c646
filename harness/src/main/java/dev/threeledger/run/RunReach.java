package dev.threeledger.run;

import dev.threeledger.environment.CellEnvironment;
import dev.threeledger.environment.CellEnvironment.Restarted;
import dev.threeledger.environment.RowLocks;
import dev.threeledger.environment.WorkerPath;
import dev.threeledger.fault.Reach;
import dev.threeledger.scenario.FaultAction.RestartDatabase.Mode;
import dev.threeledger.scenario.FaultAction.RestartDatabase.Port;
import dev.threeledger.scenario.Scenario.Trigger;
import dev.threeledger.subject.SubjectException;
import dev.threeledger.subject.Workers;
import dev.threeledger.trigger.Triggers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A run's processes, connections, proxies and triggers, as faults lay hands on them. */
final class RunReach implements Reach {
  private volatile CellEnvironment environment;
  private volatile Workers workers;
  private volatile Triggers triggers;

  private final Map<String, Set<Integer>> ports = new ConcurrentHashMap<>();

  void bind(CellEnvironment environment, Workers workers, Triggers triggers) {
    this.environment = environment;
    this.workers = workers;
    this.triggers = triggers;
  }

  @Override
  public long kill(String worker) throws InterruptedException {
    ports.put(worker, environment.databasePorts(worker));
    return workers.get(worker).kill();
  }

  @Override
  public int cutOff(String worker) throws InterruptedException {
    Set<Integer> known = ports.getOrDefault(worker, Set.of());
    environment.cutOff(worker, known);
    return known.size();
  }

  @Override
  public List<String> workers() {
    return workers.names();
  }

  @Override
  public Map<String, String> states(String worker) {
    return workers.get(worker).states();
  }

  @Override
  public void stop(String worker) {
    workers.get(worker).stop();
  }

  @Override
  public boolean awaitGone(String worker, Duration within) throws InterruptedException {
    return workers.get(worker).awaitGone(within);
  }

  @Override
  public void restart(List<String> names) throws InterruptedException {
    if (names.stream().anyMatch(worker -> workers.get(worker).isOver())) {
      return;
    }
    try {
      workers.restart(names);
    } catch (SubjectException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  @Override
  public Map<String, String> pause(String worker, Duration within) throws InterruptedException {
    return workers.get(worker).pause(within);
  }

  @Override
  public void resume(String worker) {
    workers.get(worker).resume();
  }

  @Override
  public long pid(String worker) {
    return workers.get(worker).pid();
  }

  @Override
  public String lockWait(String worker) {
    return environment.lockWait(worker);
  }

  /** Waits until everything committed so far stands on the timeline. */
  void barrier() throws InterruptedException {
    environment.barrier();
  }

  @Override
  public Restarted restartDatabase(Mode mode, Port port) throws InterruptedException {
    try {
      return environment.restartDatabase(mode, port);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the database server could not be restarted: " + e.getMessage(), e);
    }
  }

  @Override
  public Map<String, String> pauseDatabase(Duration within) throws InterruptedException {
    try {
      return environment.pauseDatabase(within);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the database server could not be stopped: " + e.getMessage(), e);
    }
  }

  @Override
  public void resumeDatabase() {
    environment.resumeDatabase();
  }

  @Override
  public String address(String worker) {
    return environment.place(worker).host();
  }

  @Override
  public Map<String, String> partition(String worker) {
    return environment.place(worker).partition();
  }

  @Override
  public Map<String, String> rejoin(String worker) {
    return environment.place(worker).rejoin();
  }

  @Override
  public String probeWorker(String worker, Duration within) {
    return workers.get(worker).probe(within);
  }

  @Override
  public RowLocks rowLocks(int port) {
    return environment.rowLocks(port);
  }

  @Override
  public int trigger(Trigger trigger) {
    return triggers.sendDuplicate(trigger);
  }

  @Override
  public ProxyPath path(String worker, String target) {
    WorkerPath path = environment.path(worker, target);
    return new ProxyPath() {
      @Override
      public String addToxic(String name, String type, Map<String, Long> attributes) {
        return path.addToxic(name, type, attributes);
      }

      @Override
      public boolean removeToxic(String name) {
        return path.removeToxic(name);
      }

      @Override
      public boolean enable(boolean enabled) {
        return path.enable(enabled);
      }

      @Override
      public String probe(Duration within) {
        return path.probe(within);
      }

      @Override
      public String probeServer(Duration within) {
        return path.probeServer(within);
      }
    };
  }
}
