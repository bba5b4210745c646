package dev.threeledger.trigger;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.Placeholders;
import dev.threeledger.scenario.Scenario.Trigger;
import dev.threeledger.scenario.Subject;
import dev.threeledger.scenario.Subject.Call;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.TriggerAnswered;
import dev.threeledger.timeline.Event.TriggerSent;
import dev.threeledger.timeline.Event.TriggerUnanswered;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Gate;
import dev.threeledger.wire.Moment;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sends the triggers of one run, each on its own thread. */
public final class Triggers implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern WHOLE_NUMBER = Pattern.compile("-?(0|[1-9]\\d{0,17})");
  private static final int BODY_LIMIT = 2000;

  private final Call call;
  private final Map<String, Map<String, String>> valuesByWorker;
  private final Timeline timeline;
  private final Gate gate;
  private final AtomicInteger numbers = new AtomicInteger();
  private final AtomicInteger pending = new AtomicInteger();
  private final ExecutorService senders =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "trigger");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Triggers for one run.
   *
   * @param valuesByWorker what fills the subject's placeholders, by worker name
   * @param gate is asked before and after each trigger leaves
   */
  public Triggers(
      Subject subject,
      Map<String, Map<String, String>> valuesByWorker,
      Timeline timeline,
      Gate gate) {
    this.call = subject.triggers().get("call");
    this.valuesByWorker = valuesByWorker;
    this.timeline = timeline;
    this.gate = gate;
  }

  /**
   * Sends a trigger and returns at once.
   *
   * @return its number
   */
  public int send(Trigger trigger) {
    return send(trigger, gate);
  }

  /** Sends a trigger that is itself part of a fault: the gate is not asked. */
  public int sendDuplicate(Trigger trigger) {
    return send(trigger, Gate.OPEN);
  }

  private int send(Trigger trigger, Gate asked) {
    int number = numbers.incrementAndGet();
    pending.incrementAndGet();
    Entry sent =
        timeline.append(
            new TriggerSent(number, trigger.worker(), trigger.job(), trigger.keyText()));
    senders.execute(
        () -> {
          try {
            deliver(number, trigger, asked, sent.seq());
          } finally {
            pending.decrementAndGet();
          }
        });
    return number;
  }

  /** Number of triggers that have neither been answered nor given up. */
  public int pending() {
    return pending.get();
  }

  private void deliver(int number, Trigger trigger, Gate asked, long event) {
    String key = trigger.keyText();
    try {
      asked.at(new Moment.Trigger(trigger.worker(), Side.BEFORE, event, number, key));
      HttpURLConnection connection = open(trigger);
      asked.at(new Moment.Trigger(trigger.worker(), Side.AFTER, event, number, key));
      int status = connection.getResponseCode();
      String body = body(connection, status);
      timeline.append(
          new TriggerAnswered(number, trigger.worker(), trigger.job(), key, status, body));
    } catch (IOException | RuntimeException e) {
      timeline.append(
          new TriggerUnanswered(
              number,
              trigger.worker(),
              trigger.job(),
              key,
              e.getClass().getSimpleName() + ": " + e.getMessage()));
    } catch (InterruptedException e) {
      timeline.append(
          new TriggerUnanswered(number, trigger.worker(), trigger.job(), key, "the run ended"));
    }
  }

  private HttpURLConnection open(Trigger trigger) throws IOException {
    Map<String, String> values = new HashMap<>(valuesByWorker.get(trigger.worker()));
    values.put("job", trigger.job());
    values.put("key", trigger.keyText());
    values.put("key.json", keyJson(trigger.key()));
    trigger.key().forEach((part, value) -> values.put("key." + part, value));
    HttpURLConnection connection =
        (HttpURLConnection)
            URI.create(Placeholders.fill(call.url(), values)).toURL().openConnection();
    int timeoutMillis = (int) call.timeout().toMillis();
    connection.setConnectTimeout(timeoutMillis);
    connection.setReadTimeout(timeoutMillis);
    connection.setRequestMethod(call.method());
    connection.setRequestProperty("Content-Type", "application/json");
    call.headers()
        .forEach(
            (name, text) -> connection.setRequestProperty(name, Placeholders.fill(text, values)));
    if (call.body() != null && !call.body().isEmpty()) {
      byte[] body = Placeholders.fill(call.body(), values).getBytes(StandardCharsets.UTF_8);
      connection.setDoOutput(true);
      // streamed: written at once, and the JDK never repeats the request behind our back
      connection.setFixedLengthStreamingMode(body.length);
      try (OutputStream out = connection.getOutputStream()) {
        out.write(body);
      }
    } else {
      connection.connect();
    }
    return connection;
  }

  /** The key's parts as a JSON object in their order; whole numbers as numbers. */
  static String keyJson(Map<String, String> key) {
    ObjectNode json = JSON.createObjectNode();
    key.forEach(
        (part, value) -> {
          Matcher number = WHOLE_NUMBER.matcher(value);
          if (number.matches()) {
            json.put(part, Long.parseLong(value));
          } else {
            json.put(part, value);
          }
        });
    return json.toString();
  }

  private static String body(HttpURLConnection connection, int status) throws IOException {
    try (InputStream in =
        status >= 400 ? connection.getErrorStream() : connection.getInputStream()) {
      return in == null
          ? ""
          : new String(in.readNBytes(BODY_LIMIT), StandardCharsets.UTF_8).strip();
    }
  }

  /** Gives up what is still waiting for an answer. Idempotent. */
  @Override
  public void close() {
    senders.shutdownNow();
  }
}
