package dev.threeledger.reference;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the environment says.
 *
 * @param lease how long a claim holds without a sign of life
 * @param tick period of the schedule; also the bound for repeated attempts of one key
 * @param callTimeout longest wait for the partner to accept a connection, and again for each part
 *     of its answer
 * @param databaseTimeout longest wait for the database
 * @param maxAttempts claims per key, deaths included
 * @param backoff upper end of the first wait; doubles with each attempt
 * @param jobLimit executions of a job that this worker has in hand at once
 * @param tenantLimit of them, of one tenant
 * @param retryBudget repeated attempts per tick, of all keys of a job, over all workers
 * @param breakerCalls last calls of an outside system by which its circuit breaker judges
 * @param catchUp most periods of a tenant that are made up by themselves after downtime
 * @param undoAttempts requests for each undo, deaths included
 * @param usageIndex whether the schema has the index by which a tenant's usage is found
 */
record Settings(
    String databaseUrl,
    String databaseUser,
    String databasePassword,
    URI paymentsUrl,
    URI inventoryUrl,
    URI shippingUrl,
    String httpHost,
    int httpPort,
    String worker,
    Duration lease,
    Duration tick,
    Duration callTimeout,
    Duration databaseTimeout,
    int maxAttempts,
    Duration backoff,
    int jobLimit,
    int tenantLimit,
    int retryBudget,
    int breakerCalls,
    int catchUp,
    int undoAttempts,
    boolean usageIndex,
    Defect defect) {

  /** Claims that undoing one key can need: each ends at a failed undo, or with a death. */
  int mostUndoClaims() {
    return undoAttempts * OrderJob.STEPS;
  }

  /**
   * Reads all settings; {@code migrate} needs fewer.
   *
   * @throws IllegalArgumentException naming every wrong value at once
   */
  static Settings read(Map<String, String> environment, boolean migrate) {
    Reader reader = new Reader(environment);
    Settings settings =
        new Settings(
            reader.text("DATABASE_URL", null),
            reader.text("DATABASE_USER", ""),
            reader.text("DATABASE_PASSWORD", ""),
            reader.address("PAYMENTS_URL", migrate ? "http://127.0.0.1" : null),
            reader.address("INVENTORY_URL", migrate ? "http://127.0.0.1" : null),
            reader.address("SHIPPING_URL", migrate ? "http://127.0.0.1" : null),
            reader.text("HTTP_HOST", "127.0.0.1"),
            reader.number("HTTP_PORT", migrate ? "0" : null, 0, 65_535),
            reader.text("WORKER", "1"),
            reader.duration("LEASE", "30s"),
            reader.duration("TICK", "60s"),
            reader.duration("CALL_TIMEOUT", "2s"),
            reader.duration("DB_TIMEOUT", "3s"),
            reader.number("MAX_ATTEMPTS", "5", 1, 1_000),
            reader.duration("BACKOFF", "1s"),
            reader.number("JOB_LIMIT", "8", 1, 1_000),
            reader.number("TENANT_LIMIT", "4", 1, 1_000),
            reader.number("RETRY_BUDGET", "20", 1, 1_000_000),
            reader.number("BREAKER_CALLS", "20", 2, 10_000),
            reader.number("CATCH_UP", "12", 0, 1_000),
            reader.number("UNDO_ATTEMPTS", "4", 1, 1_000),
            reader.eitherOf("USAGE_INDEX", "present", "absent"),
            reader.defect("DEFECT", "none"));
    reader.refuseProblems();
    return settings;
  }

  /** Without the password, and without whatever else a URL may carry. */
  @Override
  public String toString() {
    return "lease "
        + lease.toMillis()
        + " ms, tick "
        + tick.toMillis()
        + " ms, "
        + maxAttempts
        + " attempts ("
        + undoAttempts
        + " to undo), back-off "
        + backoff.toMillis()
        + " ms, at once "
        + jobLimit
        + " ("
        + tenantLimit
        + " of a tenant), "
        + retryBudget
        + " repeats a tick, catch-up "
        + catchUp
        + ", defect "
        + defect.settingName();
  }

  private static final class Reader {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m)");
    private final Map<String, String> environment;
    private final List<String> problems = new ArrayList<>();

    Reader(Map<String, String> environment) {
      this.environment = environment;
    }

    String text(String name, String otherwise) {
      return value(name, otherwise, "a text", text -> text);
    }

    int number(String name, String otherwise, int least, int most) {
      String wanted = "a whole number from " + least + " to " + most;
      Integer number =
          value(
              name,
              otherwise,
              wanted,
              text -> {
                int read = Integer.parseInt(text);
                return read < least || read > most ? null : read;
              });
      return number == null ? least : number;
    }

    /** True for the first, which is also the default. */
    boolean eitherOf(String name, String first, String second) {
      String wanted = first + " or " + second;
      Boolean isFirst =
          value(
              name,
              first,
              wanted,
              text -> text.equals(first) ? Boolean.TRUE : text.equals(second) ? false : null);
      return isFirst == null || isFirst;
    }

    Duration duration(String name, String otherwise) {
      return value(name, otherwise, "a duration such as 500ms, 30s or 2m", Reader::duration);
    }

    private static Duration duration(String text) {
      Matcher matcher = DURATION.matcher(text);
      if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
        return null;
      }
      long number = Long.parseLong(matcher.group(1));
      return switch (matcher.group(2)) {
        case "ms" -> Duration.ofMillis(number);
        case "s" -> Duration.ofSeconds(number);
        default -> Duration.ofMinutes(number);
      };
    }

    URI address(String name, String otherwise) {
      return value(
          name,
          otherwise,
          "an address such as http://payments:8080",
          text -> {
            URI uri = URI.create(text.replaceAll("/+$", ""));
            boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            return http && uri.getHost() != null ? uri : null;
          });
    }

    Defect defect(String name, String otherwise) {
      String names =
          Arrays.stream(Defect.values()).map(Defect::settingName).collect(Collectors.joining(", "));
      return value(name, otherwise, "one of " + names, text -> Defect.named(text).orElse(null));
    }

    /** {@code read} gives null or throws for a wrong text. */
    private <T> T value(String name, String otherwise, String wanted, Function<String, T> read) {
      String text = environment.getOrDefault(name, otherwise);
      if (text == null) {
        problems.add(name + " is not set; it must be " + wanted);
        return null;
      }
      try {
        T value = read.apply(text);
        if (value != null) {
          return value;
        }
      } catch (IllegalArgumentException e) {
        // reported below
      }
      problems.add(name + " is '" + text + "'; it must be " + wanted);
      return null;
    }

    void refuseProblems() {
      if (!problems.isEmpty()) {
        throw new IllegalArgumentException(String.join("\n", problems));
      }
    }
  }
}
