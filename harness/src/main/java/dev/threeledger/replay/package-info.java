/**
 * A recorded run, run again; and what came of changing the subject because of it.
 *
 * <p>Reads the folder of a run; gives a new batch, the event at which a replay diverges from what
 * it replays, and the five items of a fix beside the failing evidence.
 *
 * <p>Start reading at {@link dev.threeledger.replay.Replay}, {@link
 * dev.threeledger.replay.Divergence} and {@link dev.threeledger.replay.Resolution}.
 *
 * <p>Guarantees: edited evidence is refused before anything runs; what is replayed comes from the
 * folder and not from the scenario's file; whatever differs from then is refused, or stands in the
 * record of every replay.
 *
 * <p>May import: every package but cli, junit, selftest and experiment.
 */
package dev.threeledger.replay;
