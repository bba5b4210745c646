package dev.threeledger.ledger;

import java.math.BigDecimal;
import java.util.Map;

/**
 * One row of a ledger.
 *
 * @param key business key
 * @param kind what was done: {@code statement}; in the external ledger the operation, {@code
 *     payments.charge}
 * @param amount exact, or null
 * @param state as the source names it, or null; in the external ledger {@code applied} or {@code
 *     undone}
 * @param columns all columns as read, by name, in order; a SQL NULL is absent
 */
public record LedgerRow(
    String key, String kind, BigDecimal amount, String state, Map<String, String> columns) {
  public LedgerRow {
    columns = Columns.copyOf(columns);
  }
}
