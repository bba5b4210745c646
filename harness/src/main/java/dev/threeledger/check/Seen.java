package dev.threeledger.check;

import dev.threeledger.timeline.Event;

/** An event with its place, typed. */
record Seen<E extends Event>(long seq, long atNanos, E event) {}
