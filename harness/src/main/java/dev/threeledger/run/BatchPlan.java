package dev.threeledger.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.threeledger.external.OutsideSystems;
import dev.threeledger.matrix.Cell;
import dev.threeledger.scenario.Subject;
import java.net.URI;
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
 * @param toxiproxy API of a Toxiproxy to use, or null for the embedded one
 * @param advertiseHost the name under which that Toxiproxy reaches this machine, or null
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
    URI toxiproxy,
    String advertiseHost,
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
        toxiproxy,
        advertiseHost,
        inject);
  }
}
