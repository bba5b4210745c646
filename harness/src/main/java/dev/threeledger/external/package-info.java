/**
 * The outside systems: what they answer, and a ledger of what they did.
 *
 * <p>Reads {@code scenarios/external/<system>/*.json}: ordinary WireMock stub mappings with an
 * {@code effect-ledger} block. Gives a server per worker that answers by them, events on the
 * timeline, calls to the gate at requests and effects, and the rows of the external ledger.
 *
 * <p>Start reading at {@link dev.threeledger.external.EffectLedger}.
 *
 * <p>Guarantees: one ledger per run, whichever worker's server took the request; one atomic
 * decision per operation and idempotency key; no lock is held while a gate is asked. Digests are
 * SHA-256 of a body's raw bytes, in hex. Amounts are exact decimals.
 *
 * <p>May import: wire, timeline, scenario, ledger.
 */
package dev.threeledger.external;
