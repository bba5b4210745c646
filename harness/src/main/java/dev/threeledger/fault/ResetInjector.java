package dev.threeledger.fault;

import dev.threeledger.scenario.Fault;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.Probed;
import dev.threeledger.timeline.Event.ToxicAdded;
import dev.threeledger.timeline.Event.ToxicRemoved;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.time.Duration;
import java.util.Map;

/**
 * {@code reset}: a reset_peer toxic is put on the path while the answer is held; the answer is then
 * let through into it, so that the connection is reset and no byte of the answer arrives. Healed:
 * the toxic is removed once the connection has ended.
 *
 * <p>Other connections of the same worker to the same target are reset too if they carry data
 * meanwhile.
 */
final class ResetInjector extends Injector {
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(5);

  ResetInjector(Fault fault, Toolbox tools) {
    super(fault, tools);
  }

  @Override
  Passage strike(Moment moment, String key) {
    String worker = moment.worker();
    String target = moment.target();
    Reach.ProxyPath path = tools.reach.path(worker, target);
    String attributes = path.addToxic(name(), "reset_peer", Map.of("timeout", 0L));
    long from =
        tools
            .timeline
            .append(new ToxicAdded(name(), worker, target, "reset_peer", attributes))
            .seq();
    tools.timeline.append(new Probed(name(), worker, target, path.probe(ENDS_WITHIN)));
    tools.later(
        name(),
        () -> {
          tools.timeline.await(from, entry -> ended(entry, moment), ENDS_WITHIN);
          if (path.removeToxic(name())) {
            tools.timeline.append(new ToxicRemoved(name(), worker, target, "reset_peer"));
          }
          healed();
        });
    return Passage.LINGER;
  }

  private static boolean ended(Entry entry, Moment moment) {
    Event event = entry.event();
    if (moment instanceof Moment.Answer answer) {
      return event instanceof Event.OutsideConnectionClosed closed
          && closed.worker().equals(answer.worker())
          && closed.connection() == answer.connection();
    }
    return event instanceof Event.ConnectionClosed closed
        && closed.worker().equals(moment.worker())
        && closed.connection() == moment.connection();
  }
}
