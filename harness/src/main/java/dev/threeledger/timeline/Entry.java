package dev.threeledger.timeline;

/**
 * One event at its place on the timeline.
 *
 * @param seq place in the total order, dense from 1
 * @param atNanos harness monotonic clock since the run started
 * @param event what happened
 */
public record Entry(long seq, long atNanos, Event event) {}
