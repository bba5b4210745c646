package dev.threeledger.experiment;

import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.BatchSums;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.experiment.ExperimentPlan.Planned;
import dev.threeledger.experiment.ExperimentResult.Stopped;
import dev.threeledger.matrix.Cell;
import dev.threeledger.run.BatchResult;
import dev.threeledger.run.BatchRun;
import dev.threeledger.run.CellOutcome;
import dev.threeledger.run.Progress;
import dev.threeledger.run.Turn;
import dev.threeledger.verdict.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An experiment from its registration to its sealed folder. It is judged from that folder alone, by
 * {@link ExperimentJudge}.
 *
 * <pre>
 * register ─► baseline, twice ─► the same? ─► stop drill, rollback ─► pairs ─► SHA256SUMS
 *                  └──────── after each run: is a stop rule met? then it ends ───┘
 * </pre>
 *
 * <p>However it ends, the evidence so far is kept and nothing is left running.
 */
public final class ExperimentRun {
  private final ExperimentPlan plan;
  private final Progress progress;
  private final List<List<Planned>> order;
  private BatchRun current;
  private boolean interrupted;

  /** An experiment that has not begun. */
  public ExperimentRun(ExperimentPlan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
    this.order = plan.order();
  }

  /**
   * An experiment that has ended.
   *
   * @param folder its evidence
   * @param registered digest of what was registered
   * @param digest of SHA256SUMS, to be kept outside the folder
   * @param stoppedBy the rule that ended it, if one did
   * @param deviating cells in which the baseline did not repeat itself, each with what it gave;
   *     then no comparison was begun
   * @param failure what ended it though it is no result: a subject that does not start, evidence
   *     that cannot be written; its message is for people
   * @param interrupted true when the user ended it
   */
  public record Ended(
      BatchFolder folder,
      String registered,
      String digest,
      Optional<Stopped> stoppedBy,
      List<String> deviating,
      Optional<Exception> failure,
      boolean interrupted) {
    public Ended {
      deviating = List.copyOf(deviating);
    }
  }

  /**
   * Runs it to its end.
   *
   * @throws EvidenceException when no folder can be made, nothing was run; or when it cannot be
   *     sealed
   * @throws RefusedException when the file was changed since it was read; nothing was run
   * @throws IOException when the file cannot be read again
   * @throws dev.threeledger.environment.EnvironmentException when the proxy cannot be had
   */
  public Ended run() throws IOException, RefusedException, InterruptedException {
    BatchFolder folder = BatchFolder.create(plan.request().reports());
    Registration registration = Registration.write(folder, plan);
    progress.message("registered " + registration.digest());
    Stages stages = new Stages(folder, registration.digest());
    List<String> deviating = List.of();
    if (stages.run(Stage.BASELINE)) {
      deviating = deviating(stages.outcomes);
      if (!deviating.isEmpty()) {
        progress.message(
            "not comparable: the baseline does not repeat: "
                + String.join("; ", deviating)
                + "; the comparison is not begun");
      } else if (stages.run(Stage.REHEARSALS)) {
        stages.run(Stage.PAIRS);
      }
    }
    return new Ended(
        folder,
        registration.digest(),
        BatchSums.write(folder),
        stages.watch.stopped(),
        deviating,
        Optional.ofNullable(stages.failure),
        interrupted());
  }

  /**
   * Ends it as a user's Ctrl-C does; {@link #run()} returns when everything is taken down. Any
   * thread may call it.
   */
  public synchronized void interrupt() {
    interrupted = true;
    if (current != null) {
      current.interrupt();
    }
  }

  private synchronized boolean interrupted() {
    return interrupted;
  }

  /** False when it has been interrupted already. */
  private synchronized boolean begin(BatchRun run) {
    current = interrupted ? null : run;
    return !interrupted;
  }

  /** Cells that gave two verdicts, each with both. */
  private static List<String> deviating(List<CellOutcome> outcomes) {
    Map<String, Verdict> first = new LinkedHashMap<>();
    Map<String, Verdict> again = new LinkedHashMap<>();
    for (CellOutcome outcome : outcomes) {
      boolean isFirst = SideName.BASELINE_FIRST.folder().equals(outcome.side());
      (isFirst ? first : again).put(outcome.cell().id(), outcome.verdict().verdict());
    }
    return first.keySet().stream()
        .filter(cell -> first.get(cell) != again.get(cell))
        .map(cell -> "%s gave %s, then %s".formatted(cell, first.get(cell), again.get(cell)))
        .toList();
  }

  /** The stages, one after the other, in one folder. */
  private final class Stages implements Progress {
    private final BatchFolder folder;
    private final String registered;
    private final StopWatch watch;
    private final List<CellOutcome> outcomes = new ArrayList<>();
    private final int all = plan.runs();
    private int before;
    private Exception failure;

    Stages(BatchFolder folder, String registered) {
      this.folder = folder;
      this.registered = registered;
      this.watch = new StopWatch(folder, plan.experiment());
    }

    /** Makes the runs of a stage; false when nothing more may be begun. */
    boolean run(Stage stage) throws InterruptedException {
      List<List<Turn>> blocks = blocks(stage);
      int runs = blocks.stream().mapToInt(List::size).sum();
      BatchRun batch = new BatchRun(plan.plan(SideName.BASELINE), blocks, this);
      if (!begin(batch)) {
        return false;
      }
      progress.message(stage.title() + ": " + runs + (runs == 1 ? " run" : " runs"));
      BatchResult result = batch.runIn(folder);
      outcomes.addAll(result.outcomes());
      before += runs;
      failure = result.stoppedBy().orElse(null);
      return failure == null && !interrupted() && watch.stopped().isEmpty();
    }

    private List<List<Turn>> blocks(Stage stage) {
      return order.stream()
          .filter(block -> stage.sides().contains(block.get(0).side()))
          .map(block -> block.stream().map(run -> plan.turn(run, registered)).toList())
          .toList();
    }

    @Override
    public void message(String text) {
      progress.message(text);
    }

    @Override
    public void started(Cell cell, int attempt) {
      progress.started(cell, attempt);
    }

    @Override
    public void ended(CellOutcome outcome, int done, int ofStage) {
      progress.ended(outcome, before + done, all);
      try {
        watch.ended(outcome).ifPresent(this::end);
      } catch (EvidenceException e) {
        // ends the batch, unless that is ending anyway and the reading was cut short by it
        throw new UncheckedIOException(e.getMessage(), e);
      }
    }

    private void end(Stopped stopped) {
      progress.message(
          "stopped by %s in %s%s: %s"
              .formatted(
                  stopped.rule().yamlName(),
                  stopped.run(),
                  stopped.event() == 0 ? "" : " at event " + stopped.event(),
                  stopped.what()));
      synchronized (ExperimentRun.this) {
        current.end();
      }
    }
  }
}
