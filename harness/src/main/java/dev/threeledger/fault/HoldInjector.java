package dev.threeledger.fault;

import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction.Release;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.Held;
import dev.threeledger.timeline.Event.HoldMissed;
import dev.threeledger.timeline.Event.Released;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * {@code hold}: several workers are held at the same point, each at its own occurrence, and
 * released at one instant or one after the other. Data in flight: kept. Healed when all are
 * released.
 *
 * <p>The point is best one <em>before</em> a statement is forwarded: later, one blocks on the
 * other's lock and never arrives.
 */
class HoldInjector extends Injector {
  private final Set<String> workers;
  private final Release release;
  private final Duration within;
  private final Rendezvous rendezvous;
  private final AtomicBoolean missedNoted = new AtomicBoolean();
  private int released;

  HoldInjector(Fault fault, Set<String> workers, Release release, Duration within, Toolbox tools) {
    super(fault, tools);
    this.workers = workers;
    this.release = release;
    this.within = within;
    this.rendezvous = new Rendezvous(workers);
  }

  @Override
  boolean concerns(String worker) {
    return workers.contains(worker);
  }

  @Override
  boolean countsPerWorker() {
    return true;
  }

  @Override
  Passage strike(Moment moment, String key) throws InterruptedException {
    Held held = new Held(name(), moment.worker(), key);
    if (!rendezvous.arrive(moment, within, () -> tools.timeline.append(held))) {
      noteMissing();
    } else if (release != Release.TOGETHER) {
      awaitTurn(moment);
    }
    long seq = tools.timeline.append(new Released(name(), moment.worker(), key)).seq();
    rendezvous.released(moment.worker(), seq);
    noteReleased();
    return Passage.FORWARD;
  }

  private void awaitTurn(Moment moment) throws InterruptedException {
    Moment before = rendezvous.before(moment.worker(), release == Release.LAST_ARRIVED);
    if (before == null) {
      return;
    }
    long seq = rendezvous.awaitReleased(before.worker(), within);
    if (seq >= 0) {
      tools.timeline.await(seq, entry -> answered(entry, before), within);
    }
  }

  private static boolean answered(Entry entry, Moment moment) {
    Event event = entry.event();
    if (event instanceof Event.StatementAnswered answer) {
      return answer.worker().equals(moment.worker()) && answer.connection() == moment.connection();
    }
    if (event instanceof Event.CommitForwarded answer) {
      return answer.worker().equals(moment.worker()) && answer.connection() == moment.connection();
    }
    return event instanceof Event.AnswerSent answer && answer.worker().equals(moment.worker());
  }

  private void noteMissing() {
    if (missedNoted.compareAndSet(false, true)) {
      for (String missing : rendezvous.missing()) {
        tools.timeline.append(new HoldMissed(name(), missing, tools.reach.lockWait(missing)));
      }
    }
  }

  private synchronized void noteReleased() {
    released++;
    if (released >= workers.size() || missedNoted.get()) {
      healed();
    }
  }

  @Override
  void tearDown() {
    rendezvous.breakUp();
  }
}
