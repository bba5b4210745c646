package dev.threeledger.ledger;

import java.util.List;
import java.util.Optional;

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
    business = business.map(List::copyOf);
    external = external.map(List::copyOf);
    execution = execution.map(List::copyOf);
    due = due.map(List::copyOf);
  }
}
