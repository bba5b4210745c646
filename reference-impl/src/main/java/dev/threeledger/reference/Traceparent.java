package dev.threeledger.reference;

import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header {@code traceparent} of W3C Trace Context: names the trace that a request belongs to,
 * and the span that sent it. A row, a log line and a partner's request that carry one trace id
 * belong together.
 *
 * @param traceId 32 lower-case hexadecimal digits, not all zero
 * @param spanId 16 of them, not all zero
 * @param sampled whether the caller records the trace; passed on as it came
 */
record Traceparent(String traceId, String spanId, boolean sampled) {
  private static final Pattern FORM =
      Pattern.compile("([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");

  /** A new trace. */
  static Traceparent fresh() {
    return new Traceparent(hex() + hex(), hex(), true);
  }

  /**
   * Reads a header. Empty when it is null or malformed: the receiver then begins a trace of its
   * own. A later version than 00 is read as far as 00 goes, as the standard asks.
   */
  static Optional<Traceparent> read(String header) {
    Matcher form = FORM.matcher(header == null ? "" : header.trim());
    if (!form.matches()) {
      return Optional.empty();
    }
    boolean version00 = form.group(1).equals("00");
    if (form.group(1).equals("ff") || (version00 && form.group(5) != null)) {
      return Optional.empty();
    }
    if (zero(form.group(2)) || zero(form.group(3))) {
      return Optional.empty();
    }
    boolean sampled = (Integer.parseInt(form.group(4), 16) & 1) == 1;
    return Optional.of(new Traceparent(form.group(2), form.group(3), sampled));
  }

  /** The header's trace, or a new one. */
  static Traceparent of(String header) {
    return read(header).orElseGet(Traceparent::fresh);
  }

  /** The same trace with a span of its own, for one request that we send. */
  Traceparent child() {
    return new Traceparent(traceId, hex(), sampled);
  }

  /** As it goes out, in version 00. */
  @Override
  public String toString() {
    return "00-" + traceId + "-" + spanId + (sampled ? "-01" : "-00");
  }

  private static boolean zero(String id) {
    return id.chars().allMatch(c -> c == '0');
  }

  /** Sixteen digits, not all zero. */
  private static String hex() {
    long bits = ThreadLocalRandom.current().nextLong();
    return String.format("%016x", bits == 0 ? 1 : bits);
  }
}
