package dev.threeledger.check;

import dev.threeledger.ledger.LedgerRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rows of a ledger, asked by key. */
final class RowsByKey {
  private final Map<String, List<LedgerRow>> rows = new HashMap<>();

  RowsByKey(List<LedgerRow> ledger) {
    ledger.forEach(row -> rows.computeIfAbsent(row.key(), key -> new ArrayList<>(1)).add(row));
  }

  /** In the order of the ledger. */
  List<LedgerRow> of(String key) {
    return rows.getOrDefault(key, List.of());
  }
}
