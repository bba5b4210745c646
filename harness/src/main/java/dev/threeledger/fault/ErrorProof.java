package dev.threeledger.fault;

import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.scenario.FaultPoint;
import dev.threeledger.scenario.FaultPoint.HttpStep;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An error landed when it was answered as often, or for as long, as planned, each request had its
 * effect or had none as planned, and each answer left; over all keys, when nobody got another
 * answer meanwhile. Of an error for a time, a caller that had given up before its answer need not
 * have got it, as long as another one did.
 */
final class ErrorProof {
  private ErrorProof() {}

  static void add(StruckPoint struck, FaultAction.Error error, Proof proof) {
    List<Entry> answers =
        proof.all(Event.ErrorAnswered.class, event -> event.fault().equals(struck.name()));
    boolean unbounded = error.times() == Integer.MAX_VALUE;
    proof.demand(
        unbounded ? !answers.isEmpty() : answers.size() == error.times(),
        "status %d was answered %s in all (planned: %s)"
            .formatted(error.status(), times(answers.size()), planned(error)));
    int left = 0;
    for (Entry answer : answers) {
      Event.ErrorAnswered answered = (Event.ErrorAnswered) answer.event();
      demandEffect(struck, answered, proof);
      if (error.lasts() != null && hadGivenUp(answered, proof)) {
        continue;
      }
      left++;
      proof.demand(
          Event.AnswerSent.class,
          answer.seq(),
          event -> event.request() == answered.request() && event.status() == error.status(),
          "the answer "
              + error.status()
              + " to request "
              + answered.request()
              + " left for the worker");
    }
    if (error.lasts() != null && !answers.isEmpty()) {
      proof.demand(left > 0, "an answer " + error.status() + " left for a worker");
      lasted(struck, error, answers.get(0), proof);
    }
  }

  private static boolean hadGivenUp(Event.ErrorAnswered answered, Proof proof) {
    return proof
            .find(Event.CallerGone.class, 0, gone -> gone.request() == answered.request())
            .isPresent()
        && proof
            .find(Event.AnswerSent.class, 0, sent -> sent.request() == answered.request())
            .isEmpty();
  }

  /**
   * Before the effect there is none, after it there is; an answer that is replaced may be one of
   * either kind.
   */
  private static void demandEffect(StruckPoint struck, Event.ErrorAnswered answered, Proof proof) {
    HttpStep step = point(struck).at();
    if (step == HttpStep.ANSWER) {
      return;
    }
    boolean after = step == HttpStep.EFFECT && struck.fault().side() == Side.AFTER;
    boolean applied =
        proof
            .find(Event.EffectApplied.class, 0, event -> event.request() == answered.request())
            .isPresent();
    proof.demand(
        applied == after,
        "request %d had %s effect when it was answered"
            .formatted(answered.request(), after ? "its" : "no"));
  }

  private static void lasted(
      StruckPoint struck, FaultAction.Error error, Entry first, Proof proof) {
    long millis = error.lasts().toMillis();
    Optional<Entry> healed =
        proof.demand(
            Event.FaultHealed.class,
            first.seq(),
            event -> event.fault().equals(struck.name()),
            "it ended during the run");
    healed.ifPresent(
        entry -> {
          Duration lasted = Duration.ofNanos(entry.atNanos() - first.atNanos());
          proof.demand(
              lasted.compareTo(error.lasts()) >= 0,
              "it lasted %d ms (planned: %d ms)".formatted(lasted.toMillis(), millis));
          if (error.allKeys() && point(struck).at() == HttpStep.REQUEST) {
            nothingElseWasAnswered(struck, entry.seq(), proof);
          }
        });
  }

  /** An answer in time to a request of the outage's time is an error, whoever asked. */
  private static void nothingElseWasAnswered(StruckPoint struck, long healed, Proof proof) {
    Set<Long> errors = new HashSet<>();
    proof
        .all(Event.ErrorAnswered.class, event -> true)
        .forEach(entry -> errors.add(((Event.ErrorAnswered) entry.event()).request()));
    Set<Long> others = new HashSet<>();
    proof
        .all(
            Event.RequestReceived.class,
            event ->
                event.operation().equals(point(struck).operation())
                    && !errors.contains(event.request()))
        .stream()
        .filter(entry -> entry.seq() > struck.seq())
        .forEach(entry -> others.add(((Event.RequestReceived) entry.event()).request()));
    boolean answered =
        proof.all(Event.AnswerSent.class, event -> others.contains(event.request())).stream()
            .anyMatch(entry -> entry.seq() < healed);
    proof.demand(
        !answered,
        "meanwhile every answered request of " + point(struck).operation() + " got the error");
  }

  private static FaultPoint.Http point(StruckPoint struck) {
    return (FaultPoint.Http) struck.fault().on();
  }

  private static String planned(FaultAction.Error error) {
    if (error.lasts() != null) {
      return "for " + error.lasts().toMillis() + " ms";
    }
    return error.forEver() ? "for ever" : times(error.times());
  }

  private static String times(int number) {
    return number == 1 ? "once" : number + " times";
  }
}
