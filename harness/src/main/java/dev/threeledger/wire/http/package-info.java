/**
 * A relay for HTTP/1.1 between one worker and one outside system.
 *
 * <p>Reads the bytes of the worker's connections; numbers the requests of a run in {@link
 * dev.threeledger.wire.http.Exchanges}, tells the number to the partner in one added header, and
 * gives AnswerSent, AnswerDropped and CallerGone on the timeline. What the partner makes of a
 * request comes back through the same {@code Exchanges}.
 *
 * <p>Start reading at {@link dev.threeledger.wire.http.HttpTap}.
 *
 * <p>Guarantees: apart from the one header, bytes arrive as they left, in order. No byte of an
 * answer leaves before the gate was asked. Every request that reached the partner ends in exactly
 * one of AnswerSent and AnswerDropped, after whatever it did there. What is not understood (an
 * upgrade, HTTP/2, a broken head) is passed on untouched and counted. Two threads per connection,
 * so that a worker that hangs up is noticed at once.
 *
 * <p>May import: timeline, scenario, wire.
 */
package dev.threeledger.wire.http;
