package dev.threeledger.fault;

import dev.threeledger.scenario.Fault;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.AnswerWithheld;
import dev.threeledger.timeline.Event.CallerGone;
import dev.threeledger.timeline.Event.ConnectionClosed;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.time.Duration;

/**
 * {@code lose-response}: the answer is discarded and its connection stays open and silent until the
 * worker's own time-out. No other connection is touched. Healed when the worker has closed it.
 */
final class LoseResponseInjector extends Injector {
  private static final Duration CALLER_GIVES_UP_WITHIN = Duration.ofSeconds(30);

  LoseResponseInjector(Fault fault, Toolbox tools) {
    super(fault, tools);
  }

  @Override
  Passage strike(Moment moment, String key) {
    long from =
        tools
            .timeline
            .append(
                new AnswerWithheld(
                    name(), moment.worker(), moment.target(), key, moment.connection()))
            .seq();
    tools.later(
        name(),
        () -> {
          if (tools
              .timeline
              .await(from, entry -> gaveUp(entry, moment), CALLER_GIVES_UP_WITHIN)
              .isPresent()) {
            healed();
          }
        });
    return Passage.WITHHOLD;
  }

  private static boolean gaveUp(Entry entry, Moment moment) {
    if (moment instanceof Moment.Answer answer) {
      return entry.event() instanceof CallerGone gone && gone.request() == answer.request();
    }
    return entry.event() instanceof ConnectionClosed closed
        && closed.worker().equals(moment.worker())
        && closed.connection() == moment.connection();
  }
}
