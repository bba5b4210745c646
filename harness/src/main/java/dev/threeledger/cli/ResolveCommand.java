package dev.threeledger.cli;

import dev.threeledger.replay.Resolution;
import dev.threeledger.replay.ResolutionResult;
import dev.threeledger.run.BatchResult;
import dev.threeledger.run.BatchRun;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./threeledger resolve}: the five items of a fix, beside the failing evidence. */
@Command(
    name = "resolve",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Retests a failed run on the changed subject, with the normal cells of its family, and writes the five items of the fix beside the failing evidence.")
final class ResolveCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FOLDER",
      description = "Folder of the failed run, such as reports/<batch>/<scenario>/<cell>/1.")
  private Path folder;

  @Option(
      names = "--symptom",
      required = true,
      paramLabel = "TEXT",
      description = "What was noticed.")
  private String symptom;

  @Option(
      names = "--root-cause",
      required = true,
      paramLabel = "TEXT",
      description = "Why it came to that.")
  private String rootCause;

  @Option(
      names = "--change",
      required = true,
      paramLabel = "TEXT",
      description = "What was changed.")
  private String change;

  @Option(names = "--by", paramLabel = "TEXT", description = "Who says so: a role or a team.")
  private String by;

  @Option(
      names = "--subject",
      paramLabel = "FILE",
      description = "The changed subject (default: the file that was run).")
  private Path subject;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "A setting of the changed subject (defect=none).")
  private List<String> sets = List.of();

  @Option(
      names = "--scenarios",
      paramLabel = "DIR",
      defaultValue = "scenarios",
      description = "Where the normal cells come from (default: ${DEFAULT-VALUE}).")
  private Path scenarios;

  @Option(
      names = "--times",
      paramLabel = "N",
      defaultValue = "1",
      description = "How often the original sample is retested (default: ${DEFAULT-VALUE}).")
  private int times;

  @Option(
      names = "--report-dir",
      paramLabel = "DIR",
      defaultValue = "reports",
      description = "Where the retest's batch goes (default: ${DEFAULT-VALUE}).")
  private Path reports;

  @Override
  public Integer call() throws Exception {
    if (times < 1) {
      throw new ParameterException(spec.commandLine(), "--times must be 1 or more, not " + times);
    }
    Resolution resolution =
        Resolution.read(
            new Resolution.Request(
                folder, symptom, rootCause, change, by, subject, sets, scenarios, times, reports));
    PrintWriter out = spec.commandLine().getOut();
    Console console = new Console(out, spec.commandLine().getErr());
    BatchRun batch = resolution.batch(console);
    try (Interrupts interrupts = Interrupts.calling(batch::interrupt)) {
      console.begin(resolution.plan(), resolution.size());
      BatchResult ran = batch.run();
      ResolutionResult result = resolution.result(ran);
      Path written = result.write();
      out.println();
      out.print(result.text());
      out.println("written: " + Console.shown(written.resolve("resolution.md")));
      out.println("retest: " + Console.shown(ran.folder().resolve("index.html")));
      out.flush();
      return console.exitCode(ran, result.resolved());
    }
  }
}
