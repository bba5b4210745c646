package dev.threeledger.quiesce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Timeline;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class QuiescenceTest {
  private static final Duration PERIODS = Duration.ofMillis(60);
  private static final Duration QUIET = Duration.ofMillis(40);
  private final Timeline timeline = Timeline.inMemory();

  @Test
  void waitsTwoPeriodsAfterTheLastStimulusAndThenTheQuietWindow() throws Exception {
    timeline.append(new Event.TriggerSent(1, "1", "statement", "k"));
    assertThat(quiescence(new AtomicBoolean(true)).await(Duration.ofSeconds(10))).isTrue();
    assertThat(timeline.elapsedNanos()).isGreaterThan(PERIODS.plus(QUIET).toNanos());
  }

  @Test
  void isNeverQuietWhileARequestIsBeingServed() throws Exception {
    timeline.append(
        new Event.RequestReceived("1", "payments.charge", 1, "charge", "k", "k", "1", "d"));
    assertThat(quiescence(new AtomicBoolean(true)).await(Duration.ofMillis(200))).isFalse();
    timeline.append(new Event.AnswerSent("1", "payments.charge", 1, "k", 201));
    assertThat(quiescence(new AtomicBoolean(true)).await(Duration.ofSeconds(10))).isTrue();
  }

  @Test
  void aRequestOfADeadWorkerKeepsNothingOpen() throws Exception {
    timeline.append(
        new Event.RequestReceived("1", "payments.charge", 1, "charge", "k", "k", "1", "d"));
    timeline.append(new Event.WorkerExited("1", 9, null, "KILL", true));
    assertThat(quiescence(new AtomicBoolean(true)).await(Duration.ofSeconds(10))).isTrue();
  }

  @Test
  void aStopConditionEndsTheWaitAtOnce() throws Exception {
    Quiescence waiting = quiescence(new AtomicBoolean(false));
    Thread meeting =
        new Thread(
            () ->
                timeline.append(
                    new Event.StopConditionMet(
                        "second-effect", "1", "payments.charge", 2, "k", 1)));
    meeting.start();
    assertThat(waiting.await(Duration.ofSeconds(30))).isFalse();
    meeting.join();
    assertThat(timeline.elapsedNanos()).isLessThan(Duration.ofSeconds(15).toNanos());
  }

  @Test
  void isNeverQuietWhileAFaultOrTriggerIsUnderWay() throws Exception {
    assertThat(quiescence(new AtomicBoolean(false)).await(Duration.ofMillis(200))).isFalse();
  }

  @Test
  void whatAWorkerHadOfTheCpusKeepsNothingOpen() throws Exception {
    Quiescence waiting = quiescence(new AtomicBoolean(true));
    Thread noting =
        new Thread(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                timeline.append(new Event.WorkerWaited("1", 42, 945, 9059, 10_004));
                LockSupport.parkNanos(1_000_000);
              }
            });
    noting.start();
    assertThat(waiting.await(Duration.ofSeconds(10))).isTrue();
    noting.interrupt();
    noting.join();
  }

  @Test
  void givesWhoHoldsAKeyTwoMorePeriods() throws Exception {
    long from = timeline.append(changed("RUNNING")).atNanos();
    assertThat(quiescence(new AtomicBoolean(true)).await(Duration.ofSeconds(10))).isTrue();
    assertThat(timeline.elapsedNanos() - from).isGreaterThan(PERIODS.plus(QUIET).toNanos());
  }

  @Test
  void asksForTheQuietWindowOnlyOnceAKeyHasEnded() throws Exception {
    timeline.append(new Event.TriggerSent(1, "1", "statement", "k"));
    timeline.append(changed("RUNNING"));
    quiescence(new AtomicBoolean(true)).await(Duration.ofSeconds(10));
    long from = timeline.append(changed("DONE")).atNanos();
    assertThat(quiescence(new AtomicBoolean(true)).await(Duration.ofSeconds(10))).isTrue();
    assertThat(timeline.elapsedNanos() - from).isGreaterThanOrEqualTo(QUIET.toNanos());
  }

  private static Event changed(String state) {
    return new Event.RowChanged(
        1,
        1,
        1,
        "2026-01-31T00:00:00Z",
        "run",
        Event.RowOperation.INSERT,
        "k",
        null,
        Map.of("state", state));
  }

  private Quiescence quiescence(AtomicBoolean nothingPending) {
    return new Quiescence(Subjects.fenced(), timeline, PERIODS, QUIET, nothingPending::get);
  }
}
