package dev.threeledger.fault;

import dev.threeledger.scenario.FaultAction.Late;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import java.util.Objects;
import java.util.Optional;

/**
 * A request was late when, in this order: it was held, its caller gave up, the other operation of
 * the key was answered, it went on, and the partner decided about it.
 */
final class LateProof {
  private LateProof() {}

  static void add(StruckPoint struck, Late late, Proof proof) {
    long request = struck.request();
    proof.demandNone(
        Event.HoldMissed.class,
        struck.seq(),
        event -> event.fault().equals(struck.name()),
        "what request " + request + " waited for came in time");
    proof
        .demand(
            Event.Held.class,
            struck.seq(),
            event ->
                event.fault().equals(struck.name())
                    && Objects.equals(event.key(), struck.point().key()),
            "request " + request + " stood still on its way")
        .flatMap(
            held ->
                proof.demand(
                    Event.CallerGone.class,
                    held.seq(),
                    event -> event.request() == request,
                    "worker " + struck.worker() + " gave up and closed the connection"))
        .flatMap(
            gone ->
                proof.demand(
                    Event.AnswerSent.class,
                    gone.seq(),
                    event -> LateInjector.answers(event, late.until(), struck.point().key()),
                    "after that the partner answered " + late.until()))
        .flatMap(
            answered ->
                proof.demand(
                    Event.Released.class,
                    answered.seq(),
                    event ->
                        event.fault().equals(struck.name())
                            && Objects.equals(event.key(), struck.point().key()),
                    "after that request " + request + " went on"))
        .ifPresent(released -> decided(struck, released, proof));
  }

  private static void decided(StruckPoint struck, Entry released, Proof proof) {
    long request = struck.request();
    Optional<Entry> decision =
        proof.find(
            Event.Outside.class,
            struck.seq(),
            event -> event.request() == request && isDecision(event));
    proof.demand(
        decision.map(entry -> entry.seq() > released.seq()).orElse(false),
        "only after that the partner decided about request " + request);
  }

  /** Of a mere question nothing but the end of its answer is seen. */
  private static boolean isDecision(Event event) {
    return event instanceof Event.EffectApplied
        || event instanceof Event.EffectDeduplicated
        || event instanceof Event.EffectRefused
        || event instanceof Event.EffectUndone
        || event instanceof Event.CancelNoted
        || event instanceof Event.AnswerDropped;
  }
}
