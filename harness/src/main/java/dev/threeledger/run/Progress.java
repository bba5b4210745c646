package dev.threeledger.run;

import dev.threeledger.matrix.Cell;

/** Told what a batch is doing. Called from any thread; implementations are quick. */
public interface Progress {

  /** Says nothing. */
  Progress SILENT = new Progress() {};

  /** Something worth a line for a person: the environment starts, say. */
  default void message(String text) {}

  /** A cell begins. */
  default void started(Cell cell, int attempt) {}

  /** A cell has been judged. {@code done} of {@code all} have. */
  default void ended(CellOutcome outcome, int done, int all) {}
}
