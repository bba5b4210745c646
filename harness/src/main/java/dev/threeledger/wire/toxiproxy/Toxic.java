package dev.threeledger.wire.toxiproxy;

import java.util.Map;

/**
 * What is done to the bytes of one direction of a connection. Immutable: an update puts a new one
 * in its place.
 */
interface Toxic {

  /** Every type by its name in the API, with the attributes it has when none are given. */
  Map<String, Toxic> TYPES =
      Map.of(
          "noop", new Noop(),
          "latency", new Latency(0, 0),
          "bandwidth", new Bandwidth(0),
          "slow_close", new SlowClose(0),
          "timeout", new Timeout(0),
          "reset_peer", new ResetPeer(0),
          "slicer", new Slicer(0, 0, 0),
          "limit_data", new LimitData(0));

  /** Attributes by their name in the API. */
  Map<String, Long> attributes();

  /** The same toxic with these attributes; those that are not named stay. */
  Toxic with(Attributes attributes);

  /**
   * Passes data on until {@link Stub#take} gives null, or closes the link. Runs on the stage's own
   * thread, again from the start after each update. What it holds when it is interrupted is passed
   * on at once.
   */
  void run(Stub stub);

  /** Called after {@link #run} when the toxic was removed from a connection that it affected. */
  default void removed(Stub stub) {}

  /** How many bytes may wait in front of this toxic before the source is no longer read. */
  default int bufferBytes() {
    return 64 * 1024;
  }
}
