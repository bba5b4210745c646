package dev.threeledger.fault;

import dev.threeledger.timeline.Event;

/**
 * A lost answer landed when the effect (or the commit) is there, no byte of its answer was
 * forwarded, and the caller gave up by its own time-out.
 */
final class LostAnswerProof {
  private LostAnswerProof() {}

  static void add(StruckPoint struck, Proof proof) {
    proof.demand(
        Event.AnswerWithheld.class,
        struck.seq(),
        event -> event.fault().equals(struck.name()),
        "the answer was withheld on that connection only");
    if (struck.connection() >= 0) {
      database(struck, proof);
    } else {
      outside(struck, proof);
    }
  }

  private static void database(StruckPoint struck, Proof proof) {
    proof.demand(
        struck.moment() instanceof Event.CommitAcknowledged,
        "the database had acknowledged the commit");
    proof.demandNone(
        Event.CommitForwarded.class,
        struck.seq(),
        event -> CrashProof.same(struck, event.worker(), event.connection(), event.transaction()),
        "no byte of the acknowledgement was forwarded");
    proof.demand(
        Event.ConnectionClosed.class,
        struck.seq(),
        event ->
            event.worker().equals(struck.worker())
                && event.connection() == struck.connection()
                && "worker".equals(event.by()),
        "worker " + struck.worker() + " gave up by its own time-out and closed the connection");
  }

  private static void outside(StruckPoint struck, Proof proof) {
    long request = struck.request();
    proof.demand(
        Event.Outside.class,
        0,
        event -> event.request() == request && happened(event),
        "request " + request + " had taken effect, or asked for one that had");
    proof.demand(
        Event.AnswerDropped.class,
        struck.seq(),
        event -> event.request() == request,
        "its answer was discarded");
    proof.demandNone(
        Event.AnswerSent.class,
        0,
        event -> event.request() == request,
        "no byte of its answer was forwarded");
    proof.demand(
        Event.CallerGone.class,
        struck.seq(),
        event -> event.request() == request,
        "worker " + struck.worker() + " gave up by its own time-out and closed the connection");
  }

  /**
   * The effect, or the same effect known before; a request without an effect has only to have been
   * received.
   */
  private static boolean happened(Event event) {
    return event instanceof Event.EffectApplied
        || event instanceof Event.EffectDeduplicated
        || event instanceof Event.EffectUndone
        || event instanceof Event.CancelNoted
        || (event instanceof Event.RequestReceived received && received.effect() == null);
  }
}
