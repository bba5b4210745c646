package dev.threeledger.fault;

import dev.threeledger.scenario.FaultAction.Partition;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.Probed;
import dev.threeledger.timeline.Event.RequestReceived;
import dev.threeledger.timeline.Event.StatementSent;
import dev.threeledger.timeline.Event.WorkerExited;
import dev.threeledger.timeline.Event.WorkerPartitioned;
import dev.threeledger.timeline.Event.WorkerRejoined;
import dev.threeledger.timeline.Event.WorkerRejoining;
import java.util.Optional;

/**
 * A partition landed when the engine said that the worker is on no network, a probe of the
 * harness's own got no answer, nothing more of the worker came through a tap, and then the worker
 * was joined again at its address and answered; unless its process had ended by itself meanwhile.
 *
 * <p>What was on its way at the cut may still arrive: a tap is looked at from the end of that probe
 * on, until the engine is asked to join the worker again.
 */
final class PartitionProof {
  private PartitionProof() {}

  /** True of what a probe saw when the worker answered, whatever it said. */
  static boolean answered(String seen) {
    return seen.startsWith("answered ");
  }

  static void add(StruckPoint struck, Partition partition, Proof proof) {
    Optional<Entry> cut =
        proof.demand(
            WorkerPartitioned.class,
            struck.seq(),
            event -> event.fault().equals(struck.name()) && event.networks().isEmpty(),
            "the engine said that worker %s is on no network".formatted(struck.worker()));
    if (cut.isEmpty()) {
      return;
    }
    Optional<Entry> joining =
        proof.demand(
            WorkerRejoining.class,
            cut.get().seq(),
            event -> event.fault().equals(struck.name()),
            "it was to be joined again");
    if (joining.isPresent()) {
      wasAlone(struck, partition, cut.get(), joining.get(), proof);
      cameBack(struck, cut.get(), joining.get(), proof);
    }
  }

  private static void wasAlone(
      StruckPoint struck, Partition partition, Entry cut, Entry joining, Proof proof) {
    proof.demand(
        joining.atNanos() - cut.atNanos() >= partition.lasts().toNanos(),
        "it was cut off for %d ms at least".formatted(partition.lasts().toMillis()));
    Optional<Entry> silent =
        proof
            .find(Probed.class, cut.seq(), event -> event.fault().equals(struck.name()))
            .filter(entry -> entry.seq() < joining.seq())
            .filter(entry -> ((Probed) entry.event()).seen().startsWith("silent"));
    proof.demand(silent.isPresent(), "a probe of our own got no answer from it meanwhile");
    if (silent.isPresent()) {
      proof.demand(
          proof
              .find(Event.class, silent.get().seq(), event -> fromWorker(event, struck.worker()))
              .filter(entry -> entry.seq() < joining.seq())
              .isEmpty(),
          "no statement and no request of it came through after that probe");
    }
  }

  private static boolean fromWorker(Event event, String worker) {
    return (event instanceof StatementSent || event instanceof RequestReceived)
        && worker.equals(event.worker());
  }

  private static void cameBack(StruckPoint struck, Entry cut, Entry joining, Proof proof) {
    Optional<Entry> ended =
        proof.find(
            WorkerExited.class,
            cut.seq(),
            event -> struck.worker().equals(event.worker()) && !event.byHarness());
    boolean endedMeanwhile = ended.filter(entry -> entry.seq() < joining.seq()).isPresent();
    String address = ((WorkerPartitioned) cut.event()).address();
    Optional<Entry> joined =
        proof.demand(
            WorkerRejoined.class,
            joining.seq(),
            event ->
                event.fault().equals(struck.name())
                    && (endedMeanwhile || event.networks().containsValue(address)),
            endedMeanwhile
                ? "it was joined again, though its process had ended by itself"
                : "it was joined again at its address %s".formatted(address));
    if (joined.isPresent() && !endedMeanwhile) {
      lives(struck, joined.get(), ended.isPresent(), proof);
    }
  }

  private static void lives(StruckPoint struck, Entry joined, boolean ended, Proof proof) {
    boolean answered =
        proof.find(Probed.class, joined.seq(), event -> answers(event, struck)).isPresent();
    if (answered || !ended) {
      proof.demand(
          Probed.class,
          joined.seq(),
          event -> answers(event, struck),
          "another probe was answered after that");
    } else {
      proof.demand(
          WorkerExited.class,
          struck.seq(),
          event -> struck.worker().equals(event.worker()) && !event.byHarness(),
          "its process ended by itself then");
    }
  }

  private static boolean answers(Probed probed, StruckPoint struck) {
    return probed.fault().equals(struck.name()) && answered(probed.seen());
  }
}
