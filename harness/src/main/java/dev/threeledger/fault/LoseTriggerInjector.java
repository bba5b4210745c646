package dev.threeledger.fault;

import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.timeline.Event.TriggerAnswerLost;
import dev.threeledger.timeline.Event.TriggerLost;
import dev.threeledger.timeline.Event.TriggerUnanswered;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * {@code lose-trigger}: the request never leaves, or it is delivered and the worker's answer is
 * thrown away when it arrives. The caller then knows nothing, and triggers again if {@code again}
 * says where. Healed when it knows, and has.
 */
final class LoseTriggerInjector extends Injector {
  private static final Duration CALLER_GIVES_UP_WITHIN = Duration.ofSeconds(60);

  private final FaultAction.LoseTrigger lose;
  private final Set<Long> awaited = new HashSet<>();

  LoseTriggerInjector(Fault fault, FaultAction.LoseTrigger lose, Toolbox tools) {
    super(fault, tools);
    this.lose = lose;
  }

  @Override
  synchronized Passage strike(Moment moment, String key) {
    long trigger = moment.connection();
    long from = tools.timeline.lastSeq();
    if (lose.arrives()) {
      awaited.add(trigger);
    } else {
      tools.timeline.append(new TriggerLost(name(), moment.worker(), key, (int) trigger));
    }
    tools.later(name(), () -> whenUnanswered(from, trigger, moment, key));
    return lose.arrives() ? Passage.FORWARD : Passage.DISCARD;
  }

  @Override
  synchronized Optional<Passage> follow(Moment moment) {
    if (!(moment instanceof Moment.TriggerAnswer answer) || !awaited.remove(answer.connection())) {
      return Optional.empty();
    }
    tools.timeline.append(
        new TriggerAnswerLost(
            name(), answer.worker(), answer.key(), (int) answer.connection(), answer.status()));
    return Optional.of(Passage.WITHHOLD);
  }

  private void whenUnanswered(long from, long trigger, Moment moment, String key)
      throws InterruptedException {
    boolean known =
        tools
            .timeline
            .await(
                from,
                entry ->
                    entry.event() instanceof TriggerUnanswered none && none.trigger() == trigger,
                CALLER_GIVES_UP_WITHIN)
            .isPresent();
    if (known) {
      if (lose.again() != null) {
        tools.triggerAgain(name(), moment, key, lose.again());
      }
      healed();
    }
  }
}
