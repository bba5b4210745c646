package dev.threeledger.fault;

import dev.threeledger.scenario.FaultAction.LoseTrigger;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import java.util.Objects;
import java.util.Optional;

/**
 * A trigger was lost when it, or the worker's answer to it, was thrown away, its caller saw no
 * answer and, with {@code again}, triggered again and was answered.
 */
final class LostTriggerProof {
  private LostTriggerProof() {}

  static void add(StruckPoint struck, LoseTrigger lose, Proof proof) {
    int trigger = struck.moment() instanceof Event.TriggerSent sent ? sent.trigger() : -1;
    if (lose.arrives()) {
      proof.demand(
          Event.TriggerAnswerLost.class,
          struck.seq(),
          event -> event.fault().equals(struck.name()) && event.trigger() == trigger,
          "worker " + struck.worker() + " answered trigger " + trigger + ", and that was lost");
    } else {
      proof.demand(
          Event.TriggerLost.class,
          struck.seq(),
          event -> event.fault().equals(struck.name()) && event.trigger() == trigger,
          "trigger " + trigger + " never left");
    }
    Optional<Entry> unanswered =
        proof.demand(
            Event.TriggerUnanswered.class,
            struck.seq(),
            event -> event.trigger() == trigger,
            "its caller saw no answer");
    proof.demandNone(
        Event.TriggerAnswered.class,
        0,
        event -> event.trigger() == trigger,
        "no answer to trigger " + trigger + " got through");
    if (lose.again() != null) {
      unanswered.ifPresent(entry -> again(struck, lose.again(), entry.seq(), proof));
    }
  }

  private static void again(StruckPoint struck, String worker, long after, Proof proof) {
    Optional<Entry> repeated =
        proof.demand(
            Event.TriggerDuplicated.class,
            after,
            event ->
                event.fault().equals(struck.name())
                    && event.worker().equals(worker)
                    && Objects.equals(event.key(), struck.point().key()),
            "the caller triggered again, at worker " + worker);
    repeated.ifPresent(
        entry -> {
          int second = ((Event.TriggerDuplicated) entry.event()).trigger();
          proof.demand(
              Event.TriggerAnswered.class,
              after,
              event -> event.trigger() == second,
              "worker " + worker + " answered it");
        });
  }
}
