package dev.threeledger.run;

import dev.threeledger.check.RunRecord;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.evidence.FileChange;
import dev.threeledger.evidence.RunAsked;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.fault.LandingProof;
import dev.threeledger.judge.Judge;
import dev.threeledger.matrix.Matrix;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.scenario.Subject;
import dev.threeledger.scenario.SubjectFile;
import dev.threeledger.verdict.CellVerdict;
import java.nio.file.Path;
import java.util.List;

/** Judges a run from its folder alone: the same function after a run and at a recheck. */
public final class Rejudge {
  private Rejudge() {}

  /**
   * What a recheck found.
   *
   * @param changed files that differ from SHA256SUMS, are missing or were added
   * @param before the verdict in the folder, or null when it has none
   */
  public record Recheck(
      RunFolder folder, CellVerdict before, CellVerdict now, List<FileChange> changed) {}

  /** Judges a record: landing proof first, then the checks. */
  public static CellVerdict judge(RunRecord record) {
    return Judge.judge(
        record, LandingProof.prove(record.scenario(), record.subject(), record.timeline()));
  }

  /** Reads a folder, verifies its digests and judges it again; writes nothing. */
  public static Recheck recheck(RunFolder folder) throws EvidenceException {
    List<FileChange> changed = folder.verify();
    return new Recheck(folder, folder.readVerdict().orElse(null), judge(record(folder)), changed);
  }

  /** All that checks may look at, from the folder alone. */
  public static RunRecord record(RunFolder folder) throws EvidenceException {
    RunAsked asked = folder.readRun();
    Scenario scenario = Matrix.fromTree(asked.scenario(), Path.of(asked.scenarioFile()));
    Subject subject = SubjectFile.fromTree(asked.subject(), Path.of(asked.subjectFile()));
    return new RunRecord(
        scenario, subject, asked.settings(), folder.readTimeline(), folder.readLedgers());
  }
}
