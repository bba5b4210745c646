package dev.threeledger.reference;

import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * One outside system, behind a circuit breaker of its own. Never throws: whatever happens is an
 * {@link Answer} with its class.
 *
 * <p>One connection per call: an idle one that the partner has closed meanwhile would look like a
 * call with an unknown outcome. {@link Main} switches off the JDK's own repeating of POST requests.
 */
final class Partner {
  private static final int MOST_BYTES = 65_536;

  private final String name;
  private final URI address;
  private final int timeoutMillis;
  private final CircuitBreaker breaker;
  private final Duration openFor;

  Partner(String name, URI address, Settings settings) {
    this.name = name;
    this.address = address;
    timeoutMillis = (int) settings.callTimeout().toMillis();
    breaker = CircuitBreaker.of(name, breakerConfig(settings));
    openFor = openFor(settings);
    if (settings.defect() == Defect.NO_RETRY_BUDGET) {
      breaker.transitionToDisabledState();
    }
  }

  /** As in {@code payments}. */
  String name() {
    return name;
  }

  /** Sends a request with an effect, once; {@code meaning} says what status and body mean. */
  Answer send(Request request, BiFunction<Integer, Map<String, String>, Answer> meaning) {
    return guarded(
        () -> exchange("POST", request.path(), request.requestKey(), request.body(), meaning));
  }

  /** Asks for what was done at that path under that idempotency key. */
  Answer find(String path, String requestKey) {
    String query = URLEncoder.encode(requestKey, StandardCharsets.UTF_8);
    return guarded(
        () -> exchange("GET", path + "?idempotency_key=" + query, null, null, Answer::ofFind));
  }

  /** Opens on an outage of the partner, not on the few failures of one key. */
  private static CircuitBreakerConfig breakerConfig(Settings settings) {
    return CircuitBreakerConfig.custom()
        .slidingWindowSize(settings.breakerCalls())
        .minimumNumberOfCalls(settings.breakerCalls())
        .failureRateThreshold(80)
        .waitDurationInOpenState(openFor(settings))
        .permittedNumberOfCallsInHalfOpenState(2)
        .recordResult(answer -> answer instanceof Answer a && unwell(a.kind()))
        .build();
  }

  private static Duration openFor(Settings settings) {
    return settings.backoff().multipliedBy(2);
  }

  private static boolean unwell(Answer.Kind kind) {
    return kind == Answer.Kind.NOT_SENT || kind == Answer.Kind.UNKNOWN;
  }

  private Answer guarded(Supplier<Answer> call) {
    try {
      return breaker.executeSupplier(call);
    } catch (CallNotPermittedException e) {
      return Answer.heldBack(openFor);
    }
  }

  private Answer exchange(
      String method,
      String path,
      String requestKey,
      String body,
      BiFunction<Integer, Map<String, String>, Answer> meaning) {
    HttpURLConnection connection;
    try {
      connection = open(method, path, requestKey);
      if (body != null) {
        announce(connection, body);
      }
      connection.connect();
    } catch (IOException e) {
      return new Answer(Answer.Kind.NOT_SENT, null, kindOf(e));
    }
    try {
      if (body != null) {
        send(connection, body);
      }
      int status = connection.getResponseCode();
      Answer answer = meaning.apply(status, Json.read(read(connection, status)));
      return status == 429 || status == 503 ? answer.notBefore(retryAfter(connection)) : answer;
    } catch (IOException e) {
      return new Answer(Answer.Kind.UNKNOWN, null, kindOf(e));
    } finally {
      connection.disconnect();
    }
  }

  private HttpURLConnection open(String method, String path, String requestKey) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create(address + path).toURL().openConnection();
    connection.setRequestMethod(method);
    connection.setConnectTimeout(timeoutMillis);
    connection.setReadTimeout(timeoutMillis);
    connection.setInstanceFollowRedirects(false);
    connection.setUseCaches(false);
    connection.setRequestProperty("Connection", "close");
    connection.setRequestProperty("Accept", "application/json");
    connection.setRequestProperty("traceparent", Tracing.leaving());
    if (requestKey != null) {
      connection.setRequestProperty("Idempotency-Key", requestKey);
    }
    return connection;
  }

  private static Duration retryAfter(HttpURLConnection connection) {
    return RetryAfter.read(connection.getHeaderField("Retry-After"), Instant.now()).orElse(null);
  }

  private static void announce(HttpURLConnection connection, String body) {
    connection.setDoOutput(true);
    connection.setRequestProperty("Content-Type", "application/json");
    connection.setFixedLengthStreamingMode(body.getBytes(StandardCharsets.UTF_8).length);
  }

  private static void send(HttpURLConnection connection, String body) throws IOException {
    try (OutputStream out = connection.getOutputStream()) {
      out.write(body.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String read(HttpURLConnection connection, int status) throws IOException {
    try (InputStream in =
        status >= 400 ? connection.getErrorStream() : connection.getInputStream()) {
      return in == null ? "" : new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
    }
  }

  /** The kind of error only: messages may carry addresses and more. */
  private static String kindOf(IOException e) {
    return e.getClass().getSimpleName();
  }
}
