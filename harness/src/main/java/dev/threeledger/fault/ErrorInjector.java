package dev.threeledger.fault;

import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.timeline.Event.EffectApplied;
import dev.threeledger.timeline.Event.ErrorAnswered;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;

/**
 * {@code error}: an error is answered in the partner's place (before) or after its effect (after),
 * a number of times from the planned occurrence on. Healed with the last one; {@code forever} is
 * never healed.
 */
final class ErrorInjector extends Injector {
  private final FaultAction.Error error;
  private int answered;

  ErrorInjector(Fault fault, FaultAction.Error error, Toolbox tools) {
    super(fault, tools);
    this.error = error;
  }

  @Override
  boolean due(int occurrence) {
    int first = fault.on().occurrence();
    return occurrence >= first && (long) occurrence < (long) first + error.times();
  }

  @Override
  Passage strike(Moment moment, String key) {
    long request =
        moment instanceof Moment.Request received
            ? received.request()
            : moment instanceof Moment.Effect effect
                ? effect.request()
                : ((Moment.Answer) moment).request();
    boolean applied =
        tools.timeline.entries().stream()
            .anyMatch(
                entry ->
                    entry.event() instanceof EffectApplied effect && effect.request() == request);
    tools.timeline.append(
        new ErrorAnswered(
            name(), moment.worker(), moment.target(), key, request, error.status(), applied));
    synchronized (this) {
      answered++;
      if (answered == error.times()) {
        healed();
      }
    }
    return new Passage.Answer(error.status(), error.headers(), error.body());
  }
}
