package dev.threeledger.report;

import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.evidence.RunAsked;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.timeline.Entry;
import dev.threeledger.verdict.CellVerdict;
import dev.threeledger.verdict.Landing;
import dev.threeledger.verdict.Verdict;
import java.time.Duration;
import java.util.List;

/**
 * One run as the summaries show it.
 *
 * @param asked what was asked for
 * @param verdict the judgement; INCONCLUSIVE with a reason when the run has none
 * @param duration from the run's start to its last event
 * @param folder below the batch, with {@code /}
 * @param evidence digest of SHA256SUMS, or {@code not sealed}
 */
public record CellSummary(
    RunAsked asked, CellVerdict verdict, Duration duration, String folder, String evidence) {

  static CellSummary read(BatchFolder batch, RunFolder run) throws EvidenceException {
    RunAsked asked = run.readRun();
    String evidence = run.digest().orElse("not sealed");
    String folder = batch.place(run);
    try {
      CellVerdict verdict =
          run.readVerdict().orElseGet(() -> unjudged(asked, "No verdict was written."));
      return new CellSummary(asked, verdict, duration(run.readTimeline()), folder, evidence);
    } catch (EvidenceException e) {
      return new CellSummary(
          asked, unjudged(asked, e.getMessage()), Duration.ZERO, folder, evidence);
    }
  }

  private static Duration duration(List<Entry> entries) {
    return entries.isEmpty()
        ? Duration.ZERO
        : Duration.ofNanos(entries.get(entries.size() - 1).atNanos());
  }

  private static CellVerdict unjudged(RunAsked asked, String reason) {
    String stated = asked.scenario().path("verdict").asText("PASS");
    return new CellVerdict(
        Verdict.INCONCLUSIVE, Verdict.valueOf(stated), List.of(reason), List.of(), List.of());
  }

  /** {@code crash-after-commit}. */
  public String scenario() {
    int slash = asked.cell().indexOf('/');
    return slash < 0 ? asked.cell() : asked.cell().substring(0, slash);
  }

  /** {@code failure}; with {@code (attempt 2)} from the second attempt on. */
  public String name() {
    String cell = asked.cell().substring(Math.min(scenario().length() + 1, asked.cell().length()));
    return asked.attempt() == 1 ? cell : cell + " (attempt " + asked.attempt() + ")";
  }

  /** {@code crash-after-commit/failure}, with the attempt from the second on. */
  public String title() {
    return scenario() + "/" + name();
  }

  /** {@code kill, drop}; one that did not land as {@code kill not landed}. */
  public String faults() {
    return verdict.landings().stream()
        .map(landing -> landing.landed() ? landing.fault() : landing.fault() + " not landed")
        .reduce((a, b) -> a + ", " + b)
        .orElse("");
  }

  /** Names of the faults that landed, or of those that did not. */
  List<String> faults(boolean landed) {
    return verdict.landings().stream()
        .filter(landing -> landing.landed() == landed)
        .map(Landing::fault)
        .toList();
  }

  /** The first deviation; without one, why the run is INCONCLUSIVE; else empty. */
  public String lead() {
    return verdict
        .firstDeviation()
        .map(finding -> finding.message())
        .or(() -> verdict.reasons().stream().findFirst())
        .or(
            () ->
                verdict.checks().stream()
                    .map(check -> check.reason())
                    .filter(r -> r != null)
                    .findFirst())
        .orElse("");
  }

  /** What is wrong when the verdict is not the expected one, one sentence. */
  String unexpected() {
    String expected = "expected " + verdict.expected() + ", got " + verdict.verdict();
    return lead().isEmpty() ? expected : lead();
  }
}
