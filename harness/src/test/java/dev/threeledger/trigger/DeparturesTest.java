package dev.threeledger.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.scenario.Once;
import dev.threeledger.scenario.Scenario.Trigger;
import dev.threeledger.scenario.StateRole;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.TriggerSent;
import dev.threeledger.timeline.Event.TriggerSkipped;
import dev.threeledger.timeline.Timeline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class DeparturesTest {
  private static final Duration DEADLINE = Duration.ofSeconds(10);
  private final Timeline timeline = Timeline.inMemory();
  private Departures departures;

  @AfterEach
  void close() {
    departures.close();
  }

  @Test
  void withoutAConditionTheyLeaveAtOnceInTheirOrder() {
    start(Map.of(), trigger("a", null), trigger("b", null));
    assertThat(sent()).containsExactly("1 a", "2 b");
    assertThat(departures.settled()).isTrue();
  }

  @Test
  void theyLeaveTogetherAtTheCommitThatPutsTheKeyIntoTheRole() throws Exception {
    start(Map.of(), trigger("a", Once.MANUAL), trigger("b", null), trigger("a", Once.ENDED));
    timeline.append(changed("a", "RUNNING"));
    timeline.append(changed("b", "MANUAL_REVIEW"));
    assertThat(sent()).containsExactly("2 b");
    timeline.append(changed("a", "MANUAL_REVIEW"));
    awaitSent(3);
    assertThat(sent()).containsExactly("2 b", "1 a", "3 a");
    assertThat(departures.waiting()).isFalse();
  }

  @Test
  void aRoleThatHeldOnlyForAMomentCounts() throws Exception {
    start(Map.of(), trigger("a", Once.WAITING));
    timeline.append(changed("a", "RETRY_WAIT"));
    timeline.append(changed("a", "RUNNING"));
    awaitSent(1);
  }

  @Test
  void aRowOfTheSeedDataCounts() {
    start(Map.of("a", "MANUAL_REVIEW"), trigger("a", Once.MANUAL));
    assertThat(sent()).containsExactly("1 a");
  }

  @Test
  void whatNeverComesIsSkippedWithTheLastState() {
    start(Map.of(), trigger("a", Once.MANUAL), trigger("b", Once.DONE));
    timeline.append(changed("a", "RUNNING"));
    departures.skip();
    assertThat(sent()).isEmpty();
    assertThat(timeline.entries().stream().map(entry -> entry.event()))
        .endsWith(
            new TriggerSkipped(1, "1", "order", "a", "manual", "RUNNING"),
            new TriggerSkipped(2, "1", "order", "b", "done", null));
    timeline.append(changed("b", "SUCCEEDED"));
    departures.skip();
    assertThat(sent()).isEmpty();
  }

  @Test
  void theTimeAfterCountsFromTheCondition() throws Exception {
    Trigger late =
        new Trigger(
            "order",
            Map.of("id", "a"),
            Map.of(),
            Trigger.CALL,
            "1",
            Once.DONE,
            Duration.ofMillis(60));
    start(Map.of(), late);
    long from = timeline.append(changed("a", "SUCCEEDED")).atNanos();
    awaitSent(1);
    assertThat(timeline.entries().get((int) timeline.lastSeq() - 1).atNanos() - from)
        .isGreaterThanOrEqualTo(Duration.ofMillis(60).toNanos());
  }

  private void start(Map<String, String> states, Trigger... triggers) {
    departures =
        new Departures(
            subject(),
            states,
            timeline,
            (number, trigger) ->
                timeline.append(
                    new TriggerSent(number, trigger.worker(), trigger.job(), trigger.keyText())));
    departures.start(List.of(triggers));
  }

  private List<String> sent() {
    return timeline.entries().stream()
        .filter(entry -> entry.event() instanceof TriggerSent)
        .map(entry -> ((TriggerSent) entry.event()).trigger() + " " + entry.event().key())
        .toList();
  }

  private void awaitSent(int number) throws InterruptedException {
    assertThat(timeline.await(0, entry -> sent().size() >= number, DEADLINE))
        .as(timeline.entries().toString())
        .isPresent();
  }

  private static Trigger trigger(String key, Once once) {
    return new Trigger(
        "order", Map.of("id", key), Map.of(), Trigger.CALL, "1", once, Duration.ZERO);
  }

  private static Event changed(String key, String state) {
    return new Event.RowChanged(
        1,
        1,
        1,
        "2026-01-31T00:00:00Z",
        "run",
        Event.RowOperation.UPDATE,
        key,
        null,
        Map.of("state", state));
  }

  private static Subject subject() {
    return new Subject(
        "subject",
        Path.of("."),
        null,
        List.of("true"),
        List.of(),
        List.of(),
        Map.of(),
        new Subject.Ready("http://127.0.0.1:1/", Duration.ofSeconds(1)),
        Map.of(),
        "TERM",
        Duration.ofSeconds(1),
        Map.of(),
        Map.of(),
        Map.of("run", List.of("id")),
        new Subject.Fencing("run", List.of("id"), "token", "holder", "state"),
        "SELECT 1",
        "SELECT 1",
        Map.of(),
        Map.of(
            "RUNNING", StateRole.ACTIVE,
            "RETRY_WAIT", StateRole.WAITING,
            "SUCCEEDED", StateRole.DONE,
            "MANUAL_REVIEW", StateRole.MANUAL),
        Map.of(),
        null,
        List.of(),
        Subject.Promises.NONE,
        Path.of("subject.yaml"));
  }
}
