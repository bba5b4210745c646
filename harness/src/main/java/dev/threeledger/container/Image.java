package dev.threeledger.container;

/**
 * An image that is on the engine's host.
 *
 * @param name as it was asked for
 * @param digest by which a registry knows it; of an image that was built here its id
 */
public record Image(String name, String digest) {}
