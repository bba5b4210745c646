package dev.threeledger.check;

import static dev.threeledger.check.History.history;
import static dev.threeledger.check.Samples.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.timeline.Event.WorkerStarted;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One key in hand per tenant and worker: 2 keys of another tenant may be claimed meanwhile. */
class FairShareTest {
  private static final String NAME = "fair-share";
  private static final Map<String, String> FIRST = Map.of("tenant_id", "1");
  private static final Map<String, String> SECOND = Map.of("tenant_id", "2");

  private static History fair() {
    return history().subject(Samples.saga());
  }

  /** Two events for each: keys 1/1 to 1/number wait. */
  private static History flood(History history, int number) {
    IntStream.rangeClosed(1, number).forEach(i -> history.run("1", "1/" + i, "READY", 1, FIRST));
    return history;
  }

  /** Four events: claimed and done. */
  private static History does(History history, String worker, String key) {
    Map<String, String> tenant = key.startsWith("1/") ? FIRST : SECOND;
    return history.run(worker, key, "RUNNING", 2, tenant).run(worker, key, "SUCCEEDED", 2, tenant);
  }

  @Test
  void emptyRunIsInconclusive() {
    assertThat(judge(fair())).isEqualTo(CheckResult.inconclusive(NAME, Checks.NOTHING_HAPPENED));
  }

  @Test
  void passesWithANoteWhenTheSubjectDeclaresNothing() {
    assertThat(judge(history().trigger("1", KEY)))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(),
                List.of("the subject declares no fair share; nothing was judged")));
  }

  @Test
  void passesWithNotesWhenNothingWaitsOrNobodyOwns() {
    assertThat(judge(does(fair(), "1", "1/1")))
        .isEqualTo(CheckResult.of(NAME, List.of(), List.of("no key was seen to wait")));
    assertThat(judge(fair().run("1", KEY, "READY", 1)))
        .isEqualTo(
            CheckResult.of(
                NAME, List.of(), List.of("no row says whose its key is; nothing was judged")));
  }

  @Test
  void passesWhenTenantsTakeTurns() {
    History clean = flood(fair(), 20).run("1", "2/1", "READY", 1, SECOND);
    does(clean, "1", "1/1");
    does(clean, "1", "1/2");
    does(clean, "1", "2/1");
    IntStream.rangeClosed(3, 20).forEach(i -> does(clean, "1", "1/" + i));

    assertThat(judge(clean)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void findsAFloodThatIsServedFirst() {
    History unfair = flood(fair(), 20).run("1", "2/1", "READY", 1, SECOND); // 1..40, 41, 42
    IntStream.rangeClosed(1, 20).forEach(i -> does(unfair, "1", "1/" + i)); // 43..46, 47..50, 51
    does(unfair, "1", "2/1");

    assertThat(judge(unfair))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        "2/1",
                        "2/1 of tenant 2 waits since event 41 while 3 keys of tenant 1 are claimed; at"
                            + " most 2 may (2 × 1 × 1 workers)",
                        51,
                        List.of(41L, 43L, 47L, 51L))),
                List.of()));
  }

  @Test
  void severalWorkersMayHaveAsMuchEach() {
    History two =
        flood(fair().add(new WorkerStarted("1", 1)).add(new WorkerStarted("2", 2)), 20)
            .run("1", "2/1", "READY", 1, SECOND);
    IntStream.rangeClosed(1, 4).forEach(i -> does(two, "1", "1/" + i));
    does(two, "2", "2/1");

    assertThat(judge(two)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void aTenantAtItsOwnLimitWaitsForItself() {
    History own =
        flood(fair(), 20)
            .run("1", "2/1", "READY", 1, SECOND)
            .run("1", "2/2", "READY", 1, SECOND)
            .run("1", "2/1", "RUNNING", 2, SECOND);
    IntStream.rangeClosed(1, 20).forEach(i -> does(own, "1", "1/" + i));
    own.run("1", "2/1", "SUCCEEDED", 2, SECOND);
    does(own, "1", "2/2");

    assertThat(judge(own)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void aClaimThatWasAskedForBeforeTheKeyWaitedDoesNotCount() {
    History before = flood(fair(), 3);
    before.asked("1");
    before.trigger("2", "2/1"); // waits from its answer on
    before.run("1", "1/1", "RUNNING", 2, FIRST);
    does(before, "1", "1/2");
    does(before, "1", "1/3");
    does(before, "2", "2/1");

    assertThat(judge(before)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void everythingAtOnce() {
    History all = flood(fair(), 4).run("1", "2/1", "READY", 1, SECOND); // 1..8, 9, 10
    all.triggerUnanswered("1", "3/1"); // 11, 12
    all.run("1", "3/1", "READY", 1, Map.of("tenant_id", "3")); // 13, 14
    IntStream.rangeClosed(1, 4).forEach(i -> does(all, "1", "1/" + i)); // 15.., 19.., 23.., 27..

    assertThat(judge(all))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME,
                        "2/1",
                        "2/1 of tenant 2 waits since event 9 while 3 keys of tenant 1 are claimed; at"
                            + " most 2 may (2 × 1 × 1 workers)",
                        23,
                        List.of(9L, 15L, 19L, 23L)),
                    new Finding(
                        NAME,
                        "3/1",
                        "3/1 of tenant 3 waits since event 13 while 3 keys of tenant 1 are claimed; at"
                            + " most 2 may (2 × 1 × 1 workers)",
                        23,
                        List.of(13L, 15L, 19L, 23L))),
                List.of()));
  }

  private static CheckResult judge(History history) {
    return new FairShare().judge(history.record());
  }
}
