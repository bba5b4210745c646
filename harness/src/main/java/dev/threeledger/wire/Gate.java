package dev.threeledger.wire;

/**
 * Asked by a tap before it lets something pass. Called on the connection's own thread: blocking
 * holds that message, and nothing else, until the gate returns. The tap has already appended the
 * event that the moment stands for.
 */
public interface Gate {

  /** Lets everything pass at once. */
  Gate OPEN = moment -> Passage.FORWARD;

  /**
   * What becomes of the message.
   *
   * @throws InterruptedException when the run is being torn down; the tap then closes the
   *     connection
   */
  Passage at(Moment moment) throws InterruptedException;
}
