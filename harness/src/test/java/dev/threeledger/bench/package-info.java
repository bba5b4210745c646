/**
 * Benchmarks of the harness itself: what is measured lies in {@code src/bench}, how figures are
 * written, shown and compared lies here, so that every build tests it.
 *
 * <p>Reads nothing but what it measured and {@code docs/benchmarks.json}; writes {@code
 * reports/bench-<time>/bench.json} and {@code bench.md}.
 *
 * <p>Start reading at {@link dev.threeledger.bench.Figure}.
 *
 * <p>Guarantees: a figure stands next to its reference of the same run; what is compared between
 * runs and machines is their ratio, never a time.
 *
 * <p>May import: any.
 */
package dev.threeledger.bench;
