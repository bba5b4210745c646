/**
 * The commands, as a user types them.
 *
 * <p>Reads arguments; prints and exits. Nothing else in Threeledger does either.
 *
 * <p>Start reading at {@link dev.threeledger.cli.Main}; exit codes stand in {@link
 * dev.threeledger.cli.ExitCode}.
 *
 * <p>Guarantees: one clear message per problem; no stack trace for anything that a user can cause;
 * after Ctrl-C nothing is left behind.
 *
 * <p>May import: every package.
 */
package dev.threeledger.cli;
