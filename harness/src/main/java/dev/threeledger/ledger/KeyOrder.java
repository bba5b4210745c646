package dev.threeledger.ledger;

import java.util.Comparator;

/** The order of keys in {@link SortedRows}. */
final class KeyOrder {
  /** Null first. */
  static final Comparator<String> KEYS = Comparator.nullsFirst(Comparator.naturalOrder());

  private KeyOrder() {}
}
