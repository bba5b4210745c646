/**
 * Asks workers to do jobs: calls, replays, duplicates, bursts.
 *
 * <p>Reads the scenario's triggers and the subject's ways of being triggered; gives TriggerSent,
 * TriggerAnswered, TriggerUnanswered and TriggerSkipped on the timeline. An answer is a claim of
 * the subject, never evidence of an effect.
 *
 * <p>Start reading at {@link dev.threeledger.trigger.Triggers}; when they leave is decided in
 * {@link dev.threeledger.trigger.Departures}.
 *
 * <p>Guarantees: triggers have the numbers of their places in the scenario, from 1; those that a
 * fault sends follow. Sending never blocks the caller. Of further input only a digest enters the
 * timeline.
 *
 * <p>May import: scenario, timeline, wire.
 */
package dev.threeledger.trigger;
