package dev.threeledger.container;

/**
 * A bridge network of our own.
 *
 * @param gateway address under which its containers reach the engine's host
 */
public record Bridge(String id, String name, String gateway) {}
