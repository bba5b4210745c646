package dev.threeledger.environment;

import dev.threeledger.external.Brake;
import dev.threeledger.external.EffectLedger;
import dev.threeledger.external.OutsideServer;
import dev.threeledger.scenario.FaultAction.PauseDatabase;
import dev.threeledger.scenario.FaultAction.RestartDatabase.Mode;
import dev.threeledger.scenario.FaultAction.RestartDatabase.Port;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Gate;
import dev.threeledger.wire.http.Exchanges;
import dev.threeledger.wire.http.HttpTap;
import dev.threeledger.wire.postgres.PostgresTap;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one cell runs in: a database with its row history, and for each worker a path to every
 * target.
 *
 * <pre>
 * worker n ──► proxy ──► PostgreSQL tap ──► PostgreSQL
 *          └─► proxy ──► HTTP tap ──► this worker's WireMock ──► one effect ledger
 * </pre>
 *
 * Closing takes everything down in the reverse order and drops the database.
 */
public final class CellEnvironment implements AutoCloseable {
  /** Twice as long as the server may stand still on purpose. */
  private static final Duration GONE_WITHIN = PauseDatabase.LONGEST.multipliedBy(2);

  static final Duration BARRIER_WITHIN = GONE_WITHIN;

  private final Lane lane;
  private final String database;
  private final RowHistory history;
  private final EffectLedger effects;
  private final KeyColumns keyColumns;
  private final long logFrom;
  private final Map<String, PostgresTap> databaseTaps = new LinkedHashMap<>();
  private final Map<String, List<HttpTap>> outsideTaps = new LinkedHashMap<>();
  private final Map<String, Map<String, WorkerPath>> paths = new LinkedHashMap<>();
  private final Map<String, WorkerPlace> places = new LinkedHashMap<>();
  private final Map<String, Map<String, String>> values = new LinkedHashMap<>();
  private final Deque<AutoCloseable> toClose = new ArrayDeque<>();
  private final ServerOutages outages;

  private CellEnvironment(
      Lane lane, String database, RowHistory history, EffectLedger effects, KeyColumns keyColumns)
      throws IOException {
    this.keyColumns = keyColumns;
    this.outages = new ServerOutages(lane.server(), history, databaseTaps.values());
    this.logFrom = lane.server().logMark();
    this.lane = lane;
    this.database = database;
    this.history = history;
    this.effects = effects;
  }

  /**
   * Opens it. The row history's slot is there before this returns, so that no change is missed.
   *
   * @param database a fresh database, already holding the scenario's data
   * @param settings the subject's settings in this run
   * @param prefix unique within the proxy, for the names of proxies
   * @param brake asked before each effect of an outside system
   */
  public static CellEnvironment open(
      Lane lane,
      String database,
      Scenario scenario,
      Subject subject,
      Map<String, String> settings,
      String prefix,
      Timeline timeline,
      Gate gate,
      Brake brake)
      throws SQLException, IOException {
    Exchanges exchanges = new Exchanges();
    EffectLedger effects =
        new EffectLedger(timeline, exchanges, gate, scenario.given().partner(), brake);
    RowHistory history = RowHistory.open(lane.server(), database, subject.history(), timeline);
    CellEnvironment environment =
        new CellEnvironment(
            lane, database, history, effects, new KeyColumns(subject.history(), parts(scenario)));
    environment.toClose.push(history);
    try {
      for (int place = 0; place < scenario.given().workers(); place++) {
        environment.openWorker(place, subject, settings, prefix, timeline, gate, exchanges);
      }
      environment.toClose.push(environment::resumeDatabase);
      return environment;
    } catch (IOException e) {
      environment.close();
      throw new EnvironmentException(
          "the paths of a worker could not be opened: " + e.getMessage(), e);
    }
  }

  private static Map<String, Map<String, String>> parts(Scenario scenario) {
    Map<String, Map<String, String>> parts = new HashMap<>();
    scenario.when().forEach(trigger -> parts.put(trigger.keyText(), trigger.key()));
    return parts;
  }

  private void openWorker(
      int place,
      Subject subject,
      Map<String, String> settings,
      String prefix,
      Timeline timeline,
      Gate gate,
      Exchanges exchanges)
      throws IOException {
    String worker = Integer.toString(place + 1);
    Map<String, WorkerPath> own = new LinkedHashMap<>();
    paths.put(worker, own);
    PostgresTap tap =
        PostgresTap.open(
            worker, lane.server()::address, timeline, gate, history, lane.network().tapAddress());
    toClose.push(tap);
    databaseTaps.put(worker, tap);
    WorkerPath path = openPath(prefix + "-" + worker + "-database", tap.port(), PathProbe.DATABASE);
    own.put("database", path);
    Map<String, String> filled =
        new HashMap<>(lane.databaseValues(database, path.host(), path.port()));
    OutsideServer outside = lane.outside(place);
    outside.use(worker, effects);
    List<HttpTap> taps = new ArrayList<>();
    outsideTaps.put(worker, taps);
    for (String system : lane.systems().systems()) {
      HttpTap httpTap =
          HttpTap.open(
              worker,
              system,
              new InetSocketAddress("127.0.0.1", outside.port()),
              exchanges,
              timeline,
              gate,
              lane.network().tapAddress());
      toClose.push(httpTap);
      taps.add(httpTap);
      WorkerPath systemPath =
          openPath(prefix + "-" + worker + "-" + system, httpTap.port(), PathProbe.OUTSIDE);
      own.put(system, systemPath);
      filled.put(
          "external." + system + ".url", "http://" + systemPath.host() + ":" + systemPath.port());
    }
    WorkerPlace its = lane.place(subject);
    toClose.push(its);
    places.put(worker, its);
    filled.put("subject.port", Integer.toString(its.port()));
    filled.put("subject.url", "http://" + its.host() + ":" + its.port());
    filled.put("subject.worker", worker);
    settings.forEach((name, value) -> filled.put("settings." + name, value));
    values.put(worker, filled);
  }

  private WorkerPath openPath(String name, int port, PathProbe probe) throws IOException {
    WorkerPath path = lane.network().open(name, port, probe);
    toClose.push(path::delete);
    return path;
  }

  /** What fills the subject's placeholders, by worker name, in order. */
  public Map<String, Map<String, String>> values() {
    return values;
  }

  /** Where a worker runs. */
  public WorkerPlace place(String worker) {
    return places.get(worker);
  }

  /** The effects so far. */
  public EffectLedger effects() {
    return effects;
  }

  /** The row history, which also observes commits. */
  public RowHistory history() {
    return history;
  }

  /** Name of the cell's database. */
  public String database() {
    return database;
  }

  /** JDBC address past all taps, for the harness's own reading. */
  public String jdbc() {
    return lane.databases().jdbc(database);
  }

  /** The path from a worker to a target. */
  public WorkerPath path(String worker, String target) {
    Map<String, WorkerPath> own = paths.get(worker);
    WorkerPath path = own == null ? null : own.get(target);
    if (path == null) {
      throw new IllegalArgumentException(
          "no path from worker "
              + worker
              + " to '"
              + target
              + "'; workers and targets are "
              + paths.keySet()
              + " and "
              + new TreeSet<>(paths.values().iterator().next().keySet()));
    }
    return path;
  }

  /**
   * The local ports of a worker's connections to the database: what its backends are known by. Ask
   * before it is killed.
   */
  public Set<Integer> databasePorts(String worker) {
    return databaseTaps.get(worker).serverPorts();
  }

  /**
   * A worker is dead: closes its upstream sockets, discards what is still in them, waits until its
   * backends are gone and until everything committed stands on the timeline.
   *
   * @param ports from {@link #databasePorts} before it died
   */
  public void cutOff(String worker, Set<Integer> ports) throws InterruptedException {
    databaseTaps.get(worker).cut();
    outsideTaps.get(worker).forEach(HttpTap::cut);
    if (!history.awaitBackendsGone(ports, GONE_WITHIN)) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      throw new IllegalStateException(
          history.backends(ports)
              + " database backends of the dead worker "
              + worker
              + " are still there");
    }
    barrier();
  }

  /**
   * A session that locks rows of business keys.
   *
   * @param workerPort local port, towards the server, of the connection that it is to wait behind
   */
  public RowLocks rowLocks(int workerPort) {
    return new RowLockSession(jdbc(), history, keyColumns, workerPort);
  }

  /**
   * The lane's server, restarted.
   *
   * @param startedBefore when the server had been started, as it said itself
   * @param startedAfter the same afterwards
   * @param connectionsCut workers' connections that ended with it
   * @param addressBefore where it listened, {@code host:port}
   * @param addressAfter where it listens now
   * @param end of its life before
   */
  public record Restarted(
      String startedBefore,
      String startedAfter,
      int connectionsCut,
      String addressBefore,
      String addressAfter,
      DatabaseServer.End end) {}

  /** Restarts the lane's server, see {@link ServerOutages#restart}. */
  public Restarted restartDatabase(Mode mode, Port port) throws IOException, InterruptedException {
    return outages.restart(mode, port);
  }

  /** Lets the lane's server stand still, see {@link ServerOutages#pause}. */
  public Map<String, String> pauseDatabase(Duration within)
      throws IOException, InterruptedException {
    return outages.pause(within);
  }

  /** Lets it go on. No effect unless it was paused here. */
  public void resumeDatabase() {
    outages.resume();
  }

  /** Waits until everything committed so far stands on the timeline. */
  public void barrier() throws InterruptedException {
    history.barrier(BARRIER_WITHIN);
  }

  /** What a worker's backends wait for, or a sentence that they wait for no lock. */
  public String lockWait(String worker) {
    for (int port : databaseTaps.get(worker).serverPorts()) {
      String wait = history.lockWait(port);
      if (wait != null) {
        return wait;
      }
    }
    return "its database connections wait for no lock";
  }

  /** Number of things that taps passed on without understanding them. */
  public long notUnderstood() {
    long database = databaseTaps.values().stream().mapToLong(PostgresTap::notUnderstood).sum();
    return database
        + outsideTaps.values().stream()
            .flatMap(List::stream)
            .mapToLong(HttpTap::notUnderstood)
            .sum();
  }

  /** What the server logs about this database, since the environment was opened. */
  public List<ServerLog.Message> logged() throws IOException {
    return lane.server().logFrom(logFrom).of(database);
  }

  /** Takes everything down; the database is dropped. What fails is noted at debug level. */
  @Override
  public void close() {
    while (!toClose.isEmpty()) {
      closeQuietly(toClose.pop());
    }
    closeQuietly(() -> lane.drop(database));
  }

  private static void closeQuietly(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (Exception e) {
      org.slf4j.LoggerFactory.getLogger(CellEnvironment.class).debug("while closing a cell", e);
    }
  }
}
