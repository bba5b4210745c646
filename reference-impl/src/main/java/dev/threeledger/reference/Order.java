package dev.threeledger.reference;

import java.math.BigDecimal;

/**
 * An order as it was placed. Its text holds neither name nor token.
 *
 * @param reference what partners know it by: the key of the job
 */
record Order(
    String reference,
    String item,
    int quantity,
    BigDecimal amount,
    String customerName,
    String cardToken) {

  @Override
  public String toString() {
    return "order " + reference;
  }
}
