package dev.threeledger.experiment;

import dev.threeledger.environment.EnvironmentChoice;
import dev.threeledger.environment.PostgresServer;
import dev.threeledger.evidence.EnvironmentRecord;
import dev.threeledger.experiment.Experiment.Side;
import dev.threeledger.external.OutsideSystems;
import dev.threeledger.matrix.Cell;
import dev.threeledger.run.BatchPlan;
import dev.threeledger.run.Turn;
import dev.threeledger.scenario.ProblemsException;
import dev.threeledger.scenario.StopCondition;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An experiment with everything read and compared that can be before anything runs. */
public final class ExperimentPlan {
  private static final String NORMAL = "normal";

  private final Request request;
  private final Experiment experiment;
  private final Configuration baseline;
  private final Configuration candidate;
  private final List<Difference> differences;
  private final Map<SideName, BatchPlan> plans = new EnumMap<>(SideName.class);

  /**
   * What a user asks for.
   *
   * @param file the {@code experiment.yaml}
   * @param reports folder for batches
   * @param environment what it runs in
   */
  public record Request(Path file, Path reports, EnvironmentChoice environment) {

    /** With everything embedded. */
    public Request(Path file, Path reports) {
      this(file, reports, EnvironmentChoice.embedded());
    }
  }

  /**
   * A run to be made.
   *
   * @param attempt from 1; both runs of a pair have the same
   */
  public record Planned(SideName side, Cell cell, int attempt) {

    /** Folder of its evidence below the batch's. */
    public String folder() {
      return side.folder() + "/" + cell.id() + "/" + attempt;
    }
  }

  private ExperimentPlan(
      Request request,
      Experiment experiment,
      Configuration baseline,
      Configuration candidate,
      List<Difference> differences) {
    this.request = request;
    this.experiment = experiment;
    this.baseline = baseline;
    this.candidate = candidate;
    this.differences = List.copyOf(differences);
  }

  /**
   * Reads the experiment, both subjects, the outside systems and the cells; resolves and compares
   * the sides. Nothing is started.
   *
   * @throws ProblemsException with every problem of the files
   * @throws RefusedException when the sides do not differ in exactly the named place, or the
   *     rollback does not undo that
   * @throws IOException when a file cannot be read
   */
  public static ExperimentPlan read(Request request)
      throws ProblemsException, RefusedException, IOException {
    ExperimentFile.Located located = ExperimentFile.read(request.file());
    Experiment experiment = located.experiment();
    OutsideSystems systems = OutsideSystems.load(Shown.path(experiment.outside()));
    ResolvedSide before = ResolvedSide.of(experiment, experiment.baseline(), "baseline", systems);
    ResolvedSide after = ResolvedSide.of(experiment, experiment.candidate(), "candidate", systems);
    Side back = Rollback.applyTo(experiment);
    ResolvedSide undone = ResolvedSide.of(experiment, back, "rollback", systems);
    CellChoice choice = new CellChoice(located.root());
    choice.check(before.all(), after.all());
    choice.demandPassing(before.cells());
    located.problems().throwIfAny();

    Map<String, String> machine = machine(request);
    Configuration baseline = before.configuration(systems, machine);
    Configuration candidate = after.configuration(systems, machine);
    String file = request.file().toString();
    List<Difference> differences =
        OneVariable.demand(file, experiment.changed(), baseline, candidate);
    OneVariable.demandRollback(file, baseline, undone.configuration(systems, machine));

    ExperimentPlan plan = new ExperimentPlan(request, experiment, baseline, candidate, differences);
    plan.add(SideName.BASELINE_FIRST, before, before.cells(), systems);
    plan.add(SideName.BASELINE_AGAIN, before, before.cells(), systems);
    plan.add(SideName.BASELINE, before, before.cells(), systems);
    plan.add(SideName.CANDIDATE, after, after.cells(), systems);
    plan.add(SideName.ROLLED_BACK, undone, normal(undone.cells()), systems);
    plan.add(SideName.STOP_DRILL, after, List.of(drill(after.cells())), systems);
    return plan;
  }

  /** The normal ones; where there is none, all. */
  private static List<Cell> normal(List<Cell> cells) {
    List<Cell> normal =
        cells.stream().filter(cell -> cell.scenario().cell().equals(NORMAL)).toList();
    return normal.isEmpty() ? cells : normal;
  }

  /** The first of the normal ones, to be stopped before its first effect. */
  private static Cell drill(List<Cell> cells) {
    return normal(cells).get(0).stoppingAlso(List.of(StopCondition.FIRST_EFFECT));
  }

  private static Map<String, String> machine(Request request) {
    Map<String, String> machine = new TreeMap<>();
    EnvironmentRecord.here(Path.of("").toAbsolutePath())
        .versions()
        .forEach((part, version) -> machine.put("environment." + part, version));
    machine.put("environment.postgres", PostgresServer.binaries());
    URI toxiproxy = request.environment().toxiproxyUrl();
    machine.put("environment.toxiproxy", toxiproxy == null ? "embedded" : toxiproxy.toString());
    PostgresServer.settingsAtStart()
        .forEach((setting, value) -> machine.put("postgres." + setting, value));
    return machine;
  }

  private void add(SideName name, ResolvedSide side, List<Cell> cells, OutsideSystems systems) {
    plans.put(
        name,
        new BatchPlan(
            cells,
            experiment.fixed().seed(),
            side.options(),
            1,
            side.subject(),
            side.subjectTree(),
            systems,
            request.reports(),
            experiment.fixed().concurrency(),
            request.environment(),
            true));
  }

  /** What was asked for. */
  public Request request() {
    return request;
  }

  /** As the file says, defaults filled in. */
  public Experiment experiment() {
    return experiment;
  }

  /** Every place of the baseline. */
  public Configuration baseline() {
    return baseline;
  }

  /** Every place of the candidate. */
  public Configuration candidate() {
    return candidate;
  }

  /** The changed place, and what follows from it. */
  public List<Difference> differences() {
    return differences;
  }

  /** The cells of a side and what they run under. Lanes, reports and proxy are the same for all. */
  public BatchPlan plan(SideName side) {
    return plans.get(side);
  }

  /** The cells of a side, in order. */
  public List<Cell> cells(SideName side) {
    return plans.get(side).cells();
  }

  /**
   * Every run, in blocks, in the order in which they are begun: the baseline twice, the stop drill,
   * the candidate rolled back, the pairs. A pair is one block. Which side of it comes first
   * alternates from cell to cell and from attempt to attempt.
   */
  public List<List<Planned>> order() {
    List<List<Planned>> order = new ArrayList<>();
    order.addAll(single(SideName.BASELINE_FIRST));
    order.addAll(single(SideName.BASELINE_AGAIN));
    order.addAll(single(SideName.STOP_DRILL));
    order.addAll(single(SideName.ROLLED_BACK));
    order.addAll(pairs());
    return order;
  }

  /** How many runs there are in all. */
  public int runs() {
    return order().stream().mapToInt(List::size).sum();
  }

  private List<List<Planned>> single(SideName side) {
    return cells(side).stream().map(cell -> List.of(new Planned(side, cell, 1))).toList();
  }

  private List<List<Planned>> pairs() {
    List<List<Planned>> pairs = new ArrayList<>();
    List<Cell> before = cells(SideName.BASELINE);
    List<Cell> after = cells(SideName.CANDIDATE);
    for (int attempt = 1; attempt <= experiment.repeat(); attempt++) {
      for (int at = 0; at < before.size(); at++) {
        Planned one = new Planned(SideName.BASELINE, before.get(at), attempt);
        Planned other = new Planned(SideName.CANDIDATE, after.get(at), attempt);
        pairs.add((at + attempt) % 2 == 1 ? List.of(one, other) : List.of(other, one));
      }
    }
    return pairs;
  }

  /**
   * A planned run for {@link dev.threeledger.run.BatchRun}.
   *
   * @param registered digest of the registration, for the record
   */
  public Turn turn(Planned planned, String registered) {
    return new Turn(
        plan(planned.side()),
        planned.side().folder(),
        registered,
        planned.cell(),
        planned.attempt());
  }
}
