package dev.threeledger.fault;

import static dev.threeledger.fault.FaultFixture.KEY;
import static dev.threeledger.fault.FaultFixture.assertNeedsEachOf;
import static dev.threeledger.fault.FaultFixture.commitOf;
import static dev.threeledger.fault.FaultFixture.committed;
import static dev.threeledger.fault.FaultFixture.fault;
import static dev.threeledger.fault.FaultFixture.names;
import static dev.threeledger.fault.FaultFixture.prove;
import static dev.threeledger.fault.FaultFixture.replaced;
import static dev.threeledger.fault.FaultFixture.scenario;
import static dev.threeledger.fault.FaultFixture.subject;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.fault.FaultFixture.RecordingReach;
import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.FaultAction.Partition;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.CommitAcknowledged;
import dev.threeledger.timeline.Event.PhaseStarted;
import dev.threeledger.timeline.Event.PointReached;
import dev.threeledger.timeline.Event.Probed;
import dev.threeledger.timeline.Event.RequestReceived;
import dev.threeledger.timeline.Event.StatementSent;
import dev.threeledger.timeline.Event.WorkerExited;
import dev.threeledger.timeline.Event.WorkerPartitioned;
import dev.threeledger.timeline.Event.WorkerRejoined;
import dev.threeledger.timeline.Event.WorkerRejoining;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Passage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker cut off from its network: what is done, and that each piece of its proof is needed. */
@Timeout(20)
class PartitionTest {
  private static final Duration WITHIN = Duration.ofSeconds(10);
  private static final String ADDRESS = "10.0.0.1";
  private static final Event SILENT = probed("silent: connect timed out");
  private static final Event ANSWERED = probed("answered 200");
  private static final Event JOINED = new WorkerRejoined("f", "1", Map.of("net", ADDRESS));
  private static final Event ENDED = new WorkerExited("1", 101, 1, null, false);

  /** Six events, a microsecond apart, lie between the cut and the joining. */
  private static final Fault CUT =
      fault(commitOf("statement", 1), Side.AFTER, new Partition(Duration.ofNanos(6_000)));

  private final Timeline timeline = Timeline.inMemory();
  private final RecordingReach reach = new RecordingReach();

  private static Event probed(String seen) {
    return new Probed("f", "1", "worker", seen);
  }

  private static Fault cutFor(Duration lasts) {
    return fault(commitOf("statement", 1), Side.AFTER, new Partition(lasts));
  }

  private FaultPlan plan(Fault fault) {
    FaultPlan plan = new FaultPlan(scenario(fault), subject(), timeline, reach, true);
    plan.arm();
    return plan;
  }

  private void await(Event event) throws InterruptedException {
    assertThat(timeline.await(0, entry -> entry.event().equals(event), WITHIN)).isPresent();
  }

  // ── what is done ───────────────────────────────────────────────────────────────────────────

  @Test
  void theWorkerIsOnNoNetworkForATimeAndTheMessageGoesOn() throws Exception {
    Duration lasts = Duration.ofMillis(20);
    try (FaultPlan plan = plan(cutFor(lasts))) {
      assertThat(plan.at(committed("1", "statement", KEY))).isEqualTo(Passage.FORWARD);
      await(ANSWERED);
    }
    assertThat(reach.done)
        .containsExactly(
            "partition 1", "probe 1 within 10 ms", "rejoin 1", "probe 1 within 1000 ms");
    assertThat(names(timeline))
        .containsExactly(
            "FaultArmed",
            "PointReached",
            "WorkerPartitioned",
            "Probed",
            "WorkerRejoining",
            "WorkerRejoined",
            "FaultHealed",
            "Probed");
    assertThat(timeline.entries())
        .extracting(Entry::event)
        .contains(new WorkerPartitioned("f", "1", ADDRESS, Map.of()), SILENT, JOINED);
    long cut = atNanos("WorkerPartitioned");
    assertThat(atNanos("WorkerRejoining") - cut).isGreaterThanOrEqualTo(lasts.toNanos());
  }

  private long atNanos(String name) {
    return timeline.entries().stream()
        .filter(entry -> entry.event().name().equals(name))
        .findFirst()
        .orElseThrow()
        .atNanos();
  }

  @Test
  void itIsAskedUntilItAnswers() throws Exception {
    reach.afterRejoin.addAll(List.of("silent: No route to host", "refused"));
    try (FaultPlan plan = plan(cutFor(Duration.ofMillis(2)))) {
      plan.at(committed("1", "statement", KEY));
      await(ANSWERED);
    }
    assertThat(reach.done).filteredOn("probe 1 within 1000 ms"::equals).hasSize(3);
    assertThat(names(timeline)).filteredOn("Probed"::equals).hasSize(2);
  }

  @Test
  void aWorkerWithoutAProcessIsAskedOnce() throws Exception {
    reach.afterRejoin.addAll(List.of("refused", "refused"));
    reach.gone.add("1");
    try (FaultPlan plan = plan(cutFor(Duration.ofMillis(2)))) {
      plan.at(committed("1", "statement", KEY));
      await(probed("refused"));
    }
    assertThat(reach.done).filteredOn("probe 1 within 1000 ms"::equals).hasSize(1);
  }

  @Test
  void aPartitionThatIsUnderWayEndsWithTheRun() throws Exception {
    try (FaultPlan plan = plan(cutFor(Partition.LONGEST))) {
      plan.at(committed("1", "statement", KEY));
      await(SILENT);
    }
    assertThat(reach.done).containsOnlyOnce("rejoin 1");
    assertThat(names(timeline)).contains("WorkerRejoined");
  }

  // ── the proof ──────────────────────────────────────────────────────────────────────────────

  private static List<Event> whole() {
    return List.of(
        new CommitAcknowledged("1", 7, 3, 42L),
        new PointReached("f", "1", KEY, 1, 1),
        new WorkerPartitioned("f", "1", ADDRESS, Map.of()),
        statement("1"), // was on its way
        request("1"),
        SILENT,
        statement("2"),
        request("2"),
        new WorkerRejoining("f", "1"),
        statement("1"), // what TCP sent again, before the engine has told
        JOINED,
        ANSWERED);
  }

  private static Event statement(String worker) {
    return new StatementSent(worker, 7, 4, "SELECT 1", List.of());
  }

  private static Event request(String worker) {
    return new RequestReceived(
        worker, "payments.charge", 5, "payments", "k", KEY, "1.00", "digest");
  }

  private static void assertNotLanded(String why, int piece, Event by) {
    assertThat(prove(CUT, replaced(whole(), piece, by)).landed()).as(why).isFalse();
  }

  @Test
  void eachPieceIsNeeded() {
    assertNeedsEachOf(CUT, whole(), 1, 2, 5, 8, 10, 11);
  }

  @Test
  void theEngineMustSayThatItIsOnNoNetworkAndThenAtTheSameAddress() {
    assertNotLanded(
        "still on one", 2, new WorkerPartitioned("f", "1", ADDRESS, Map.of("net", ADDRESS)));
    assertNotLanded("of another", 2, new WorkerPartitioned("g", "1", ADDRESS, Map.of()));
    assertNotLanded("moved", 10, new WorkerRejoined("f", "1", Map.of("net", "10.0.0.9")));
    assertNotLanded("on none", 10, new WorkerRejoined("f", "1", Map.of()));
    assertNotLanded("other joined", 10, new WorkerRejoined("g", "1", Map.of("net", ADDRESS)));
    assertNotLanded("other joining", 8, new WorkerRejoining("g", "1"));
  }

  @Test
  void probesMustBeSilentMeanwhileAndAnsweredAfterIt() {
    for (String seen : List.of("answered 200", "refused", "closed")) {
      assertNotLanded("meanwhile " + seen, 5, probed(seen));
    }
    for (String seen : List.of("silent: connect timed out", "refused", "closed")) {
      assertNotLanded("after " + seen, 11, probed(seen));
    }
    assertThat(prove(CUT, replaced(whole(), 11, probed("answered 503"))).landed()).isTrue();
  }

  @Test
  void nothingOfTheWorkerMayComeThroughBetweenTheProbeAndTheJoining() {
    assertNotLanded("statement", 6, statement("1"));
    assertNotLanded("request", 7, request("1"));
  }

  @Test
  void itMustLastItsTime() {
    assertThat(prove(cutFor(Duration.ofNanos(6_001)), whole()).landed()).isFalse();
  }

  @Test
  void aWorkerThatEndedByItselfNeedNotAnswer() {
    List<Event> meanwhile = new ArrayList<>(replaced(whole(), 6, ENDED));
    meanwhile.set(10, new WorkerRejoined("f", "1", Map.of()));
    meanwhile.set(11, probed("silent: connect timed out"));
    assertThat(prove(CUT, meanwhile).missing()).isEmpty();

    meanwhile.set(6, new WorkerExited("1", 101, null, "KILL", true));
    assertThat(prove(CUT, meanwhile).landed()).as("by the harness").isFalse();
    meanwhile.set(6, new WorkerExited("2", 102, 1, null, false));
    assertThat(prove(CUT, meanwhile).landed()).as("another").isFalse();

    List<Event> then = new ArrayList<>(replaced(whole(), 11, ENDED));
    assertThat(prove(CUT, then).missing()).isEmpty();
    then.set(10, new WorkerRejoined("f", "1", Map.of()));
    assertThat(prove(CUT, then).landed()).as("never joined").isFalse();
  }

  @Test
  void whatTheTakingDownJoinsProvesNothing() {
    List<Event> events = new ArrayList<>(whole());
    events.add(8, new PhaseStarted(Event.Phase.COLLECT));
    assertThat(prove(CUT, events).landed()).isFalse();
  }
}
