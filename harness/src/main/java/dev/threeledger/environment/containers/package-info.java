/**
 * The same servers in containers: PostgreSQL, one for each lane, and a Toxiproxy for the batch, on
 * a bridge network of their own.
 *
 * <pre>
 * worker ──► Toxiproxy container ──► tap, at the bridge's gateway address ──► PostgreSQL container
 * </pre>
 *
 * <p>Reads the images that were chosen; gives a {@link dev.threeledger.environment.Environment}.
 * Containers are reached at their own addresses, no port is published: client ports, by which
 * backends are known, stay what they are, and a refusal stays a refusal.
 *
 * <p>Start reading at {@link dev.threeledger.environment.containers.ContainerEnvironment}.
 *
 * <p>Guarantees: everything carries the batch's label; {@code close} removes it, and where the JVM
 * was killed the next batch does. What cannot be had is an {@link
 * dev.threeledger.environment.EnvironmentException}.
 *
 * <p>May import: container, scenario.
 */
package dev.threeledger.environment.containers;
