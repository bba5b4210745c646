package dev.threeledger.matrix;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A cell's seed depends on the batch's seed and the cell's id only: adding or leaving out other
 * cells does not change it.
 */
public final class Seeds {
  private Seeds() {}

  /**
   * The first eight bytes, big-endian, of SHA-256 over {@code <batch seed>/<cell id>} in UTF-8,
   * with the sign bit cleared.
   */
  public static long of(long batch, String cell) {
    try {
      byte[] text = (batch + "/" + cell).getBytes(StandardCharsets.UTF_8);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
      return ByteBuffer.wrap(digest).getLong() & Long.MAX_VALUE;
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
