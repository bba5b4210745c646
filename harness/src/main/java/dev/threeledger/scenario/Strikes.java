package dev.threeledger.scenario;

import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.FaultPoint.HttpStep;
import java.util.Optional;

/** Which action can strike at which point and side. */
final class Strikes {
  private Strikes() {}

  /** Why the fault could never strike, and what to write instead. */
  static Optional<String> problem(Fault fault) {
    if (at(fault, HttpStep.REQUEST) && fault.side() == Side.AFTER) {
      return Optional.of(
          "'at: request' has no side after; write 'side: before', or 'at: effect' or 'at: answer'");
    }
    FaultAction action = fault.action();
    if (action instanceof FaultAction.LoseResponse || action instanceof FaultAction.Reset) {
      return answerIsHeld(fault) ? Optional.empty() : Optional.of(noAnswer(action));
    }
    if (action instanceof FaultAction.LoseTrigger) {
      return fault.on() instanceof FaultPoint.TriggerSent && fault.side() == Side.BEFORE
          ? Optional.empty()
          : Optional.of("lose-trigger strikes only at 'trigger: sent' with 'side: before'");
    }
    if (action instanceof FaultAction.Late) {
      return at(fault, HttpStep.REQUEST)
          ? Optional.empty()
          : Optional.of("late strikes only at 'http: <operation>, at: request'");
    }
    if (action instanceof FaultAction.Error error) {
      return answerCanBeReplaced(fault)
          ? keyOrAll(fault, error)
          : Optional.of(
              "error strikes only at 'http: <operation>' before the answer has left;"
                  + " write 'at: request', 'at: effect' or 'at: answer' with 'side: before'");
    }
    if (action instanceof FaultAction.Deadlock) {
      return fault.on() instanceof FaultPoint.Statement && fault.side() == Side.BEFORE
          ? Optional.empty()
          : Optional.of(
              "deadlock strikes only where a statement is held before it is let through;"
                  + " write 'db: statement' with 'side: before'");
    }
    return fault.on() instanceof FaultPoint.TriggerSent && needsTarget(action)
        ? Optional.of(
            action.yamlName()
                + " at 'trigger: sent' has no target of its own; add 'target:' with database or a system")
        : oneWorkerOnly(fault);
  }

  private static boolean at(Fault fault, HttpStep step) {
    return fault.on() instanceof FaultPoint.Http http && http.at() == step;
  }

  private static boolean answerIsHeld(Fault fault) {
    return fault.on() instanceof FaultPoint.Commit && fault.side() == Side.AFTER
        || at(fault, HttpStep.ANSWER) && fault.side() == Side.BEFORE;
  }

  private static String noAnswer(FaultAction action) {
    return action.yamlName()
        + " strikes only where an answer is held; write 'db: commit' with 'side: after',"
        + " or 'http: <operation>, at: answer' with 'side: before'";
  }

  private static boolean answerCanBeReplaced(Fault fault) {
    return at(fault, HttpStep.REQUEST)
        || at(fault, HttpStep.EFFECT)
        || at(fault, HttpStep.ANSWER) && fault.side() == Side.BEFORE;
  }

  private static Optional<String> keyOrAll(Fault fault, FaultAction.Error error) {
    return error.allKeys() && fault.on().key() != null
        ? Optional.of("error with 'keys: all' strikes at every key; remove 'key:' from 'on:'")
        : Optional.empty();
  }

  private static boolean needsTarget(FaultAction action) {
    return action instanceof FaultAction.Delay delay && delay.target() == null
        || action instanceof FaultAction.Refuse refuse && refuse.target() == null;
  }

  private static Optional<String> oneWorkerOnly(Fault fault) {
    return fault.action() instanceof FaultAction.Hold && fault.on().worker() != null
        ? Optional.of("hold names its workers under 'workers:'; remove 'worker:' from 'on:'")
        : Optional.empty();
  }
}
