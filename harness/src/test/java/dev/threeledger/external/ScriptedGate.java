package dev.threeledger.external;

import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.wire.Gate;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Answers moments of one kind and side as told, once per order; holds those that it is told to. */
final class ScriptedGate implements Gate {
  private record Order(
      Class<? extends Moment> kind, Side side, Passage passage, CountDownLatch go) {}

  private final List<Order> orders = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Moment> arrived = new LinkedBlockingQueue<>();
  final List<Moment> moments = new CopyOnWriteArrayList<>();

  /** The next moment of the kind gets this passage. */
  void next(Class<? extends Moment> kind, Side side, Passage passage) {
    orders.add(new Order(kind, side, passage, new CountDownLatch(0)));
  }

  /** The next moment of the kind is held until the latch opens, and gets this passage then. */
  void hold(Class<? extends Moment> kind, Side side, Passage passage, CountDownLatch go) {
    orders.add(new Order(kind, side, passage, go));
  }

  /** Waits for a moment for which there was an order. */
  Moment arrival() throws InterruptedException {
    Moment moment = arrived.poll(10, TimeUnit.SECONDS);
    if (moment == null) {
      throw new AssertionError("nothing arrived in 10 s; seen: " + moments);
    }
    return moment;
  }

  @Override
  public Passage at(Moment moment) throws InterruptedException {
    moments.add(moment);
    for (Order order : orders) {
      if (order.kind.isInstance(moment) && order.side == moment.side() && orders.remove(order)) {
        arrived.add(moment);
        order.go.await();
        return order.passage;
      }
    }
    return Passage.FORWARD;
  }
}
