package dev.threeledger.check;

import dev.threeledger.ledger.ReconciledKey;
import dev.threeledger.ledger.Reconciler;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Judges reconciled keys one by one, in whatever order they come, and tells what was found in the
 * order of their first appearance. Only what was found is kept.
 */
final class ByKey {
  private final String check;
  private final TreeMap<Long, Findings> found = new TreeMap<>();
  private boolean any;

  ByKey(String check) {
    this.check = check;
  }

  /** Of a check that does not go by wall clock. */
  Reconciler.Receiver judging(BiConsumer<ReconciledKey, Findings> judge) {
    return (key, firstSeen) -> {
      any = true;
      Findings its = new Findings(check);
      judge.accept(key, its);
      if (!its.silent()) {
        found.put(firstSeen, its);
      }
    };
  }

  /** True when there was a key. */
  boolean any() {
    return any;
  }

  void tell(Findings findings) {
    found.values().forEach(findings::addAll);
  }
}
