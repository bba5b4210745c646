package dev.threeledger.run;

import dev.threeledger.environment.Environment;
import dev.threeledger.environment.Lane;
import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.EnvironmentRecord;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.matrix.Cell;
import dev.threeledger.report.BatchSummary;
import dev.threeledger.subject.SubjectException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All cells of a batch, in lanes side by side.
 *
 * <p>A subject that does not start, an environment that cannot be had and evidence that cannot be
 * written end the batch: the cells that are being run are ended too, and their evidence is kept.
 */
public final class BatchRun {
  private final BatchPlan plan;
  private final Progress progress;
  private final List<Turn> turns;
  private final ConcurrentLinkedQueue<Block> queue = new ConcurrentLinkedQueue<>();
  private final CellOutcome[] outcomes;
  private final Set<Integer> started = ConcurrentHashMap.newKeySet();
  private final AtomicInteger done = new AtomicInteger();
  private final Failure stoppedBy = new Failure();
  private final List<Thread> threads = new ArrayList<>();
  private final List<Shield> shields = new ArrayList<>();
  private boolean stopping;
  private boolean interrupted;

  /** Turns that one lane takes one after the other; {@code first} is the place of the first. */
  private record Block(int first, List<Turn> turns) {}

  /** A batch that has not begun: each cell of the plan, as often as it says. */
  public BatchRun(BatchPlan plan, Progress progress) {
    this(plan, single(plan), progress);
  }

  /**
   * A batch of given turns that has not begun.
   *
   * @param plan what all of them share: folder for reports, lanes, proxy, outside systems
   * @param blocks begun in this order; the turns of one block are run one after the other in the
   *     same lane
   */
  public BatchRun(BatchPlan plan, List<List<Turn>> blocks, Progress progress) {
    this.plan = plan;
    this.progress = progress;
    int place = 0;
    for (List<Turn> block : blocks) {
      queue.add(new Block(place, List.copyOf(block)));
      place += block.size();
    }
    this.turns = blocks.stream().flatMap(List::stream).toList();
    this.outcomes = new CellOutcome[place];
  }

  private static List<List<Turn>> single(BatchPlan plan) {
    List<List<Turn>> blocks = new ArrayList<>();
    for (int attempt = 1; attempt <= plan.repeat(); attempt++) {
      for (Cell cell : plan.cells()) {
        blocks.add(List.of(Turn.of(plan, cell, attempt)));
      }
    }
    return blocks;
  }

  /**
   * Runs it to its end.
   *
   * @throws EvidenceException when no batch folder can be made: nothing was run
   * @throws dev.threeledger.environment.EnvironmentException when a proxy or an image cannot be
   *     had: nothing was run
   */
  public BatchResult run() throws EvidenceException, InterruptedException {
    try (Environment environment = Environments.open(plan.environment())) {
      demandImages(environment);
      BatchFolder batch = BatchFolder.create(plan.reports());
      runIn(batch, environment);
      return result(batch);
    }
  }

  /**
   * Runs it in a folder that is there already, and leaves the batch's summaries to the caller: the
   * result has none.
   *
   * @throws dev.threeledger.environment.EnvironmentException when a proxy or an image cannot be
   *     had: nothing was run
   */
  public BatchResult runIn(BatchFolder batch) throws InterruptedException {
    try (Environment environment = Environments.open(plan.environment())) {
      demandImages(environment);
      runIn(batch, environment);
      return result(batch, null);
    }
  }

  private void demandImages(Environment environment) {
    turns.stream().map(turn -> turn.plan().subject()).distinct().forEach(environment::image);
  }

  private void runIn(BatchFolder batch, Environment environment) throws InterruptedException {
    EnvironmentRecord machine =
        EnvironmentRecord.here(Path.of("").toAbsolutePath())
            .version("toxiproxy", environment.network().version())
            .environment(environment.record());
    int lanes = Math.min(plan.lanes(), queue.size());
    synchronized (this) {
      for (int lane = 1; lane <= lanes && !stopping; lane++) {
        int number = lane;
        Thread thread =
            new Thread(() -> runLane(number, batch, environment, machine), "lane " + lane);
        threads.add(thread);
        thread.start();
      }
    }
    for (Thread thread : List.copyOf(threads)) {
      thread.join();
    }
  }

  private void runLane(
      int number, BatchFolder batch, Environment environment, EnvironmentRecord machine) {
    Shield shield = new Shield(Thread.currentThread());
    if (!enter(shield)) {
      return;
    }
    try {
      Lane lane = Lane.open(number, environment, plan.outside());
      try {
        Block block = queue.poll();
        while (block != null && !stopping()) {
          runBlock(block, lane, batch, machine, shield);
          block = queue.poll();
        }
      } finally {
        shield.during(() -> closed(lane));
      }
    } catch (InterruptedException e) {
      stop(null);
    } catch (Exception | Error e) {
      stop(shield.asked() && interruptedBy(e) ? null : asException(e));
    }
  }

  private static Void closed(Lane lane) {
    lane.close();
    return null;
  }

  /** What a thread that was asked to end fails with is no cause of anything. */
  private static boolean interruptedBy(Throwable e) {
    return !(e instanceof Error) && !(e instanceof EvidenceException);
  }

  private static Exception asException(Throwable e) {
    return e instanceof Exception exception ? exception : new IllegalStateException(e);
  }

  /** False when the batch is ending already. */
  private synchronized boolean enter(Shield shield) {
    if (!stopping) {
      shields.add(shield);
    }
    return !stopping;
  }

  private void runBlock(
      Block block, Lane lane, BatchFolder batch, EnvironmentRecord machine, Shield shield)
      throws SubjectException, IOException, InterruptedException {
    for (int at = 0; at < block.turns().size() && !stopping(); at++) {
      int place = block.first() + at;
      Turn turn = block.turns().get(at);
      started.add(place);
      progress.started(turn.cell(), turn.attempt());
      CellOutcome outcome = new CellRun(turn, batch, lane, machine, shield).run();
      synchronized (outcomes) {
        outcomes[place] = outcome;
      }
      progress.ended(outcome, done.incrementAndGet(), outcomes.length);
    }
  }

  /**
   * Ends the batch as a user's Ctrl-C does; {@link #run()} returns when everything is taken down.
   * Any thread may call it.
   */
  public void interrupt() {
    synchronized (this) {
      interrupted = true;
    }
    stop(null);
  }

  /**
   * Ends the batch because of what a run has shown: cells that are under way are ended, their
   * evidence is kept, no other is begun. Any thread may call it, that of {@link Progress} too.
   */
  public void end() {
    stop(null);
  }

  private synchronized boolean stopping() {
    return stopping;
  }

  private void stop(Exception cause) {
    if (cause != null) {
      stoppedBy.add(cause);
    }
    synchronized (this) {
      if (!stopping) {
        stopping = true;
        shields.forEach(Shield::interrupt);
      }
    }
  }

  private BatchResult result(BatchFolder batch) {
    List<String> notRun = new ArrayList<>();
    for (int place = 0; place < outcomes.length; place++) {
      if (outcomes[place] == null && !started.contains(place)) {
        notRun.add(turns.get(place).cell().id());
      }
    }
    return result(batch, summary(batch, notRun));
  }

  private synchronized BatchResult result(BatchFolder batch, BatchSummary summary) {
    List<CellOutcome> judged = Arrays.stream(outcomes).filter(Objects::nonNull).toList();
    return new BatchResult(batch.path(), judged, summary, stoppedBy.first(), interrupted);
  }

  private BatchSummary summary(BatchFolder batch, List<String> notRun) {
    try {
      return Summaries.batch(batch, notRun);
    } catch (EvidenceException e) {
      stoppedBy.add(e);
      return null;
    }
  }
}
