/**
 * Taps and proxies between a worker and what it talks to.
 *
 * <p>Reads the bytes of one worker's connections to one target; gives events on the timeline and,
 * at each moment that could be a fault point, a call to the {@link dev.threeledger.wire.Gate}.
 * Sub-packages: {@code postgres} (tap for protocol v3), {@code http} (tap for HTTP/1.1), {@code
 * toxiproxy} (proxy with toxics and its HTTP API).
 *
 * <p>Start reading at {@link dev.threeledger.wire.Gate}.
 *
 * <p>Guarantees: bytes that are forwarded are the bytes that arrived, in order; whatever a tap does
 * not understand is passed on untouched and counted. One thread per direction and connection; a
 * gate that blocks holds that connection and nothing else.
 *
 * <p>May import: timeline, scenario.
 */
package dev.threeledger.wire;
