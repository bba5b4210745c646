package dev.threeledger.selftest;

import dev.threeledger.check.Checks;
import dev.threeledger.environment.EnvironmentChoice;
import dev.threeledger.external.OutsideSystems;
import dev.threeledger.matrix.Cell;
import dev.threeledger.matrix.CellFilter;
import dev.threeledger.matrix.Matrix;
import dev.threeledger.matrix.Overrides;
import dev.threeledger.run.BatchPlan;
import dev.threeledger.run.BatchResult;
import dev.threeledger.run.BatchRun;
import dev.threeledger.run.CellOutcome;
import dev.threeledger.run.Progress;
import dev.threeledger.scenario.Location;
import dev.threeledger.scenario.Nearest;
import dev.threeledger.scenario.PlantedDefects;
import dev.threeledger.scenario.PlantedDefects.Row;
import dev.threeledger.scenario.Problems;
import dev.threeledger.scenario.ProblemsException;
import dev.threeledger.scenario.Subject;
import dev.threeledger.scenario.SubjectFile;
import dev.threeledger.timeline.TimelineJson;
import dev.threeledger.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A table of planted defects, ready to be run. */
public final class SelfTest {
  private final PlantedDefects table;
  private final List<Row> rows;
  private final BatchPlan plan;
  private final Map<Row, String> defective;
  private final Map<Row, String> control;

  private SelfTest(
      PlantedDefects table,
      List<Row> rows,
      BatchPlan plan,
      Map<Row, String> defective,
      Map<Row, String> control) {
    this.table = table;
    this.rows = rows;
    this.plan = plan;
    this.defective = defective;
    this.control = control;
  }

  /**
   * Which rows to run, and where.
   *
   * @param table file of planted defects
   * @param defects only these; empty: all
   * @param quick true: without the rows of the long profile, and without controls that are cells of
   *     the matrix as they stand
   * @param environment what the cells run in
   */
  public record Request(
      Path table,
      Path subject,
      Path scenarios,
      Path outside,
      Path reports,
      int lanes,
      long seed,
      List<String> defects,
      boolean quick,
      EnvironmentChoice environment) {
    public Request {
      defects = List.copyOf(defects);
    }
  }

  /**
   * Reads everything; nothing is started.
   *
   * @throws ProblemsException with every problem of the table, the subject and the scenarios
   * @throws dev.threeledger.environment.UnfitException when the subject cannot run in the
   *     environment
   */
  public static SelfTest read(Request request) throws ProblemsException, IOException {
    OutsideSystems systems = OutsideSystems.load(request.outside());
    Subject subject = SubjectFile.load(request.subject(), systems.operations());
    request.environment().demandFor(subject);
    PlantedDefects table =
        PlantedDefects.load(request.table(), subject, Checks.names(), TimelineJson.eventNames());
    List<Row> rows = chosen(table, request);
    Variants variants = new Variants(table, request, subject, systems);
    Map<Row, String> defective = new LinkedHashMap<>();
    Map<Row, String> control = new LinkedHashMap<>();
    for (Row row : rows) {
      defective.put(row, variants.defective(row));
      variants.control(row).ifPresent(id -> control.put(row, id));
    }
    variants.problems().throwIfAny();
    BatchPlan plan =
        new BatchPlan(
            variants.cells(),
            request.seed(),
            request.environment().options(),
            1,
            subject,
            SubjectFile.tree(subject),
            systems,
            request.reports(),
            request.lanes(),
            request.environment(),
            true);
    return new SelfTest(table, rows, plan, defective, control);
  }

  private static List<Row> chosen(PlantedDefects table, Request request) throws ProblemsException {
    List<String> known = table.rows().stream().map(Row::defect).distinct().toList();
    Problems problems = new Problems();
    for (String defect : request.defects()) {
      if (!known.contains(defect)) {
        problems.add(
            Location.of(Path.of("--defect " + defect)), Nearest.unknown("defect", defect, known));
      }
    }
    problems.throwIfAny();
    return table.rows().stream()
        .filter(row -> request.defects().isEmpty() || request.defects().contains(row.defect()))
        .filter(row -> !request.quick() || !row.longProfile())
        .toList();
  }

  /** The batch that it comes to: each defect in its cell, each control once. */
  public BatchPlan plan() {
    return plan;
  }

  /**
   * Runs the batch and compares.
   *
   * @throws IOException when evidence cannot be read back
   */
  public SelfTestResult run(Progress progress) throws IOException, InterruptedException {
    BatchResult batch = new BatchRun(plan, progress).run();
    return result(batch);
  }

  /** Compares a batch of {@link #plan()} with the table. */
  public SelfTestResult result(BatchResult batch) throws IOException {
    Map<String, CellOutcome> outcomes =
        batch.outcomes().stream()
            .collect(Collectors.toMap(outcome -> outcome.cell().id(), Function.identity()));
    List<RowResult> results = new ArrayList<>();
    for (Row row : rows) {
      results.add(
          RowResult.of(row, outcomes.get(defective.get(row)), outcomes.get(control.get(row))));
    }
    List<CellOutcome> controls =
        control.values().stream()
            .distinct()
            .filter(outcomes::containsKey)
            .map(outcomes::get)
            .toList();
    int asked = (int) control.values().stream().distinct().count();
    int passed = (int) controls.stream().filter(c -> c.verdict().verdict() == Verdict.PASS).count();
    return new SelfTestResult(results, asked, passed, neverAlone(), batch);
  }

  /** Checks that no row of the whole table shows alone. */
  private List<String> neverAlone() {
    List<String> shown = table.rows().stream().filter(Row::alone).map(Row::check).toList();
    return Checks.names().stream().filter(check -> !shown.contains(check)).toList();
  }

  /** The cells of a self-test: the matrix' own, renamed, with a defect or without. */
  private static final class Variants {
    private static final CellFilter QUICK = new CellFilter(List.of(), List.of(), List.of(), true);

    private final PlantedDefects table;
    private final Request request;
    private final Subject subject;
    private final OutsideSystems systems;
    private final Map<String, Cell> known; // as they stand, by id
    private final Map<String, Cell> cells = new LinkedHashMap<>();
    private final Map<List<String>, String> controls = new LinkedHashMap<>();
    private final Problems problems = new Problems();

    Variants(PlantedDefects table, Request request, Subject subject, OutsideSystems systems)
        throws ProblemsException {
      this.table = table;
      this.request = request;
      this.subject = subject;
      this.systems = systems;
      this.known = load(request.scenarios(), List.of());
    }

    Problems problems() {
      return problems;
    }

    List<Cell> cells() {
      return List.copyOf(cells.values());
    }

    String defective(Row row) throws ProblemsException {
      List<String> set = new ArrayList<>(row.set());
      set.add(0, table.setting() + "=" + row.defect());
      return add(row, set, "with-" + row.defect(), Verdict.FAIL);
    }

    Optional<String> control(Row row) throws ProblemsException {
      Cell asItStands = known.get(row.cell());
      if (request.quick()
          && row.set().isEmpty()
          && asItStands != null
          && QUICK.accepts(asItStands)) {
        return Optional.empty(); // the matrix runs this very cell
      }
      List<String> key = new ArrayList<>(row.set());
      key.add(row.cell());
      String before = controls.get(key);
      if (before == null) {
        String suffix = "control-" + (1 + controls.size());
        before = add(row, row.set(), suffix, Verdict.PASS);
        controls.put(key, before);
      }
      return Optional.of(before);
    }

    private String add(Row row, List<String> set, String suffix, Verdict expected)
        throws ProblemsException {
      Cell asItStands = known.get(row.cell());
      if (asItStands == null) {
        problems.add(row.where(), Nearest.unknown("cell", row.cell(), known.keySet()));
        return row.cell();
      }
      List<String> options = new ArrayList<>();
      set.forEach(assignment -> options.addAll(List.of("--set", assignment)));
      Cell variant =
          load(asItStands.scenario().file(), set)
              .get(row.cell())
              .variant(suffix, expected, options);
      if (cells.putIfAbsent(variant.id(), variant) != null) {
        problems.add(row.where(), row.defect() + " in " + row.cell() + " stands there already");
      }
      return variant.id();
    }

    /** The cells of a scenario's file, or of all in a folder, by id. */
    private Map<String, Cell> load(Path scenarios, List<String> set) throws ProblemsException {
      Map<String, Cell> loaded = new LinkedHashMap<>();
      for (Cell cell :
          Matrix.load(
              List.of(scenarios),
              subject,
              systems.operations(),
              Checks.names(),
              request.seed(),
              Overrides.parse(set),
              false)) {
        loaded.put(cell.id(), cell);
      }
      return loaded;
    }
  }
}
