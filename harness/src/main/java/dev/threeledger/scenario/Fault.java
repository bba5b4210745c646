package dev.threeledger.scenario;

/**
 * One planned fault: where it strikes and what is done there are independent.
 *
 * @param name as written, or {@code fault[i]}
 * @param on the moment
 * @param side before the moment's message is let through, or after it was acknowledged but not yet
 *     seen by the worker
 * @param action what is done while the message is held
 */
public record Fault(String name, FaultPoint on, Side side, FaultAction action) {

  /** Which side of the moment. */
  public enum Side {
    BEFORE,
    AFTER
  }
}
