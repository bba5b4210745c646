package dev.threeledger.check;

import dev.threeledger.ledger.LedgerRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Those rows of a ledger whose keys are owed, asked by key. */
final class RowsByKey {
  private final Map<String, List<LedgerRow>> rows = new HashMap<>();

  private RowsByKey() {}

  static RowsByKey ofOwed(List<LedgerRow> ledger, List<Owed> owed) {
    RowsByKey its = new RowsByKey();
    owed.forEach(one -> its.rows.put(one.key(), new ArrayList<>(1)));
    for (LedgerRow row : ledger) {
      List<LedgerRow> known = its.rows.get(row.key());
      if (known != null) {
        known.add(row);
      }
    }
    return its;
  }

  /** In the order of the ledger. */
  List<LedgerRow> of(String key) {
    return rows.getOrDefault(key, List.of());
  }
}
