package dev.threeledger.run;

import dev.threeledger.matrix.Cell;
import dev.threeledger.verdict.CellVerdict;
import java.nio.file.Path;
import java.time.Duration;

/**
 * One run of a cell, judged.
 *
 * @param side of an experiment; empty: the batch has none
 * @param attempt from 1
 * @param took from the first byte of evidence to the verdict
 * @param folder its evidence
 */
public record CellOutcome(
    String side, Cell cell, int attempt, CellVerdict verdict, Duration took, Path folder) {}
