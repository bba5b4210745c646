package dev.threeledger.fault;

import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.timeline.Event.EffectApplied;
import dev.threeledger.timeline.Event.ErrorAnswered;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * {@code error}: an error is answered in the partner's place (before) or after its effect (after),
 * from the planned occurrence on: a number of times, or for some time. Healed with the last one, or
 * when the time is over; {@code forever} is never healed.
 */
final class ErrorInjector extends Injector {
  private final FaultAction.Error error;
  private final CountDownLatch tornDown = new CountDownLatch(1);
  private int answered;

  ErrorInjector(Fault fault, FaultAction.Error error, Toolbox tools) {
    super(fault, tools);
    this.error = error;
  }

  @Override
  String counter(Moment moment, String key) {
    return error.allKeys() ? "" : super.counter(moment, key);
  }

  @Override
  boolean due(int occurrence) {
    int first = fault.on().occurrence();
    return occurrence >= first
        && (long) occurrence < (long) first + error.times()
        && !(error.lasts() != null && isHealed());
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
    synchronized (this) {
      if (error.lasts() != null && isHealed()) {
        return Passage.FORWARD; // the time was over just now: no error stands after FaultHealed
      }
      tools.timeline.append(
          new ErrorAnswered(
              name(),
              moment.worker(),
              moment.target(),
              key,
              request,
              error.status(),
              applied,
              retryAfterMillis(error.headers())));
      answered++;
      if (answered == error.times()) {
        healed();
      }
      if (answered == 1 && error.lasts() != null) {
        tools.later(name(), this::healInTime);
      }
    }
    return new Passage.Answer(error.status(), error.headers(), error.body());
  }

  private void healInTime() throws InterruptedException {
    tornDown.await(error.lasts().toNanos(), TimeUnit.NANOSECONDS);
    healed();
  }

  @Override
  void tearDown() {
    tornDown.countDown();
  }

  /** The header's seconds; null when there is none, or when it names a date. */
  private static Long retryAfterMillis(Map<String, String> headers) {
    return headers.entrySet().stream()
        .filter(header -> header.getKey().equalsIgnoreCase("Retry-After"))
        .map(header -> header.getValue().strip())
        .filter(value -> value.matches("\\d{1,9}"))
        .map(seconds -> Long.parseLong(seconds) * 1000)
        .findFirst()
        .orElse(null);
  }
}
