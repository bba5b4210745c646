package dev.threeledger.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.threeledger.check.RunRecord;
import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.evidence.FileChange;
import dev.threeledger.evidence.RunAsked;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.run.Rejudge;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.timeline.Event.StopReason;
import dev.threeledger.verdict.CellVerdict;
import dev.threeledger.verdict.Finding;
import dev.threeledger.verdict.Landing;
import dev.threeledger.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One run of an experiment, judged from its raw evidence; the verdict that stands in its folder is
 * not read.
 *
 * @param place its folder below the batch, with {@code /}
 * @param scenario as it was asked for
 * @param recorded what it was made under; see {@link RecordedConfiguration}
 * @param environment {@code environment.json}
 * @param changed files that differ from its SHA256SUMS
 */
record JudgedRun(
    String place,
    RunFolder folder,
    RunAsked asked,
    Scenario scenario,
    CellVerdict verdict,
    RunFacts facts,
    Configuration recorded,
    JsonNode environment,
    List<FileChange> changed) {
  private static final ObjectMapper JSON = new ObjectMapper();

  JudgedRun {
    changed = List.copyOf(changed);
  }

  /**
   * Reads a run and judges it.
   *
   * @throws EvidenceException when it cannot be read, or was never sealed
   */
  static JudgedRun read(BatchFolder batch, RunFolder folder) throws EvidenceException {
    List<FileChange> changed = folder.verify();
    RunRecord record = Rejudge.record(folder);
    CellVerdict verdict = Rejudge.judge(record);
    RunAsked asked = folder.readRun();
    JsonNode environment = folder.readEnvironment();
    return new JudgedRun(
        batch.place(folder),
        folder,
        asked,
        record.scenario(),
        verdict,
        RunFacts.of(record, verdict.firstDeviation().map(Finding::at).orElse(0L)),
        RecordedConfiguration.of(asked, environment, postgres(folder)),
        environment,
        changed);
  }

  private static JsonNode postgres(RunFolder folder) {
    Path file = folder.path().resolve("raw/postgres-settings.json");
    try {
      return Files.isRegularFile(file)
          ? JSON.readTree(Files.readString(file))
          : MissingNode.getInstance();
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }

  /** PASS, INCONCLUSIVE or FAIL. */
  Verdict outcome() {
    return verdict.verdict();
  }

  /** True when it was ended from without, because the experiment was. */
  boolean interrupted() {
    return facts.end() == StopReason.INTERRUPTED;
  }

  /** Names of the faults that landed. */
  Set<String> landed() {
    return verdict.landings().stream()
        .filter(Landing::landed)
        .map(Landing::fault)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** As the result shows it. */
  ExperimentResult.Run shown() {
    return new ExperimentResult.Run(
        place,
        outcome(),
        landed().size(),
        scenario.faults().size(),
        verdict.firstDeviation(),
        reasons());
  }

  /** Why it is no PASS and no FAIL, the run's own reasons first, then those of the checks. */
  private List<String> reasons() {
    java.util.stream.Stream<String> ofChecks =
        verdict.checks().stream()
            .filter(check -> check.reason() != null)
            .map(check -> check.check() + ": " + check.reason());
    return java.util.stream.Stream.concat(verdict.reasons().stream(), ofChecks).toList();
  }

  /** Its first deviation, in the form of the result. */
  java.util.Optional<ExperimentResult.Deviation> deviation() {
    return verdict
        .firstDeviation()
        .map(
            finding ->
                new ExperimentResult.Deviation(place, scenario.name(), finding, deviationEvent()));
  }

  private String deviationEvent() {
    return facts.deviation() == null
        ? "not verified: there is no such event on the timeline"
        : facts.deviation();
  }
}
