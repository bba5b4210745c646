package dev.threeledger.fault;

import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.util.Set;

/**
 * {@code duplicate-trigger}: at the point a second trigger for the same key is sent to another
 * worker. With {@code hold} the first stays held until the other has reached the same point; then
 * both are released as planned.
 */
final class DuplicateTriggerInjector extends HoldInjector {
  private final FaultAction.DuplicateTrigger action;
  private final String first;
  private boolean sent;

  DuplicateTriggerInjector(
      Fault fault, FaultAction.DuplicateTrigger action, String first, Toolbox tools) {
    super(
        fault,
        action.hold() ? Set.of(first, action.to()) : Set.of(first),
        action.release(),
        action.within(),
        tools);
    this.action = action;
    this.first = first;
  }

  @Override
  boolean concerns(String worker) {
    String planned = fault.on().worker();
    return action.hold() ? super.concerns(worker) : planned == null || planned.equals(worker);
  }

  @Override
  boolean countsPerWorker() {
    return action.hold();
  }

  @Override
  Passage strike(Moment moment, String key) throws InterruptedException {
    if (!action.hold()) {
      duplicate(moment, key);
      healed();
      return Passage.FORWARD;
    }
    if (moment.worker().equals(first)) {
      duplicate(moment, key);
    }
    return super.strike(moment, key);
  }

  private synchronized void duplicate(Moment moment, String key) {
    if (sent) {
      return;
    }
    sent = true;
    tools.triggerAgain(name(), moment, key, action.to());
  }
}
