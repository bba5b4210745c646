package dev.threeledger.external;

import java.math.BigDecimal;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What a request says, as the partner reads it.
 *
 * @param idempotencyKey or null
 * @param key business key, or null
 * @param amount as text, or null
 * @param digest SHA-256 of the body, hex
 * @param reference how it points at an earlier effect, or null
 * @param traceparent that header, or null
 */
record Asked(
    String idempotencyKey,
    String key,
    String amount,
    String digest,
    Operation.Pointer reference,
    String traceparent) {

  static Asked read(Operation operation, Incoming incoming) {
    Operation.Reference reference =
        operation.undoes() == null ? operation.finds() : operation.undoes();
    return new Asked(
        Operation.read(operation.key(), incoming),
        Operation.read(operation.businessKey(), incoming),
        Operation.read(operation.amount(), incoming),
        digest(incoming.body()),
        reference == null ? null : reference.read(incoming),
        incoming.header("traceparent"));
  }

  Asked withKey(String businessKey) {
    return new Asked(idempotencyKey, businessKey, amount, digest, reference, traceparent);
  }

  /** The amount as a number; null when there is none or it is not one. */
  BigDecimal amountNumber() {
    try {
      return amount == null ? null : new BigDecimal(amount);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  static String digest(byte[] body) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
