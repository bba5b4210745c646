/**
 * The write-once folder of one run, and the batch that holds it.
 *
 * <p>Reads the trees, events, ledgers and verdict of a run; writes {@code
 * reports/<batch>/<scenario>/<cell>/<attempt>/}; gives back from such a folder all that is needed
 * to judge the run again.
 *
 * <p>Start reading at {@link dev.threeledger.evidence.RunFolder}.
 *
 * <p>Guarantees: a folder is never used twice and a raw file never written twice; secrets are
 * masked by value where bytes enter a file (a worker's own log: when the folder is sealed, at the
 * latest); SHA256SUMS covers every raw file, and a changed byte, a missing file and an added one
 * are noticed. Digests are SHA-256, lower-case hex.
 *
 * <p>May import: timeline, ledger, scenario, verdict.
 */
package dev.threeledger.evidence;
