package dev.threeledger.run;

import dev.threeledger.check.Checks;
import dev.threeledger.environment.EnvironmentChoice;
import dev.threeledger.external.OutsideSystems;
import dev.threeledger.matrix.Cell;
import dev.threeledger.matrix.CellFilter;
import dev.threeledger.matrix.Matrix;
import dev.threeledger.matrix.Overrides;
import dev.threeledger.scenario.Location;
import dev.threeledger.scenario.Problems;
import dev.threeledger.scenario.ProblemsException;
import dev.threeledger.scenario.Subject;
import dev.threeledger.scenario.SubjectFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a user asks for, before any file was read.
 *
 * @param scenarios files and directories
 * @param subject the subject's file
 * @param outside directory of the outside systems
 * @param reports folder for batches
 * @param filter which cells
 * @param sets {@code name=value} for all cells: settings of the subject and behaviour of partners
 * @param canaries true: canaries too
 * @param seed of the batch
 * @param repeat how often each cell is run
 * @param lanes how many cells run side by side
 * @param environment what it runs in
 * @param inject see {@link BatchPlan}
 */
public record BatchRequest(
    List<Path> scenarios,
    Path subject,
    Path outside,
    Path reports,
    CellFilter filter,
    List<String> sets,
    boolean canaries,
    long seed,
    int repeat,
    int lanes,
    EnvironmentChoice environment,
    boolean inject) {

  /**
   * As many lanes as suit this machine: one more than cores, since most of a cell is waiting; at
   * most four. The system property {@code threeledger.lanes} says otherwise.
   */
  public static int defaultLanes() {
    int fitting = Math.min(4, Runtime.getRuntime().availableProcessors() + 1);
    return Math.max(1, Integer.getInteger("threeledger.lanes", fitting));
  }

  /**
   * What {@code ./threeledger run} does without options, in a directory laid out as this project;
   * the environment is what system properties say ({@link EnvironmentChoice#byProperties}).
   */
  public static BatchRequest in(Path home) {
    return new BatchRequest(
        List.of(home.resolve("scenarios")),
        home.resolve("reference-impl/subject.yaml"),
        home.resolve("scenarios/external"),
        home.resolve("reports"),
        CellFilter.all(),
        List.of(),
        false,
        1,
        1,
        defaultLanes(),
        EnvironmentChoice.byProperties(System::getProperty),
        true);
  }

  /**
   * The same, of scenarios with the tag {@code long} only the cells failure and normal, of those
   * with {@code only-long} none.
   */
  public BatchRequest quick() {
    return with(new CellFilter(filter.families(), filter.tags(), filter.ids(), true), canaries);
  }

  /** The same, with the scenarios in folders named canary. */
  public BatchRequest withCanaries() {
    return with(filter, true);
  }

  private BatchRequest with(CellFilter otherFilter, boolean alsoCanaries) {
    return new BatchRequest(
        scenarios,
        subject,
        outside,
        reports,
        otherFilter,
        sets,
        alsoCanaries,
        seed,
        repeat,
        lanes,
        environment,
        inject);
  }

  /**
   * Reads everything that is asked for; nothing is started.
   *
   * @throws ProblemsException with every problem found
   * @throws IOException when a file cannot be read
   * @throws dev.threeledger.environment.UnfitException when the subject cannot run in the
   *     environment
   */
  public BatchPlan plan() throws ProblemsException, IOException {
    OutsideSystems systems = OutsideSystems.load(outside);
    Subject read = SubjectFile.load(subject, systems.operations());
    environment.demandFor(read);
    List<Cell> cells =
        filter.choose(
            Matrix.load(
                scenarios,
                read,
                systems.operations(),
                Checks.names(),
                seed,
                Overrides.parse(sets),
                canaries));
    demandSome(cells);
    return new BatchPlan(
        cells,
        seed,
        options(),
        repeat,
        read,
        SubjectFile.tree(read),
        systems,
        reports,
        lanes,
        environment,
        inject);
  }

  private void demandSome(List<Cell> cells) throws ProblemsException {
    if (!cells.isEmpty()) {
      return;
    }
    Problems problems = new Problems();
    if (filter.equals(CellFilter.all())) {
      scenarios.forEach(
          place ->
              problems.add(
                  Location.of(place),
                  "holds no scenario; name a scenario file (.yaml) or a folder of them"));
    } else {
      problems.add(
          Location.of(Path.of("--family, --tag, --cell")),
          "no cell fits all of them together; leave one out, or see them with --list");
    }
    problems.throwIfAny();
  }

  /** What the command that repeats a cell needs beside scenario, cell and seed. */
  private List<String> options() {
    List<String> options = new ArrayList<>();
    if (!subject.endsWith("reference-impl/subject.yaml")) {
      options.addAll(List.of("--subject", subject.toString()));
    }
    if (!outside.endsWith("scenarios/external")) {
      options.addAll(List.of("--outside", outside.toString()));
    }
    sets.forEach(set -> options.addAll(List.of("--set", set)));
    options.addAll(environment.options());
    if (!inject) {
      options.add("--no-inject");
    }
    return options;
  }
}
