/**
 * Scenario files × variations → ordered cells.
 *
 * <p>Reads files and directories of scenarios; gives {@link dev.threeledger.matrix.Cell}s, each
 * with its scenario, its seed and the tree of what was asked for, or all problems of all files at
 * once.
 *
 * <p>Start reading at {@link dev.threeledger.matrix.Matrix}.
 *
 * <p>Guarantees: the same files give the same cells in the same order with the same seeds, on every
 * machine. A cell's tree, read back, gives an equal scenario.
 *
 * <p>May import: scenario, verdict.
 */
package dev.threeledger.matrix;
