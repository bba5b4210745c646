package dev.threeledger.fault;

import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.timeline.Event.Probed;
import dev.threeledger.timeline.Event.ProxySwitched;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * {@code refuse}: the proxy between worker and target is down for {@code lasts}: new connections
 * are refused, open ones dropped with what is in them. Healed by switching it on.
 */
final class RefuseInjector extends Injector {
  private static final Duration PROBE_WITHIN = Duration.ofSeconds(2);

  private final FaultAction.Refuse refuse;
  private final CountDownLatch tornDown = new CountDownLatch(1);

  RefuseInjector(Fault fault, FaultAction.Refuse refuse, Toolbox tools) {
    super(fault, tools);
    this.refuse = refuse;
  }

  @Override
  Passage strike(Moment moment, String key) {
    String worker = moment.worker();
    String target = refuse.target() == null ? moment.target() : refuse.target();
    Reach.ProxyPath path = tools.reach.path(worker, target);
    boolean enabled = path.enable(false);
    tools.timeline.append(new ProxySwitched(name(), worker, target, enabled));
    tools.timeline.append(new Probed(name(), worker, target, path.probe(PROBE_WITHIN)));
    tools.later(
        name(),
        () -> {
          tornDown.await(refuse.lasts().toNanos(), TimeUnit.NANOSECONDS);
          tools.timeline.append(new ProxySwitched(name(), worker, target, path.enable(true)));
          healed();
        });
    return Passage.FORWARD;
  }

  @Override
  void tearDown() {
    tornDown.countDown();
  }
}
