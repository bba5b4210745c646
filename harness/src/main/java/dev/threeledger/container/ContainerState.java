package dev.threeledger.container;

import java.util.Map;

/**
 * What the engine says of a container.
 *
 * @param status in the engine's words: {@code running}, {@code paused}, {@code exited} …
 * @param running also true while it is paused
 * @param paused all its processes are frozen
 * @param outOfMemory it was ended because of its memory limit
 * @param pid of its first process on the engine's host; 0 when it does not run
 * @param exitCode of its first process; 0 while it runs
 * @param addresses its IP address by network's name; none while it does not run
 */
public record ContainerState(
    String status,
    boolean running,
    boolean paused,
    boolean outOfMemory,
    long pid,
    long exitCode,
    Map<String, String> addresses) {
  public ContainerState {
    addresses = Map.copyOf(addresses);
  }
}
