package dev.threeledger.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.Formats;
import dev.threeledger.scenario.Scenario.Trigger;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.TriggerAnswered;
import dev.threeledger.timeline.Event.TriggerUnanswered;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Gate;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Triggers to a real server, lost on their way there or back. */
@Timeout(20)
class LostTriggerTest {
  private final Timeline timeline = Timeline.inMemory();
  private final AtomicInteger arrived = new AtomicInteger();
  private HttpServer worker;

  @BeforeEach
  void startWorker() throws IOException {
    worker = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    worker.createContext(
        "/",
        exchange -> {
          arrived.incrementAndGet();
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(202, -1);
          exchange.close();
        });
    worker.start();
  }

  @AfterEach
  void stopWorker() {
    worker.stop(0);
  }

  private Event send(Gate gate) throws InterruptedException {
    Map<String, String> values =
        Map.of("subject.url", "http://127.0.0.1:" + worker.getAddress().getPort());
    Map<String, String> key = new LinkedHashMap<>();
    key.put("tenant_id", "1");
    key.put("statement_date", "2026-01-31");
    try (Triggers triggers =
        new Triggers(Formats.subject(), Map.of("1", values), timeline, gate, 1, 1)) {
      triggers.send(1, new Trigger("statement", key, "1", Duration.ZERO));
      return timeline
          .await(0, entry -> isEnd(entry.event()), Duration.ofSeconds(10))
          .orElseThrow(() -> new AssertionError("no end among " + timeline.entries()))
          .event();
    }
  }

  private static boolean isEnd(Event event) {
    return event instanceof TriggerAnswered || event instanceof TriggerUnanswered;
  }

  @Test
  void anOpenGateLetsTheAnswerThrough() throws Exception {
    assertThat(send(Gate.OPEN))
        .isEqualTo(new TriggerAnswered(1, "1", "statement", "1/2026-01-31", 202, ""));
  }

  @Test
  void aDiscardedTriggerNeverArrives() throws Exception {
    Event end =
        send(
            moment ->
                moment instanceof Moment.Trigger && moment.side() == Side.BEFORE
                    ? Passage.DISCARD
                    : Passage.FORWARD);
    assertThat(end)
        .isEqualTo(
            new TriggerUnanswered(1, "1", "statement", "1/2026-01-31", "it was lost on its way"));
    assertThat(arrived).hasValue(0);
  }

  @Test
  void aWithheldAnswerWasGivenAndIsNotSeenByTheCaller() throws Exception {
    List<Moment> answers = new java.util.concurrent.CopyOnWriteArrayList<>();
    Event end =
        send(
            moment -> {
              if (moment instanceof Moment.TriggerAnswer) {
                answers.add(moment);
                return Passage.WITHHOLD;
              }
              return Passage.FORWARD;
            });
    assertThat(end)
        .isEqualTo(
            new TriggerUnanswered(1, "1", "statement", "1/2026-01-31", "its answer was lost"));
    assertThat(arrived).hasValue(1);
    assertThat(answers)
        .containsExactly(new Moment.TriggerAnswer("1", Side.BEFORE, 1, 1, "1/2026-01-31", 202));
  }
}
