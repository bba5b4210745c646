package dev.threeledger.trigger;

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
import dev.threeledger.wire.Passage;
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

/** Sends the triggers of one run, each on its own thread. */
public final class Triggers implements AutoCloseable {
  private static final int BODY_LIMIT = 2000;

  private final Map<String, Call> ways;
  private final long seed;
  private final Map<String, Map<String, String>> valuesByWorker;
  private final Timeline timeline;
  private final Gate gate;
  private final AtomicInteger numbers;
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
   * @param gate is asked before and after each trigger leaves, and about its answer
   * @param seed of the cell: traces depend on it and on the trigger's number only
   * @param planned how many triggers the scenario has; those that a fault sends are numbered after
   */
  public Triggers(
      Subject subject,
      Map<String, Map<String, String>> valuesByWorker,
      Timeline timeline,
      Gate gate,
      long seed,
      int planned) {
    this.ways = subject.triggers();
    this.seed = seed;
    this.numbers = new AtomicInteger(planned);
    this.valuesByWorker = valuesByWorker;
    this.timeline = timeline;
    this.gate = gate;
  }

  /**
   * Sends a trigger of the scenario and returns at once.
   *
   * @param number its place in the scenario, from 1
   */
  public void send(int number, Trigger trigger) {
    send(number, resolved(trigger), gate);
  }

  /**
   * Sends a trigger that is itself part of a fault and returns at once: the gate is not asked.
   *
   * @return its number
   */
  public int sendDuplicate(Trigger trigger) {
    int number = numbers.incrementAndGet();
    send(number, resolved(trigger), Gate.OPEN);
    return number;
  }

  /** Any worker is the first that runs now; where none does, the first there is. */
  private Trigger resolved(Trigger trigger) {
    return trigger.worker().equals(Trigger.ANY)
        ? trigger.to(Running.first(timeline).orElse("1"))
        : trigger;
  }

  private void send(int number, Trigger trigger, Gate asked) {
    pending.incrementAndGet();
    boolean traced = ways.get(trigger.via()).sends("trigger.traceparent");
    Entry sent =
        timeline.append(
            new TriggerSent(
                number,
                trigger.worker(),
                trigger.job(),
                trigger.keyText(),
                trigger.via(),
                Bodies.digest(trigger.input()),
                traced ? Trace.of(seed, number).traceId() : null));
    senders.execute(
        () -> {
          try {
            deliver(number, trigger, asked, sent.seq());
          } finally {
            pending.decrementAndGet();
          }
        });
  }

  /** Number of triggers that have neither been answered nor given up. */
  public int pending() {
    return pending.get();
  }

  private void deliver(int number, Trigger trigger, Gate asked, long event) {
    String key = trigger.keyText();
    try {
      Passage leaving =
          asked.at(new Moment.Trigger(trigger.worker(), Side.BEFORE, event, number, key));
      if (leaving instanceof Passage.Discard) {
        unanswered(number, trigger, "it was lost on its way");
        return;
      }
      HttpURLConnection connection = open(number, trigger);
      asked.at(new Moment.Trigger(trigger.worker(), Side.AFTER, event, number, key));
      int status = connection.getResponseCode();
      String body = body(connection, status);
      Moment answer =
          new Moment.TriggerAnswer(trigger.worker(), Side.BEFORE, event, number, key, status);
      if (asked.at(answer) instanceof Passage.Withhold) {
        unanswered(number, trigger, "its answer was lost");
      } else {
        timeline.append(
            new TriggerAnswered(number, trigger.worker(), trigger.job(), key, status, body));
      }
    } catch (IOException | RuntimeException e) {
      unanswered(number, trigger, e.getClass().getSimpleName() + ": " + e.getMessage());
    } catch (InterruptedException e) {
      unanswered(number, trigger, "the run ended");
    }
  }

  private void unanswered(int number, Trigger trigger, String why) {
    timeline.append(
        new TriggerUnanswered(number, trigger.worker(), trigger.job(), trigger.keyText(), why));
  }

  private HttpURLConnection open(int number, Trigger trigger) throws IOException {
    Call call = ways.get(trigger.via());
    Map<String, String> values = new HashMap<>(valuesByWorker.get(trigger.worker()));
    values.put("job", trigger.job());
    values.put("key", trigger.keyText());
    values.put("key.json", Bodies.key(trigger.key()));
    values.put("input.json", Bodies.input(trigger.key(), trigger.input()));
    values.put("trigger.traceparent", Trace.of(seed, number).traceparent());
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
