package dev.threeledger.replay;

import dev.threeledger.evidence.Change;
import dev.threeledger.evidence.ReplayOf;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.run.BatchPlan;
import dev.threeledger.run.BatchResult;
import dev.threeledger.run.BatchRun;
import dev.threeledger.run.CellOutcome;
import dev.threeledger.run.Progress;
import dev.threeledger.run.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A recorded run, run again: the same scenario, settings, seed, data, fault point and occurrence,
 * all from its folder. The files of scenario and subject may have changed or be gone; the data, the
 * outside systems and what the subject's commands name must be as they were.
 */
public final class Replay {
  private final Request request;
  private final Sample sample;
  private final BatchPlan plan;

  /**
   * What is to be replayed.
   *
   * @param folder of the run
   * @param times how often, at least once
   * @param reports folder for the new batch
   * @param changed true: also where versions or digests differ; each replay's record then says so
   */
  public record Request(Path folder, int times, Path reports, boolean changed) {}

  private Replay(Request request, Sample sample) {
    this.request = request;
    this.sample = sample;
    this.plan =
        sample.plan(sample.original().asked().options(), request.times(), request.reports());
  }

  /**
   * Reads and verifies everything; no subject is started.
   *
   * @throws RefusedException when the evidence was edited, something is gone, or something differs
   *     and that is not allowed
   * @throws IOException when evidence or outside systems cannot be read
   * @throws dev.threeledger.environment.EnvironmentException when PostgreSQL cannot be had
   */
  public static Replay read(Request request) throws RefusedException, IOException {
    Sample sample = Sample.of(Original.read(request.folder()), null);
    if (!request.changed()) {
      sample.refuse(
          sample.changes().changed(),
          "nothing was run; replay it all the same with --changed, and the record will say so");
    }
    return new Replay(request, sample);
  }

  /** What it comes to. */
  public BatchPlan plan() {
    return plan;
  }

  /** What differs from then; not empty only where that was allowed. */
  public List<Change> changed() {
    return sample.changes().changed();
  }

  /** What could not be compared with then, each with the reason. */
  public List<String> notVerified() {
    return sample.changes().notVerified();
  }

  /** The batch that has not begun: all replays, one after the other. */
  public BatchRun batch(Progress progress) {
    List<List<Turn>> blocks = new ArrayList<>();
    for (int attempt = 1; attempt <= request.times(); attempt++) {
      blocks.add(List.of(turn(plan, sample, changed(), attempt)));
    }
    return new BatchRun(plan, blocks, progress);
  }

  static Turn turn(BatchPlan plan, Sample sample, List<Change> changed, int attempt) {
    Original original = sample.original();
    ReplayOf replays = new ReplayOf(original.shown(), original.digest(), changed);
    return new Turn(plan, "", null, sample.cell(), attempt, replays);
  }

  /**
   * Compares a batch of {@link #batch} with the original.
   *
   * @throws IOException when evidence cannot be read back
   */
  public ReplayResult result(BatchResult batch) throws IOException {
    List<ReplayResult.Run> runs = new ArrayList<>();
    for (CellOutcome outcome : batch.outcomes()) {
      runs.add(compare(sample, outcome));
    }
    Original original = sample.original();
    return new ReplayResult(
        original.shown(),
        original.digest(),
        Came.of(original.verdict(), original.timeline()),
        request.times(),
        runs,
        changed(),
        notVerified(),
        batch);
  }

  static ReplayResult.Run compare(Sample sample, CellOutcome outcome) throws IOException {
    Original original = sample.original();
    var timeline = RunFolder.open(outcome.folder()).readTimeline();
    return new ReplayResult.Run(
        outcome.folder(),
        Came.of(outcome.verdict(), timeline),
        Divergence.between(original.timeline(), original.subject(), timeline, sample.subject()));
  }
}
