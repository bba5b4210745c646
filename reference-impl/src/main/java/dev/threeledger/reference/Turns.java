package dev.threeledger.reference;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Whose turn it is: round-robin over tenants, remembered from one look to the next. The tenant that
 * was served longest ago comes first, and gives its oldest key. While a key waits, each other
 * tenant thus goes ahead of it at most once a turn, however many keys it has, and however long
 * before. Thread-safe.
 */
final class Turns {
  private static final long NEVER = 0;

  private final boolean fair;
  private final Map<Long, Long> served = new HashMap<>(); // tenant → number of its last turn
  private long turn = NEVER;

  /** {@code fair} false: first come, first served. */
  Turns(boolean fair) {
    this.fair = fair;
  }

  /**
   * The order in which to try these: one of each tenant, then the next of each, …
   *
   * @param waiting oldest first
   */
  synchronized <T> List<T> order(List<T> waiting, ToLongFunction<T> tenant) {
    if (!fair) {
      return List.copyOf(waiting);
    }
    Map<Long, List<T>> byTenant = new HashMap<>();
    List<Long> tenants = new ArrayList<>();
    for (T one : waiting) {
      byTenant
          .computeIfAbsent(
              tenant.applyAsLong(one),
              t -> {
                tenants.add(t);
                return new ArrayList<>();
              })
          .add(one);
    }
    // stable: tenants that were never served keep the order of their oldest keys
    tenants.sort(Comparator.comparing(t -> served.getOrDefault(t, NEVER)));
    return interleaved(tenants.stream().map(t -> byTenant.get(t).iterator()).toList());
  }

  private static <T> List<T> interleaved(List<Iterator<T>> queues) {
    List<T> order = new ArrayList<>();
    boolean more = true;
    while (more) {
      more = false;
      for (Iterator<T> queue : queues) {
        if (queue.hasNext()) {
          order.add(queue.next());
          more = true;
        }
      }
    }
    return order;
  }

  /** A key of this tenant was claimed. */
  synchronized void served(long tenant) {
    served.put(tenant, ++turn);
  }
}
