package dev.threeledger.run;

import dev.threeledger.evidence.ReplayOf;
import dev.threeledger.matrix.Cell;

/**
 * One run to be made in a batch.
 *
 * @param plan what it runs under: subject, outside systems, seed, options
 * @param side of an experiment, which names the folder that its evidence stands under; empty: the
 *     batch has no sides
 * @param registered digest of what the experiment registered before, for the record; null: none
 * @param attempt from 1
 * @param replays the run that it replays, or null: none
 */
public record Turn(
    BatchPlan plan, String side, String registered, Cell cell, int attempt, ReplayOf replays) {

  /** A run that replays none. */
  public Turn(BatchPlan plan, String side, String registered, Cell cell, int attempt) {
    this(plan, side, registered, cell, attempt, null);
  }

  /** A run of a batch without sides. */
  static Turn of(BatchPlan plan, Cell cell, int attempt) {
    return new Turn(plan, "", null, cell, attempt);
  }

  /** Where its evidence stands in the batch: {@code <scenario>/<cell>} below its side. */
  String place() {
    return side.isEmpty() ? cell.id() : side + "/" + cell.id();
  }
}
