/**
 * Where faults strike, what they do, and the proof that they did.
 *
 * <p>Reads a scenario's faults and the moments that the taps offer; gives actions at exact points,
 * their events on the timeline and, from the timeline alone, one {@link
 * dev.threeledger.verdict.Landing} per fault.
 *
 * <p>Start reading at {@link dev.threeledger.fault.FaultPlan}; the proof is {@link
 * dev.threeledger.fault.LandingProof}.
 *
 * <p>Guarantees: a fault strikes at an event, by count, while the tap holds that event's message;
 * the message is let go or dropped only when the fault has been carried out to its end. Nothing is
 * retried. {@code LandingProof} is pure.
 *
 * <p>May import: scenario, timeline, verdict, wire.
 */
package dev.threeledger.fault;
