package dev.threeledger.cli;

import dev.threeledger.experiment.ExperimentPlan;
import dev.threeledger.experiment.ExperimentResult;
import dev.threeledger.experiment.ExperimentRun;
import dev.threeledger.experiment.report.ExperimentText;
import dev.threeledger.matrix.Cell;
import dev.threeledger.report.BatchSummary;
import dev.threeledger.report.TerminalTable;
import dev.threeledger.run.BatchPlan;
import dev.threeledger.run.BatchResult;
import dev.threeledger.run.CellOutcome;
import dev.threeledger.run.Progress;
import dev.threeledger.verdict.CellVerdict;
import dev.threeledger.verdict.Finding;
import dev.threeledger.verdict.Verdict;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** What a person at a terminal sees of a batch. */
final class Console implements Progress {
  private final PrintWriter out;
  private final PrintWriter err;
  private int repeat = 1;

  Console(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  /** Before the first cell. */
  void begin(BatchPlan plan) {
    begin(plan, plan.cells().size() * plan.repeat());
  }

  /** Before the first of so many runs. */
  void begin(BatchPlan plan, int runs) {
    repeat = plan.repeat();
    int lanes = Math.min(plan.lanes(), runs);
    line(
        "%d %s of %s, %d %s side by side%s"
            .formatted(
                runs,
                runs == 1 ? "run" : "runs",
                plan.subject().name(),
                lanes,
                lanes == 1 ? "lane" : "lanes",
                plan.inject() ? "" : ", faults armed but never struck (--no-inject)"));
  }

  @Override
  public void message(String text) {
    line(text);
  }

  @Override
  public void ended(CellOutcome outcome, int done, int all) {
    CellVerdict verdict = outcome.verdict();
    String note = "";
    if (!verdict.asExpected()) {
      note = "  " + why(verdict);
    }
    line(
        "[%d/%d] %-12s %s%s%s  %s%s"
            .formatted(
                done,
                all,
                verdict.verdict(),
                outcome.side().isEmpty() ? "" : outcome.side() + " ",
                outcome.cell().id(),
                repeat > 1 ? " #" + outcome.attempt() : "",
                seconds(outcome),
                note));
  }

  private static String why(CellVerdict verdict) {
    return verdict
        .firstDeviation()
        .map(Console::text)
        .orElseGet(
            () ->
                verdict.reasons().isEmpty()
                    ? "expected " + verdict.expected()
                    : verdict.reasons().get(0));
  }

  private static String text(Finding finding) {
    return finding.check() + ": " + finding.message();
  }

  private static String seconds(CellOutcome outcome) {
    return String.format(Locale.ROOT, "%.1f s", outcome.took().toMillis() / 1000.0);
  }

  /** After the last cell: the table, then the report's path. */
  void end(BatchResult result) {
    BatchSummary summary = result.summary();
    if (summary != null && !summary.cells().isEmpty()) {
      out.println();
      out.print(TerminalTable.format(summary, width(), false));
    }
    replay(result);
    if (result.interrupted()) {
      out.println("interrupted: the evidence so far is kept");
    }
    out.println(
        summary == null
            ? "no report could be written; what there is: " + shown(result.folder())
            : "report: " + shown(result.folder().resolve("index.html")));
    out.flush();
  }

  /** Before the first run of an experiment. */
  void begin(ExperimentPlan plan) {
    repeat = plan.experiment().repeat();
    int lanes = plan.experiment().fixed().concurrency();
    line(
        "%s: %d runs, %d %s side by side"
            .formatted(
                plan.experiment().name(), plan.runs(), lanes, lanes == 1 ? "lane" : "lanes"));
    plan.differences().forEach(one -> line("changed: " + PlannedExperiment.text(one)));
  }

  /** After the last run of an experiment: the result, then the report's path. */
  void end(ExperimentRun.Ended ended, ExperimentResult result) {
    out.println();
    out.print(ExperimentText.format(result, width(), shown(ended.folder().path()).toString()));
    if (ended.interrupted()) {
      out.println("interrupted: the evidence so far is kept");
    }
    out.println("report: " + shown(ended.folder().path().resolve("index.html")));
    out.flush();
  }

  /** How the first failure is run again from its record. */
  private void replay(BatchResult result) {
    if (result.summary() == null) {
      return;
    }
    result.summary().cells().stream()
        .filter(cell -> !cell.verdict().asExpected() && cell.verdict().verdict() == Verdict.FAIL)
        .findFirst()
        .map(cell -> shown(result.folder().resolve(cell.folder())))
        .ifPresent(folder -> out.println("replay: ./threeledger replay " + folder));
  }

  /**
   * Tells why the batch ended early, if it did, and gives the exit code.
   *
   * @param good whether what it gave is what was expected
   */
  int exitCode(BatchResult result, boolean good) {
    return exitCode(result.stoppedBy(), result.interrupted(), good);
  }

  /**
   * Likewise, of any work.
   *
   * @param stoppedBy why it ended early, if that is a failure
   */
  int exitCode(Optional<Exception> stoppedBy, boolean interrupted, boolean good) {
    int stopped = stoppedBy.map(why -> Failures.report(why, err)).orElse(ExitCode.AS_EXPECTED);
    if (interrupted) {
      return ExitCode.INTERRUPTED;
    }
    if (stopped != ExitCode.AS_EXPECTED) {
      return stopped;
    }
    return good ? ExitCode.AS_EXPECTED : ExitCode.NOT_AS_EXPECTED;
  }

  private static int width() {
    String columns = System.getenv("COLUMNS");
    return columns != null && columns.matches("\\d{2,4}") ? Integer.parseInt(columns) : 120;
  }

  static Path shown(Path path) {
    Path here = Path.of("").toAbsolutePath();
    Path absolute = path.toAbsolutePath().normalize();
    return absolute.startsWith(here) ? here.relativize(absolute) : absolute;
  }

  private synchronized void line(String text) {
    out.println(text);
    out.flush();
  }

  @Override
  public void started(Cell cell, int attempt) {
    // a line per cell is enough: it comes with the verdict
  }
}
