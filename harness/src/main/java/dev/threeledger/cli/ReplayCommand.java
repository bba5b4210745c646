package dev.threeledger.cli;

import dev.threeledger.replay.Replay;
import dev.threeledger.replay.ReplayResult;
import dev.threeledger.run.BatchResult;
import dev.threeledger.run.BatchRun;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./threeledger replay}: a recorded run again. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Runs a recorded run again, all from its folder, and names the event at which it diverges. Refused where versions or digests differ.")
final class ReplayCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FOLDER",
      description = "Folder of a run, such as reports/<batch>/<scenario>/<cell>/1.")
  private Path folder;

  @Option(
      names = "--times",
      paramLabel = "N",
      defaultValue = "1",
      description = "How often it is replayed (default: ${DEFAULT-VALUE}).")
  private int times;

  @Option(
      names = "--report-dir",
      paramLabel = "DIR",
      defaultValue = "reports",
      description = "Where the new batch's folder goes (default: ${DEFAULT-VALUE}).")
  private Path reports;

  @Option(
      names = "--changed",
      description = "Also where versions or digests differ; the record of each replay says so.")
  private boolean changed;

  @Override
  public Integer call() throws Exception {
    if (times < 1) {
      throw new ParameterException(spec.commandLine(), "--times must be 1 or more, not " + times);
    }
    Replay replay = Replay.read(new Replay.Request(folder, times, reports, changed));
    PrintWriter out = spec.commandLine().getOut();
    Console console = new Console(out, spec.commandLine().getErr());
    BatchRun batch = replay.batch(console);
    try (Interrupts interrupts = Interrupts.calling(batch::interrupt)) {
      console.begin(replay.plan());
      BatchResult ran = batch.run();
      ReplayResult result = replay.result(ran);
      result.write();
      out.println();
      out.print(result.text());
      out.println("report: " + Console.shown(ran.folder().resolve("index.html")));
      out.flush();
      return console.exitCode(ran, result.good());
    }
  }
}
