package dev.threeledger.reference;

import java.time.LocalDate;

/** Names one doing of the statement job: the tenant and the last day of the period. */
record JobKey(long tenantId, LocalDate statementDate) {

  /**
   * Idempotency key of an operation for this key: nothing in it comes from a clock, a counter or
   * chance, so that every worker and every attempt sends the same.
   */
  String requestKey(String operation) {
    return operation + "/" + this;
  }

  @Override
  public String toString() {
    return tenantId + "/" + statementDate;
  }
}
