package dev.threeledger.check;

import static dev.threeledger.check.History.history;
import static dev.threeledger.check.Samples.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Event.CallerGone;
import dev.threeledger.timeline.Event.ToxicAdded;
import dev.threeledger.timeline.Event.ToxicRemoved;
import dev.threeledger.timeline.Event.WorkerKilled;
import dev.threeledger.timeline.Event.WorkerStarted;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The sample subject allows 4 attempts within 800 ms; 422 is permanent. */
class BoundedAttemptsTest {
  private static final String NAME = "bounded-attempts";

  @Test
  void emptyRunIsInconclusive() {
    assertThat(judge(history())).isEqualTo(CheckResult.inconclusive(NAME, Checks.NOTHING_HAPPENED));
  }

  @Test
  void passesWithANoteWhenTheSubjectDeclaresNoBounds() {
    assertThat(judge(history().subject(Samples.subject(null, null)).charge("1", KEY)))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(),
                List.of("the subject declares no retry bounds; nothing was judged")));
  }

  @Test
  void passesWithinAllBounds() {
    History clean =
        history()
            .request("1", KEY)
            .answered("1", KEY, 503)
            .at(100)
            .request("1", KEY)
            .answered("1", KEY, 503)
            .at(350)
            .request("2", KEY)
            .answered("2", KEY, 503)
            .at(875)
            .charge("2", KEY);

    assertThat(judge(clean)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void findsOneAttemptTooManyCountingAllWorkers() {
    History many =
        history()
            .request("1", KEY)
            .request("1", KEY)
            .request("1", KEY)
            .request("2", KEY)
            .request("2", KEY);

    assertThat(judge(many))
        .isEqualTo(
            failed(
                new Finding(
                    NAME,
                    KEY,
                    "payments.charge for 1/2026-01-31: 5 requests, at most 4 may be",
                    5,
                    List.of(1L, 2L, 3L, 4L, 5L))));
  }

  @Test
  void findsARequestPastTheNextTick() {
    History late = history().request("1", KEY).at(900).request("1", KEY);

    assertThat(judge(late))
        .isEqualTo(
            failed(
                new Finding(
                    NAME,
                    KEY,
                    "payments.charge for 1/2026-01-31: request 2 comes 900 ms after the first; all"
                        + " must come within 800 ms",
                    2,
                    List.of(1L, 2L))));
  }

  @Test
  void anUnansweredAttemptCountsAndItsRepeatIsAllowed() {
    History lost = history().request("1", KEY).unanswered("1", KEY).charge("1", KEY);

    assertThat(judge(lost)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void findsARepeatAfterAPermanentAnswer() {
    History repeated =
        history().request("1", KEY).answered("1", KEY, 422).request("1", KEY); // 1, 2, 3

    assertThat(judge(repeated))
        .isEqualTo(
            failed(
                new Finding(
                    NAME,
                    KEY,
                    "payments.charge for 1/2026-01-31: request 2 comes after request 1 was answered"
                        + " 422, which is permanent",
                    3,
                    List.of(1L, 2L, 3L))));
  }

  @Test
  void findsARepeatByAnotherWorkerOnceTheFirstHasRecordedSomething() {
    History repeated =
        history()
            .request("1", KEY)
            .answered("1", KEY, 422)
            .run("1", KEY, "RETRY_WAIT", 1)
            .request("2", KEY);

    assertThat(judge(repeated).findings()).extracting(Finding::at).isEqualTo(List.of(5L));
  }

  @Test
  void aHeartbeatAfterThePermanentAnswerRecordsNothing() {
    Map<String, String> earlier = Map.of("lease_until", "2026-01-31 06:24:32.093369+00");
    Map<String, String> later = Map.of("lease_until", "2026-01-31 06:24:32.103098+00");
    History heartbeat =
        history()
            .run("1", KEY, "RUNNING", 1, earlier)
            .request("1", KEY)
            .answered("1", KEY, 422)
            .run("1", KEY, "RUNNING", 1, later)
            .add(new WorkerKilled("kill", "1", 42))
            .request("2", KEY);

    assertThat(judge(heartbeat)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void whatWasAskedToBeCommittedBeforeThePermanentAnswerDoesNotRecordIt() {
    History under =
        history()
            .request("1", KEY)
            .asked("1")
            .answered("1", KEY, 422)
            .run("1", KEY, "RUNNING", 1)
            .add(new WorkerKilled("kill", "1", 42))
            .request("2", KEY);

    assertThat(judge(under)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void aWorkerThatDiedWithThePermanentAnswerBindsNobody() {
    History died =
        history()
            .request("1", KEY)
            .answered("1", KEY, 422)
            .add(new WorkerKilled("kill", "1", 42))
            .request("2", KEY)
            .add(new WorkerStarted("1", 43))
            .request("1", KEY);

    assertThat(judge(died)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void aPermanentAnswerWhoseCallerHadGoneBindsNobody() {
    History gone =
        history()
            .request("1", KEY)
            .add(new CallerGone("1", "payments.charge", 1, KEY))
            .answered("1", KEY, 422)
            .request("1", KEY);

    assertThat(judge(gone)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void aPermanentAnswerThatAToxicMayHaveKeptBindsNobody() {
    for (String toxic : List.of("latency", "reset_peer")) {
      History kept =
          history()
              .request("1", KEY)
              .add(new ToxicAdded("slow", "1", "payments", toxic, ""))
              .answered("1", KEY, 422)
              .add(new ToxicRemoved("slow", "1", "payments", toxic))
              .request("1", KEY);

      assertThat(judge(kept)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
    }
  }

  @Test
  void aToxicThatIsGoneOrElsewhereDoesNotExcuseARepeat() {
    History repeated =
        history()
            .add(new ToxicAdded("slow", "1", "payments", "latency", "")) // 1
            .add(new ToxicRemoved("slow", "1", "payments", "latency")) // 2
            .add(new ToxicAdded("slow", "2", "payments", "latency", "")) // 3
            .add(new ToxicAdded("slow", "1", "database", "latency", "")) // 4
            .request("1", KEY) // 5
            .answered("1", KEY, 422) // 6
            .request("1", KEY); // 7

    assertThat(judge(repeated))
        .isEqualTo(
            failed(
                new Finding(
                    NAME,
                    KEY,
                    "payments.charge for 1/2026-01-31: request 2 comes after request 1 was answered"
                        + " 422, which is permanent",
                    7,
                    List.of(5L, 6L, 7L))));
  }

  private static Subject ofFiveAttempts() {
    return Samples.subject(null, new Subject.Retry("5", null, List.of(), null, null));
  }

  @Test
  void findsPausesThatAreAllAlike() {
    History even = history().subject(ofFiveAttempts());
    for (int i = 0; i < 5; i++) {
      even.at(i * 190L).request("1", KEY).answered("1", KEY, 503);
    }

    assertThat(judge(even))
        .isEqualTo(
            failed(
                new Finding(
                    NAME,
                    KEY,
                    "payments.charge for 1/2026-01-31: no jitter: the pauses between 5 requests are"
                        + " all alike (189, 189, 189, 189 ms)",
                    9,
                    List.of(1L, 3L, 5L, 7L, 9L))));
  }

  @Test
  void threePausesMayBeAlikeByChance() {
    History even = history();
    for (int i = 0; i < 4; i++) {
      even.at(i * 190L).request("1", KEY).answered("1", KEY, 503);
    }

    assertThat(judge(even)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void pausesThatAPeriodRoundsAreANote() {
    History rounded =
        history()
            .subject(Samples.subject(null, new Subject.Retry(null, null, List.of(), null, null)))
            .request("1", KEY)
            .answered("1", KEY, 503);
    for (int i = 0; i < 4; i++) {
      rounded.at(rounded.millis() + 1610).request("1", KEY).answered("1", KEY, 503);
    }

    assertThat(judge(rounded))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(),
                List.of(
                    "payments.charge for 1/2026-01-31: jitter not judged: the pauses (1611, 1611,"
                        + " 1611, 1611 ms) are multiples of tick 800ms")));
  }

  @Test
  void findsPausesThatAreAlikeAndNearNoMultipleOfAPeriod() {
    History even =
        history()
            .subject(Samples.subject(null, new Subject.Retry(null, null, List.of(), null, null)))
            .request("1", KEY)
            .answered("1", KEY, 503);
    for (int i = 0; i < 4; i++) {
      even.at(even.millis() + 1700).request("1", KEY).answered("1", KEY, 503);
    }

    assertThat(judge(even))
        .isEqualTo(
            failed(
                new Finding(
                    NAME,
                    KEY,
                    "payments.charge for 1/2026-01-31: no jitter: the pauses between 5 requests are"
                        + " all alike (1701, 1701, 1701, 1701 ms)",
                    9,
                    List.of(1L, 3L, 5L, 7L, 9L))));
  }

  @Test
  void anEvenTimeOutDoesNotHideTheJitter() {
    History timeOuts = history();
    for (long pause : new long[] {4, 1, 7, 2}) {
      timeOuts.request("1", KEY).at(timeOuts.millis() + 190).unanswered("1", KEY);
      timeOuts.at(timeOuts.millis() + pause);
    }

    assertThat(judge(timeOuts)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void onAMachineThatWasTooBusyTimeAndPausesAreNotJudged() {
    History late = history().request("1", KEY).at(900).request("1", KEY).starved();
    History even = history().subject(ofFiveAttempts());
    for (int i = 0; i < 5; i++) {
      even.at(i * 190L).request("1", KEY).answered("1", KEY, 503);
    }

    assertThat(judge(late))
        .isEqualTo(
            StarvationTest.doubt(
                NAME,
                "payments.charge for 1/2026-01-31: request 2 comes 900 ms after the first; all must"
                    + " come within 800 ms"));
    assertThat(judge(even.starved()))
        .isEqualTo(
            StarvationTest.doubt(
                NAME,
                "payments.charge for 1/2026-01-31: no jitter: the pauses between 5 requests are all"
                    + " alike (189, 189, 189, 189 ms)"));
  }

  @Test
  void onAMachineThatWasTooBusyNumberAndPermanentAnswersAreJudged() {
    History many =
        history()
            .request("1", KEY) // 1
            .answered("1", KEY, 422) // 2
            .request("1", KEY) // 3
            .request("1", KEY) // 4
            .request("1", KEY) // 5
            .at(1000)
            .request("1", KEY) // 6
            .starved();

    CheckResult result = judge(many);

    assertThat(result.findings()).extracting(Finding::at).isEqualTo(List.of(3L, 6L));
    assertThat(result.notes())
        .isEqualTo(
            List.of(
                "not held against it: payments.charge for 1/2026-01-31: request 5 comes 1000 ms"
                    + " after the first; all must come within 800 ms",
                "not judged: " + StarvationTest.text("9.1 s", "0.9 s")));
  }

  @Test
  void aCleanRunPassesOnAMachineThatWasTooBusy() {
    assertThat(judge(history().charge("1", KEY).starved()))
        .isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void everythingAtOnce() {
    History all =
        history()
            .request("1", KEY) // 1
            .answered("1", KEY, 422) // 2
            .request("1", KEY) // 3
            .request("1", KEY) // 4
            .request("1", KEY) // 5
            .at(1000)
            .request("1", KEY) // 6
            .charge("1", "2/x")
            .request("1", null);

    CheckResult result = judge(all);

    assertThat(result.findings())
        .isEqualTo(
            List.of(
                new Finding(
                    NAME,
                    KEY,
                    "payments.charge for 1/2026-01-31: request 2 comes after request 1 was answered"
                        + " 422, which is permanent",
                    3,
                    List.of(1L, 2L, 3L)),
                new Finding(
                    NAME,
                    KEY,
                    "payments.charge for 1/2026-01-31: 5 requests, at most 4 may be",
                    6,
                    List.of(1L, 3L, 4L, 5L, 6L)),
                new Finding(
                    NAME,
                    KEY,
                    "payments.charge for 1/2026-01-31: request 5 comes 1000 ms after the first; all"
                        + " must come within 800 ms",
                    6,
                    List.of(1L, 6L))));
    assertThat(result.notes())
        .isEqualTo(
            List.of("not judged: payments.charge was asked without a business key; not counted"));
  }

  private static CheckResult failed(Finding... findings) {
    return CheckResult.of(NAME, List.of(findings), List.of());
  }

  @Test
  void aPersonWhoTakesItBackOnRecordStartsTheCountAnew() {
    Map<String, String> record = Map.of("who", "ops", "why", "w", "before", "b", "after", "a");
    History replayed = history().subject(Samples.saga());
    for (int i = 0; i < 4; i++) {
      replayed.at(i * i * 37L).request("1", KEY).unanswered("1", KEY);
    }
    replayed
        .run("1", KEY, "MANUAL_REVIEW", 1)
        .run(null, KEY, "RETRY_WAIT", 1, Map.of())
        .audit(KEY, record)
        .at(2000)
        .request("1", KEY);

    assertThat(judge(replayed)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void requestsThatUndoHaveABoundOfTheirOwn() {
    History undoing =
        history()
            .subject(Samples.saga())
            .fails("1", KEY, "payments.refund", "payments.charge", 500, null) // 1..3
            .at(50)
            .fails("1", KEY, "payments.refund", "payments.charge", 500, null) // 4..6
            .at(190)
            .fails("1", KEY, "payments.refund", "payments.charge", 500, null); // 7..9

    assertThat(judge(undoing))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        KEY,
                        "payments.refund for 1/2026-01-31: 3 requests, at most 2 may be",
                        7,
                        List.of(1L, 4L, 7L))),
                List.of()));
  }

  private static CheckResult judge(History history) {
    return new BoundedAttempts().judge(history.record());
  }
}
