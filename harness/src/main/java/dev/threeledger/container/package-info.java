/**
 * The Docker engine: the one place that talks to it.
 *
 * <p>Reads what Testcontainers finds of an engine (DOCKER_HOST, the usual sockets); gives what is
 * done to containers, networks and images, and what the engine says of them.
 *
 * <p>Start reading at {@link dev.threeledger.container.Engine}.
 *
 * <p>Guarantees: what carries {@link dev.threeledger.container.Engine#LABEL} is removed by {@link
 * dev.threeledger.container.Engine#removeLeftovers} once the JVM that made it is gone, and not
 * before. What an engine refuses is an {@link dev.threeledger.container.EngineException} that says
 * what was asked of it.
 *
 * <p>May import: process.
 */
package dev.threeledger.container;
