package dev.threeledger.fault;

import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.AnswerSent;
import dev.threeledger.timeline.Event.CallerGone;
import dev.threeledger.timeline.Event.Held;
import dev.threeledger.timeline.Event.HoldMissed;
import dev.threeledger.timeline.Event.Released;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;

/**
 * {@code late}: a request stands still on its way until its caller has given up and then the
 * operation {@code until} of the same key was answered; the partner decides about it only after
 * that. Data in flight: the request is kept, its answer goes nowhere. Healed when it goes on.
 *
 * <pre>
 * request held ─► caller gone ─► until answered ─► request goes on ─► the partner decides
 *          └────────── deadline ─► missed ─────────────┘
 * </pre>
 */
final class LateInjector extends Injector {
  private final FaultAction.Late late;
  private final Set<CountDownLatch> held = ConcurrentHashMap.newKeySet();

  LateInjector(Fault fault, FaultAction.Late late, Toolbox tools) {
    super(fault, tools);
    this.late = late;
  }

  @Override
  Passage strike(Moment moment, String key) throws InterruptedException {
    Moment.Request request = (Moment.Request) moment;
    CountDownLatch mayGoOn = new CountDownLatch(1);
    held.add(mayGoOn);
    long from = tools.timeline.append(new Held(name(), request.worker(), key)).seq();
    // the held thread is the partner's own: it must be let go at the run's end too
    tools.later(
        name(),
        () -> {
          try {
            awaitItsTime(request, key, from);
          } finally {
            mayGoOn.countDown();
          }
        });
    mayGoOn.await();
    tools.timeline.append(new Released(name(), request.worker(), key));
    healed();
    return Passage.FORWARD;
  }

  private void awaitItsTime(Moment.Request request, String key, long from)
      throws InterruptedException {
    long deadline = System.nanoTime() + late.within().toNanos();
    Optional<Entry> gone =
        await(
            from,
            entry ->
                entry.event() instanceof CallerGone caller && caller.request() == request.request(),
            deadline);
    if (gone.isEmpty()) {
      missed(request.worker(), "its caller did not give up in time");
      return;
    }
    Optional<Entry> answered =
        await(
            gone.get().seq(),
            entry -> entry.event() instanceof AnswerSent sent && answers(sent, late.until(), key),
            deadline);
    if (answered.isEmpty()) {
      missed(request.worker(), late.until() + " of that key was not answered in time");
    }
  }

  /** A partner's answer, whatever it decided; a failure of its own is none. */
  static boolean answers(AnswerSent sent, String operation, String key) {
    return operation.equals(sent.operation())
        && Objects.equals(key, sent.key())
        && sent.status() < 500;
  }

  private Optional<Entry> await(long after, Predicate<Entry> condition, long deadline)
      throws InterruptedException {
    Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    return tools.timeline.await(after, condition, left);
  }

  private void missed(String worker, String why) {
    tools.timeline.append(new HoldMissed(name(), worker, why));
  }

  @Override
  void tearDown() {
    held.forEach(CountDownLatch::countDown);
  }
}
