package dev.threeledger.fault;

import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.scenario.FaultAction.Crash;
import dev.threeledger.scenario.FaultAction.Delay;
import dev.threeledger.scenario.FaultAction.DuplicateTrigger;
import dev.threeledger.scenario.FaultAction.Hold;
import dev.threeledger.scenario.FaultAction.LoseResponse;
import dev.threeledger.scenario.FaultAction.Pause;
import dev.threeledger.scenario.FaultAction.Refuse;
import dev.threeledger.scenario.FaultAction.Reset;
import dev.threeledger.scenario.FaultPoint;
import dev.threeledger.scenario.FaultPoint.HttpStep;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.PointReached;
import dev.threeledger.verdict.Landing;
import java.util.List;
import java.util.Optional;

/**
 * Whether each planned fault struck, at the planned point, before anything later of that key, shown
 * by something other than our intent. Pure: judged from the timeline alone, so that anybody can
 * judge it again.
 */
public final class LandingProof {
  private LandingProof() {}

  /** One landing per fault, in the scenario's order. */
  public static List<Landing> prove(Scenario scenario, List<Entry> timeline) {
    return scenario.faults().stream().map(fault -> prove(fault, timeline)).toList();
  }

  private static Landing prove(Fault fault, List<Entry> timeline) {
    Proof proof = new Proof(fault.name(), timeline);
    Optional<Entry> reached =
        proof.demand(
            PointReached.class,
            0,
            event -> event.fault().equals(fault.name()),
            "the point was reached: " + fault.on().text());
    if (reached.isPresent()) {
      PointReached point = (PointReached) reached.get().event();
      StruckPoint struck =
          new StruckPoint(fault, reached.get().seq(), point, proof.at(point.event()).orElse(null));
      byAction(struck, proof);
    }
    return proof.landing();
  }

  private static void byAction(StruckPoint struck, Proof proof) {
    FaultAction action = struck.fault().action();
    if (action instanceof Crash) {
      CrashProof.add(struck, proof);
    } else if (action instanceof Pause) {
      PauseProof.add(struck, proof);
    } else if (action instanceof LoseResponse) {
      LostAnswerProof.add(struck, proof);
    } else if (action instanceof DuplicateTrigger duplicate) {
      RaceProof.addDuplicate(struck, duplicate, proof);
    } else if (action instanceof Hold hold) {
      RaceProof.addHold(struck, hold.workers(), proof);
    } else if (action instanceof Delay delay) {
      NetworkProof.addDelay(struck, delay, proof);
    } else if (action instanceof Refuse) {
      NetworkProof.addRefuse(struck, proof);
    } else if (action instanceof Reset) {
      NetworkProof.addReset(struck, proof);
    } else {
      addError(struck, (FaultAction.Error) action, proof);
    }
  }

  private static void addError(StruckPoint struck, FaultAction.Error error, Proof proof) {
    List<Entry> answers =
        proof.all(Event.ErrorAnswered.class, event -> event.fault().equals(struck.name()));
    boolean forever = error.times() == Integer.MAX_VALUE;
    proof.demand(
        forever ? !answers.isEmpty() : answers.size() == error.times(),
        "status %d was answered %s in all (planned: %s)"
            .formatted(
                error.status(),
                times(answers.size()),
                forever ? "for ever" : times(error.times())));
    for (Entry answer : answers) {
      Event.ErrorAnswered answered = (Event.ErrorAnswered) answer.event();
      demandEffect(struck, answered, proof);
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
  }

  /**
   * Before the effect there is none, after it there is; an answer that is replaced may be one of
   * either kind.
   */
  private static void demandEffect(StruckPoint struck, Event.ErrorAnswered answered, Proof proof) {
    HttpStep step = ((FaultPoint.Http) struck.fault().on()).at();
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

  private static String times(int number) {
    return number == 1 ? "once" : number + " times";
  }
}
