package dev.threeledger.ledger;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the closing snapshot gave.
 *
 * @param business rows of the business tables, empty when it could not be read
 * @param external effects at the outside systems: one row per effect applied, with its state
 * @param execution rows of the execution records
 * @param due what must come to an end, computed before the workers started; empty when the scenario
 *     has none
 */
public record Ledgers(
    Optional<List<LedgerRow>> business,
    Optional<List<LedgerRow>> external,
    Optional<List<LedgerRow>> execution,
    Optional<List<LedgerRow>> due) {
  public Ledgers {
    business = business.map(Ledgers::kept);
    external = external.map(Ledgers::kept);
    execution = execution.map(Ledgers::kept);
    due = due.map(Ledgers::kept);
  }

  private static List<LedgerRow> kept(List<LedgerRow> rows) {
    return rows instanceof StoredLedger ? rows : List.copyOf(rows);
  }

  /** True when one of them is read from its file again and again. */
  boolean stored() {
    return Stream.of(business, external, execution, due)
        .anyMatch(ledger -> ledger.isPresent() && ledger.get() instanceof StoredLedger);
  }
}
