package dev.threeledger.cost;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * By which plans the database carried out a statement of the workers in a run.
 *
 * @param statement its text, with literals taken out
 * @param shapes each with how often, sorted
 * @param millis of each execution, as the server measured it, without planning
 */
public record StatementPlans(String statement, Map<String, Integer> shapes, List<Double> millis) {
  public StatementPlans {
    shapes = Collections.unmodifiableMap(new TreeMap<>(shapes));
    millis = List.copyOf(millis);
  }

  /** SHA-256, hex, of the shapes, one a line: the same whatever values, costs and times were. */
  public String digest() {
    try {
      String lines = String.join("\n", shapes.keySet());
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(lines.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
