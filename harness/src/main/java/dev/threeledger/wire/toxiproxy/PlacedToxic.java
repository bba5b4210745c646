package dev.threeledger.wire.toxiproxy;

/**
 * A toxic in its place at a proxy.
 *
 * @param name unique within the proxy
 * @param toxicity how likely it is that a connection is affected: 1 always, 0 never
 */
record PlacedToxic(String name, String type, Direction direction, float toxicity, Toxic toxic) {}
