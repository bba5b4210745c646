/**
 * Asks workers to do jobs: calls, duplicates, bursts.
 *
 * <p>Reads the scenario's triggers and the subject's way of being triggered; gives TriggerSent,
 * TriggerAnswered and TriggerUnanswered on the timeline. An answer is a claim of the subject, never
 * evidence of an effect.
 *
 * <p>Start reading at {@link dev.threeledger.trigger.Triggers}.
 *
 * <p>Guarantees: triggers are numbered from 1 in the order in which they left; sending never blocks
 * the caller.
 *
 * <p>May import: scenario, timeline, wire.
 */
package dev.threeledger.trigger;
