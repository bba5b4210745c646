/**
 * The proof that the checks bite: each planted defect of a subject is run in the cell that shows
 * it, and the same cell is run with the correct executor.
 *
 * <p>Reads a table of planted defects; gives a {@link dev.threeledger.selftest.SelfTestResult}, and
 * a batch folder with the evidence of every run.
 *
 * <p>Start reading at {@link dev.threeledger.selftest.SelfTest}.
 *
 * <p>Guarantees: a row counts as caught only when the named check has a finding, the first
 * deviation of the run lies at the named event, and, where the table says so, no other check has
 * one.
 *
 * <p>May import: every package but cli and junit.
 */
package dev.threeledger.selftest;
