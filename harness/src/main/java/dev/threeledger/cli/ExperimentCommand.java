package dev.threeledger.cli;

import dev.threeledger.experiment.ExperimentJson;
import dev.threeledger.experiment.ExperimentJudge;
import dev.threeledger.experiment.ExperimentPlan;
import dev.threeledger.experiment.ExperimentResult;
import dev.threeledger.experiment.ExperimentRun;
import dev.threeledger.experiment.report.ExperimentReport;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./threeledger experiment}: baseline and candidate, and whether to release. */
@Command(
    name = "experiment",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Runs a baseline and a candidate that differ in one place through the same cells, and decides: go or stop. What is compared, and by which thresholds, is registered before anything runs.")
final class ExperimentCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      defaultValue = "experiment.yaml",
      description = "The experiment (default: ${DEFAULT-VALUE}).")
  private Path file;

  @Option(
      names = "--report-dir",
      paramLabel = "DIR",
      defaultValue = "reports",
      description = "Where the experiment's folder goes (default: ${DEFAULT-VALUE}).")
  private Path reports;

  @Option(
      names = "--check",
      description =
          "Only read the file, resolve and compare both sides, and say what would be run; nothing is started.")
  private boolean check;

  @Override
  public Integer call() throws Exception {
    if (!Files.isRegularFile(file)) {
      throw new ParameterException(
          spec.commandLine(),
          "there is no "
              + file
              + " in "
              + Path.of("").toAbsolutePath()
              + "; name the file of an experiment");
    }
    ExperimentPlan plan = ExperimentPlan.read(new ExperimentPlan.Request(file, reports));
    PrintWriter out = spec.commandLine().getOut();
    if (check) {
      PlannedExperiment.print(plan, out);
      return ExitCode.AS_EXPECTED;
    }
    return run(plan, new Console(out, spec.commandLine().getErr()));
  }

  private static int run(ExperimentPlan plan, Console console) throws Exception {
    ExperimentRun run = new ExperimentRun(plan, console);
    try (Interrupts interrupts = Interrupts.calling(run::interrupt)) {
      console.begin(plan);
      ExperimentRun.Ended ended = run.run();
      ExperimentResult result = ExperimentJudge.judge(ended.folder());
      ended.folder().write(ExperimentJson.FILE, ExperimentJson.text(result));
      ExperimentReport.write(ended.folder(), result);
      console.end(ended, result);
      return console.exitCode(ended.failure(), ended.interrupted(), result.asExpected());
    }
  }
}
