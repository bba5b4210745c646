package dev.threeledger.reference;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many executions this worker has in hand at once: in all, and of one tenant. A place is taken
 * before the claim and given back at the end of the execution, or when the claim was not had.
 * Thread-safe.
 */
final class Limits {
  private final int most;
  private final int mostOfTenant;
  private final Map<Long, Integer> inHand = new HashMap<>();
  private int all;

  /** {@code mostOfTenant} above {@code most} binds nobody. */
  Limits(int most, int mostOfTenant) {
    this.most = most;
    this.mostOfTenant = mostOfTenant;
  }

  /** Takes a place, if there is one. */
  synchronized boolean enter(long tenant) {
    if (!room(tenant)) {
      return false;
    }
    all++;
    inHand.merge(tenant, 1, Integer::sum);
    return true;
  }

  /** Gives a place back; each that was taken, once. */
  synchronized void leave(long tenant) {
    if (!inHand.containsKey(tenant)) {
      throw new IllegalStateException("no place was taken for tenant " + tenant);
    }
    inHand.computeIfPresent(tenant, (t, taken) -> taken == 1 ? null : taken - 1);
    all--;
  }

  synchronized boolean room(long tenant) {
    return all < most && inHand.getOrDefault(tenant, 0) < mostOfTenant;
  }

  synchronized boolean full() {
    return all >= most;
  }

  /** Tenants of whom there are as many as there may be. */
  synchronized List<Long> busy() {
    return inHand.entrySet().stream()
        .filter(tenant -> tenant.getValue() >= mostOfTenant)
        .map(Map.Entry::getKey)
        .toList();
  }
}
