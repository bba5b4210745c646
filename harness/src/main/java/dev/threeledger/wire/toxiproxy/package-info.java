/**
 * A TCP proxy with toxics, inside this JVM, steered through the HTTP API of Toxiproxy.
 *
 * <p>Reads requests of Toxiproxy clients and the bytes of the connections that it relays; gives
 * those bytes to the upstream and back, changed by the toxics that stand on the way. A real
 * Toxiproxy can take its place: one contract suite runs against both.
 *
 * <pre>
 *            reader        stage          stage
 * source ──► (thread) ──► [latency] ──► [limit_data] ──► destination      one {@link
 *                          (thread)       (thread)                         dev.threeledger.wire.toxiproxy.Link}
 * </pre>
 *
 * <p>Start reading at {@link dev.threeledger.wire.toxiproxy.ToxiproxyServer}, then Link and Stage.
 *
 * <p>Guarantees: bytes are neither lost nor reordered when toxics come, change and go, other than
 * by a toxic whose job that is; a change holds for every byte that arrives after the API has
 * answered, and no change waits for a peer that does not read. Without toxics a link is one thread
 * that writes what it has just read. Data is in bytes; milliseconds in the API are nanoseconds
 * inside.
 *
 * <p>May import: timeline, scenario.
 */
package dev.threeledger.wire.toxiproxy;
