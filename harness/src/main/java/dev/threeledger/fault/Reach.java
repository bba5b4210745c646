package dev.threeledger.fault;

import dev.threeledger.environment.CellEnvironment.Restarted;
import dev.threeledger.environment.RowLocks;
import dev.threeledger.scenario.FaultAction.RestartDatabase.Mode;
import dev.threeledger.scenario.FaultAction.RestartDatabase.Port;
import dev.threeledger.scenario.Scenario.Trigger;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What a fault can lay hands on: processes, connections, proxies and triggers of one run. */
public interface Reach {

  /**
   * SIGKILL to the worker's process group; returns its pid when no process of it is left in /proc.
   */
  long kill(String worker) throws InterruptedException;

  /**
   * Closes the worker's connections at the taps, discards what is still in them, and waits until
   * none of its database backends is left and everything committed stands on the timeline.
   *
   * @return number of backends that it had
   * @throws IllegalStateException when some are left at the deadline
   */
  int cutOff(String worker) throws InterruptedException;

  /** Names of all workers of the run, in order. */
  List<String> workers();

  /** The living processes of the worker's group and their states in /proc; empty: none. */
  Map<String, String> states(String worker);

  /** The subject's stop signal to the group; the kernel has accepted it when this returns. */
  void stop(String worker);

  /**
   * Waits until no process of the group lives and its exit stands on the timeline.
   *
   * @return false when the time is up before that
   */
  boolean awaitGone(String worker, Duration within) throws InterruptedException;

  /** Starts new processes in the workers' places, all at once, and waits until each is ready. */
  void restart(List<String> workers) throws InterruptedException;

  /** SIGSTOP to the group; its processes and their states, all T unless the deadline passed. */
  Map<String, String> pause(String worker, Duration within) throws InterruptedException;

  /** SIGCONT to the group. */
  void resume(String worker);

  /** Process id of the worker's group. */
  long pid(String worker);

  /** What a worker's database backends wait for, or a sentence that they wait for nothing. */
  String lockWait(String worker);

  /**
   * Restarts the database server on the same data directory.
   *
   * @return when it accepts connections and everything committed stands on the timeline
   */
  Restarted restartDatabase(Mode mode, Port port) throws InterruptedException;

  /**
   * Lets every process of the database server stand still; their states, see {@link
   * dev.threeledger.environment.DatabaseServer#pause}.
   */
  Map<String, String> pauseDatabase(Duration within) throws InterruptedException;

  /** Lets it go on. No effect when it does not stand still. */
  void resumeDatabase();

  /** The address at which the worker is reached, without its port. */
  String address(String worker);

  /**
   * Cuts the worker's container off from every network.
   *
   * @return on which it is afterwards, as the engine tells, each with its address there: none
   */
  Map<String, String> partition(String worker);

  /**
   * Joins it again, at the addresses that it had. No effect when it is not cut off.
   *
   * @return as {@link #partition}
   */
  Map<String, String> rejoin(String worker);

  /**
   * Asks the worker's ready address once.
   *
   * @return {@code answered 200}, or whatever the status was; {@code silent: } and why when nothing
   *     came back in that time; {@code refused}; {@code closed}
   */
  String probeWorker(String worker, Duration within);

  /**
   * A database session of the harness's own, past all taps, in one transaction.
   *
   * @param port local port, towards the server, of the worker's connection that it is to wait
   *     behind
   */
  RowLocks rowLocks(int port);

  /** Sends a trigger; returns its number. */
  int trigger(Trigger trigger);

  /** The proxy between a worker and a target. */
  ProxyPath path(String worker, String target);

  /**
   * The proxy between a worker and a target, over Toxiproxy's API. What is reported is what the
   * proxy itself says.
   */
  interface ProxyPath {
    /**
     * Adds a toxic to the stream towards the worker; returns its attributes as the proxy then lists
     * them.
     */
    String addToxic(String name, String type, Map<String, Long> attributes);

    /** Removes it; returns whether the proxy no longer lists it. */
    boolean removeToxic(String name);

    /** Switches the proxy; returns what it then reports. */
    boolean enable(boolean enabled);

    /**
     * Tries the path with a connection of the harness's own.
     *
     * @return {@code refused}, {@code closed}, {@code silent}, or the round trip such as {@code 312
     *     ms}
     */
    String probe(Duration within);

    /**
     * Of the path to the database: tries it up to the server itself.
     *
     * @return as {@link #probe}, or {@code silent} when nothing came back within that time
     */
    String probeServer(Duration within);
  }
}
