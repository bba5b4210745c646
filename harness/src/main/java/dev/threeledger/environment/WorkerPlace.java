package dev.threeledger.environment;

import dev.threeledger.process.Launcher;
import java.util.Map;

/**
 * Where one worker runs, life after life: as processes of this machine, or as containers of the
 * subject's image. Owner: the cell's environment. Safe for use by several threads.
 */
public interface WorkerPlace extends AutoCloseable {
  /** Address at which the harness reaches the worker; it stays the same. */
  String host();

  /** Port on which the worker is told to listen. */
  int port();

  /** Starts the worker's command, or its image, here. */
  Launcher launcher();

  /**
   * Cuts the worker off from every network. Its connections stand still: what either side sends is
   * lost and sent again.
   *
   * @return the networks it is connected to afterwards, with its address there: none
   * @throws UnsupportedOperationException when it is no container
   */
  default Map<String, String> partition() {
    throw new UnsupportedOperationException("only a container can be cut off from its network");
  }

  /**
   * Connects it again, at the address that it had. No effect unless {@link #partition} was called,
   * or when it runs no more.
   *
   * @return as {@link #partition}
   */
  default Map<String, String> rejoin() {
    return Map.of();
  }

  /** Gives up what is still held of it. Idempotent. */
  @Override
  default void close() {}
}
