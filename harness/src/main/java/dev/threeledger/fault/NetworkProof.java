package dev.threeledger.fault;

import dev.threeledger.scenario.FaultAction.Delay;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import java.util.Optional;

/**
 * A network fault landed when the proxy reported it and a connection (the harness's own, or the
 * worker's) felt it.
 */
final class NetworkProof {
  private NetworkProof() {}

  static void addDelay(StruckPoint struck, Delay delay, Proof proof) {
    Optional<Entry> added = toxic(struck, "latency", proof);
    added.ifPresent(
        entry ->
            proof.demand(
                Event.Probed.class,
                entry.seq(),
                event ->
                    event.fault().equals(struck.name())
                        && millis(event.seen())
                            >= delay.latency().toMillis() - delay.jitter().toMillis(),
                "a round trip of our own took at least "
                    + delay.latency().minus(delay.jitter()).toMillis()
                    + " ms"));
  }

  static void addRefuse(StruckPoint struck, Proof proof) {
    Optional<Entry> off =
        proof.demand(
            Event.ProxySwitched.class,
            struck.seq(),
            event -> event.fault().equals(struck.name()) && !event.enabled(),
            "the proxy reported that it was down");
    off.ifPresent(
        entry ->
            proof.demand(
                Event.Probed.class,
                entry.seq(),
                event -> event.fault().equals(struck.name()) && "refused".equals(event.seen()),
                "a connection of our own was refused"));
  }

  static void addReset(StruckPoint struck, Proof proof) {
    Optional<Entry> added = toxic(struck, "reset_peer", proof);
    if (added.isEmpty()) {
      return;
    }
    proof.demand(
        Event.Probed.class,
        added.get().seq(),
        event -> event.fault().equals(struck.name()) && "closed".equals(event.seen()),
        "a connection of our own was reset with its answer in it");
    if (struck.connection() >= 0) {
      proof.demand(
          Event.ConnectionClosed.class,
          added.get().seq(),
          event ->
              event.worker().equals(struck.worker()) && event.connection() == struck.connection(),
          "the connection ended with the answer in it");
    } else {
      proof.demand(
          Event.OutsideConnectionClosed.class,
          added.get().seq(),
          event ->
              event.worker().equals(struck.worker())
                  && event.target().equals(((Event.ToxicAdded) added.get().event()).target())
                  && "worker".equals(event.by()),
          "the connection ended with the answer in it");
    }
  }

  private static Optional<Entry> toxic(StruckPoint struck, String type, Proof proof) {
    return proof.demand(
        Event.ToxicAdded.class,
        struck.seq(),
        event -> event.fault().equals(struck.name()) && event.toxic().equals(type),
        "the proxy reported the toxic " + type);
  }

  private static long millis(String seen) {
    return seen.endsWith(" ms") ? Long.parseLong(seen.substring(0, seen.length() - 3)) : -1;
  }
}
