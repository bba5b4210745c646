package dev.threeledger.fault;

import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.timeline.Event.Probed;
import dev.threeledger.timeline.Event.ToxicAdded;
import dev.threeledger.timeline.Event.ToxicRemoved;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * {@code delay}: a latency toxic towards the worker, from the point on, for {@code lasts}. Zero
 * latency: no delay. Data in flight is delayed, never lost; healing lets it go at once.
 */
final class DelayInjector extends Injector {
  private final FaultAction.Delay delay;
  private final CountDownLatch tornDown = new CountDownLatch(1);

  DelayInjector(Fault fault, FaultAction.Delay delay, Toolbox tools) {
    super(fault, tools);
    this.delay = delay;
  }

  @Override
  Passage strike(Moment moment, String key) {
    String worker = moment.worker();
    String target = delay.target() == null ? moment.target() : delay.target();
    Reach.ProxyPath path = tools.reach.path(worker, target);
    String attributes =
        path.addToxic(
            name(),
            "latency",
            Map.of("latency", delay.latency().toMillis(), "jitter", delay.jitter().toMillis()));
    tools.timeline.append(new ToxicAdded(name(), worker, target, "latency", attributes));
    tools.later(
        name(),
        () -> {
          String seen =
              path.probe(delay.latency().plus(delay.jitter()).multipliedBy(4).plusSeconds(2));
          tools.timeline.append(new Probed(name(), worker, target, seen));
          tornDown.await(delay.lasts().toNanos(), TimeUnit.NANOSECONDS);
          if (path.removeToxic(name())) {
            tools.timeline.append(new ToxicRemoved(name(), worker, target, "latency"));
          }
          healed();
        });
    return Passage.FORWARD;
  }

  @Override
  void tearDown() {
    tornDown.countDown();
  }
}
