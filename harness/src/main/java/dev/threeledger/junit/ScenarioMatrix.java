package dev.threeledger.junit;

import dev.threeledger.matrix.Cell;
import dev.threeledger.run.BatchPlan;
import dev.threeledger.run.BatchRequest;
import dev.threeledger.run.BatchResult;
import dev.threeledger.run.BatchRun;
import dev.threeledger.run.CellOutcome;
import dev.threeledger.run.Progress;
import dev.threeledger.scenario.ProblemsException;
import dev.threeledger.verdict.CellVerdict;
import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/**
 * A batch as dynamic tests:
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicNode> scenarios() throws Exception {
 *   matrix = ScenarioMatrix.start(BatchRequest.in(Path.of("..")));
 *   return matrix.tests();
 * }
 *
 * @AfterAll
 * static void close() throws Exception {
 *   if (matrix != null) {
 *     matrix.result(); // waits for the report
 *     matrix.close();
 *   }
 * }
 * }</pre>
 */
public final class ScenarioMatrix implements AutoCloseable {
  private final BatchPlan plan;
  private final Map<String, CompletableFuture<CellOutcome>> outcomes = new LinkedHashMap<>();
  private final CompletableFuture<BatchResult> result = new CompletableFuture<>();
  private final BatchRun batch;
  private final Thread runner;

  private ScenarioMatrix(BatchPlan plan) {
    this.plan = plan;
    for (int attempt = 1; attempt <= plan.repeat(); attempt++) {
      for (Cell cell : plan.cells()) {
        outcomes.put(name(cell, attempt), new CompletableFuture<>());
      }
    }
    this.batch = new BatchRun(plan, new Completing());
    this.runner = new Thread(this::runBatch, "scenario matrix");
  }

  /**
   * Reads what is asked for and starts the batch.
   *
   * @throws ProblemsException with every problem of the input; nothing was started
   */
  public static ScenarioMatrix start(BatchRequest request) throws ProblemsException, IOException {
    ScenarioMatrix matrix = new ScenarioMatrix(request.plan());
    matrix.runner.start();
    return matrix;
  }

  /** A container per scenario, in order, with a test per cell. */
  public Stream<DynamicNode> tests() {
    Map<String, java.util.List<DynamicTest>> byScenario = new LinkedHashMap<>();
    for (int attempt = 1; attempt <= plan.repeat(); attempt++) {
      for (Cell cell : plan.cells()) {
        byScenario
            .computeIfAbsent(cell.scenario().name(), name -> new java.util.ArrayList<>())
            .add(test(cell, attempt));
      }
    }
    return byScenario.entrySet().stream()
        .map(entry -> DynamicContainer.dynamicContainer(entry.getKey(), entry.getValue()));
  }

  private DynamicTest test(Cell cell, int attempt) {
    URI source = cell.scenario().file().toAbsolutePath().toUri();
    String shown = cell.scenario().cell() + (plan.repeat() > 1 ? " #" + attempt : "");
    return DynamicTest.dynamicTest(
        shown, source, () -> demandAsExpected(outcomes.get(name(cell, attempt))));
  }

  private void demandAsExpected(CompletableFuture<CellOutcome> future) throws Exception {
    CellOutcome outcome;
    try {
      outcome = future.get();
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause().getMessage(), e.getCause());
    }
    CellVerdict verdict = outcome.verdict();
    if (!verdict.asExpected()) {
      throw new AssertionError(message(outcome));
    }
  }

  private String message(CellOutcome outcome) {
    CellVerdict verdict = outcome.verdict();
    String deviation =
        verdict
            .firstDeviation()
            .map(f -> f.check() + ": " + f.message() + " (event " + f.at() + ")")
            .orElse(String.join("; ", verdict.reasons()));
    return "%s instead of %s%n  repeat: ./threeledger run %s --cell %s --seed %d%s%n  %s%n  evidence: %s"
        .formatted(
            verdict.verdict(),
            verdict.expected(),
            outcome.cell().scenario().file(),
            outcome.cell().id(),
            plan.seed(),
            plan.options().isEmpty() ? "" : " " + String.join(" ", plan.options()),
            deviation,
            outcome.folder());
  }

  private static String name(Cell cell, int attempt) {
    return cell.id() + "#" + attempt;
  }

  private void runBatch() {
    Throwable failure = null;
    try {
      BatchResult ended = batch.run();
      failure = ended.stoppedBy().orElse(null);
      result.complete(ended);
    } catch (Throwable e) {
      failure = e;
      result.completeExceptionally(e);
    }
    Throwable why =
        failure != null ? failure : new IllegalStateException("the batch ended before this cell");
    outcomes.values().forEach(future -> future.completeExceptionally(why));
  }

  /** Waits for the batch and its report. */
  public BatchResult result() throws InterruptedException {
    try {
      return result.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause().getMessage(), e.getCause());
    }
  }

  /** Ends what is still running and waits until everything is taken down. */
  @Override
  public void close() throws InterruptedException {
    boolean done = outcomes.values().stream().allMatch(CompletableFuture::isDone);
    if (!done) {
      batch.interrupt();
    }
    runner.join();
  }

  /** The runs' outcomes so far, in order. */
  public List<CellOutcome> outcomes() {
    return outcomes.values().stream()
        .filter(future -> future.isDone() && !future.isCompletedExceptionally())
        .map(CompletableFuture::join)
        .toList();
  }

  private final class Completing implements Progress {
    @Override
    public void ended(CellOutcome outcome, int done, int all) {
      outcomes.get(name(outcome.cell(), outcome.attempt())).complete(outcome);
    }
  }
}
