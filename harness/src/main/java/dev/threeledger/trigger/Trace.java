package dev.threeledger.trigger;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The trace that a trigger begins, as W3C Trace Context, version 00, writes it
 * (https://www.w3.org/TR/trace-context/#traceparent-header).
 *
 * @param traceId 32 hex digits
 * @param parentId 16 hex digits
 */
record Trace(String traceId, String parentId) {

  /** The same for the same cell and trigger: from SHA-256 over {@code <seed>/<number>}. */
  static Trace of(long seed, int number) {
    String digest = sha256(seed + "/" + number);
    return new Trace(digest.substring(0, 32), digest.substring(32, 48));
  }

  /** The header's value; sampled. */
  String traceparent() {
    return "00-" + traceId + "-" + parentId + "-01";
  }

  /** SHA-256 of the text's UTF-8 bytes, lower-case hex. */
  static String sha256(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
