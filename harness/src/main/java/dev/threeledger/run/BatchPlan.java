package dev.threeledger.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.threeledger.environment.EnvironmentChoice;
import dev.threeledger.external.OutsideSystems;
import dev.threeledger.matrix.Cell;
import dev.threeledger.scenario.Subject;
import java.nio.file.Path;
import java.util.List;

/**
 * What a batch is to do.
 *
 * @param cells in order
 * @param seed of the batch
 * @param options further options of the command that repeats a cell, such as {@code --set
 *     defect=random-key}
 * @param repeat how often each cell is run, at least once
 * @param subjectTree the subject as resolved YAML, for the record
 * @param reports folder for batches
 * @param lanes how many cells run side by side
 * @param environment what it runs in
 * @param inject false: faults are armed but never strike (no cell with a fault may then come out
 *     PASS)
 */
public record BatchPlan(
    List<Cell> cells,
    long seed,
    List<String> options,
    int repeat,
    Subject subject,
    JsonNode subjectTree,
    OutsideSystems outside,
    Path reports,
    int lanes,
    EnvironmentChoice environment,
    boolean inject) {
  public BatchPlan {
    cells = List.copyOf(cells);
    options = List.copyOf(options);
  }

  /** The same with other cells. */
  public BatchPlan with(List<Cell> others) {
    return new BatchPlan(
        others,
        seed,
        options,
        repeat,
        subject,
        subjectTree,
        outside,
        reports,
        lanes,
        environment,
        inject);
  }
}
