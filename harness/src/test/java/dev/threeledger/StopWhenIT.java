package dev.threeledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.evidence.RunFolder;
import dev.threeledger.matrix.CellFilter;
import dev.threeledger.run.BatchRequest;
import dev.threeledger.run.BatchResult;
import dev.threeledger.run.BatchRun;
import dev.threeledger.run.CellOutcome;
import dev.threeledger.run.Progress;
import dev.threeledger.run.Rejudge;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.EffectApplied;
import dev.threeledger.timeline.Event.LedgerRead;
import dev.threeledger.timeline.Event.RunStopped;
import dev.threeledger.timeline.Event.StopConditionMet;
import dev.threeledger.timeline.Event.StopReason;
import dev.threeledger.timeline.Event.WorkerExited;
import dev.threeledger.timeline.Event.WorkerFrozen;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import dev.threeledger.verdict.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A run with stop_when ends before what cannot be taken back, and only then. */
class StopWhenIT {
  private static Map<String, CellOutcome> outcomes;

  @BeforeAll
  static void runAll() throws Exception {
    BatchRequest all = BatchRequest.in(Path.of(""));
    BatchRequest request =
        new BatchRequest(
            List.of(Path.of("harness/src/test/resources/stops")),
            all.subject(),
            all.outside(),
            Path.of("harness/target/reports-stops"),
            new CellFilter(List.of(), List.of(), List.of()),
            List.of(),
            true,
            1,
            1,
            all.lanes(),
            all.environment(),
            true);
    BatchResult result = new BatchRun(request.plan(), Progress.SILENT).run();
    assertThat(result.stoppedBy()).isEmpty();
    outcomes =
        result.outcomes().stream()
            .collect(Collectors.toMap(one -> one.cell().id(), Function.identity()));
  }

  @Test
  void failsAtTheStopWithOneEffectInTheLedger() throws Exception {
    CellOutcome outcome = outcomes.get("stop-at-second-effect/failure");
    List<Entry> timeline = timeline(outcome);
    Entry stop = only(timeline, StopConditionMet.class);
    assertThat(((StopConditionMet) stop.event()).condition()).isEqualTo("second-effect");
    assertThat(outcome.verdict().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(outcome.verdict().reasons()).isEmpty();
    assertThat(findings(outcome, "at-most-one-effect"))
        .extracting(Finding::at)
        .containsExactly(stop.seq());
    assertThat(all(timeline, EffectApplied.class)).hasSize(1);
    assertThat(Files.readAllLines(outcome.folder().resolve("ledgers/external.csv"))).hasSize(2);
  }

  @Test
  void theWorkersStandStillWhileEvidenceIsTakenAndEndAfterIt() throws Exception {
    for (String cell :
        List.of(
            "stop-at-second-effect/failure",
            "stop-at-stale-effect/failure",
            "stop-at-first-effect/normal")) {
      List<Entry> timeline = timeline(outcomes.get(cell));
      List<Entry> frozen = all(timeline, WorkerFrozen.class);
      assertThat(frozen).hasSize(2);
      for (Entry entry : frozen) {
        WorkerFrozen worker = (WorkerFrozen) entry.event();
        assertThat(worker.states())
            .isNotEmpty()
            .allSatisfy((pid, is) -> assertThat(is).isEqualTo("T"));
      }
      long lastFrozen = frozen.get(1).seq();
      assertThat(all(timeline, LedgerRead.class))
          .hasSize(3)
          .allSatisfy(read -> assertThat(read.seq()).isGreaterThan(lastFrozen));
      long lastRead = all(timeline, LedgerRead.class).get(2).seq();
      assertThat(all(timeline, WorkerExited.class))
          .hasSize(2)
          .allSatisfy(exit -> assertThat(exit.seq()).isGreaterThan(lastRead));
      assertThat(((RunStopped) timeline.get(timeline.size() - 1).event()).reason())
          .isEqualTo(StopReason.STOP_CONDITION);
    }
  }

  @Test
  void aStaleHoldersEffectIsWithheld() throws Exception {
    CellOutcome outcome = outcomes.get("stop-at-stale-effect/failure");
    Entry stop = only(timeline(outcome), StopConditionMet.class);
    assertThat(stop.event().worker()).isEqualTo("1");
    assertThat(outcome.verdict().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(findings(outcome, "single-holder")).extracting(Finding::at).contains(stop.seq());
  }

  @Test
  void aDrillEndsBeforeAnythingIrreversible() throws Exception {
    CellOutcome outcome = outcomes.get("stop-at-first-effect/normal");
    List<Entry> timeline = timeline(outcome);
    only(timeline, StopConditionMet.class);
    assertThat(all(timeline, EffectApplied.class)).isEmpty();
    assertThat(Files.readAllLines(outcome.folder().resolve("ledgers/external.csv"))).hasSize(1);
    assertThat(outcome.verdict().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(outcome.verdict().reasons())
        .containsExactly("stopped by first-effect before anything irreversible");
    assertThat(outcome.verdict().firstDeviation()).isEmpty();
  }

  @Test
  void aCorrectExecutorIsNotStopped() throws Exception {
    for (String cell : List.of("stop-at-second-effect/correct", "stop-at-stale-effect/correct")) {
      CellOutcome outcome = outcomes.get(cell);
      assertThat(outcome.verdict().reasons()).isEmpty();
      assertThat(outcome.verdict().verdict()).as(cell).isEqualTo(Verdict.PASS);
      assertThat(all(timeline(outcome), StopConditionMet.class)).isEmpty();
    }
  }

  @Test
  void theVerdictFollowsFromTheFolderAlone() throws Exception {
    for (CellOutcome outcome : outcomes.values()) {
      Rejudge.Recheck recheck = Rejudge.recheck(RunFolder.open(outcome.folder()));
      assertThat(recheck.changed()).isEmpty();
      assertThat(recheck.now()).isEqualTo(outcome.verdict());
    }
  }

  private static List<Entry> timeline(CellOutcome outcome) throws Exception {
    return Rejudge.record(RunFolder.open(outcome.folder())).timeline();
  }

  private static List<Entry> all(List<Entry> timeline, Class<? extends Event> type) {
    return timeline.stream().filter(entry -> type.isInstance(entry.event())).toList();
  }

  private static Entry only(List<Entry> timeline, Class<? extends Event> type) {
    assertThat(all(timeline, type)).hasSize(1);
    return all(timeline, type).get(0);
  }

  private static List<Finding> findings(CellOutcome outcome, String check) {
    return outcome.verdict().checks().stream()
        .filter(result -> result.check().equals(check))
        .map(CheckResult::findings)
        .flatMap(List::stream)
        .toList();
  }
}
