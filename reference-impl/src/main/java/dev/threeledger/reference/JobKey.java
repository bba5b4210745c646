package dev.threeledger.reference;

/**
 * Names one doing of a job, by what it means to the business: {@code 1/2026-01-31} is the statement
 * of a tenant for a period.
 *
 * @param job name of the job
 * @param text the parts of the key, joined by slashes; no two jobs give the same
 */
record JobKey(String job, String text) {

  /** The part at that place, from 0. */
  String part(int place) {
    return text.split("/", -1)[place];
  }

  /**
   * Idempotency key of an operation for this key: nothing in it comes from a clock, a counter or
   * chance, so that every worker and every attempt sends the same.
   */
  String requestKey(String operation) {
    return operation + "/" + text;
  }

  @Override
  public String toString() {
    return text;
  }
}
