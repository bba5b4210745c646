package dev.threeledger.cli;

import dev.threeledger.run.BatchRequest;
import dev.threeledger.run.BatchRun;
import dev.threeledger.selftest.SelfTest;
import dev.threeledger.selftest.SelfTestResult;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./threeledger selftest}: the planted defects, each in the cell that must show it. */
@Command(
    name = "selftest",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Runs every planted defect in the cell that must show it, and the same cell without it; prints which check caught it, and where.")
final class SelfTestCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--table",
      paramLabel = "FILE",
      defaultValue = "reference-impl/defects.yaml",
      description = "The planted defects (default: ${DEFAULT-VALUE}).")
  private Path table;

  @Option(
      names = "--subject",
      paramLabel = "FILE",
      defaultValue = "reference-impl/subject.yaml",
      description = "The subject that has them (default: ${DEFAULT-VALUE}).")
  private Path subject;

  @Option(
      names = "--scenarios",
      paramLabel = "DIR",
      defaultValue = "scenarios",
      description = "Where the cells come from (default: ${DEFAULT-VALUE}).")
  private Path scenarios;

  @Option(
      names = "--outside",
      paramLabel = "DIR",
      defaultValue = "scenarios/external",
      description = "Directory of the outside systems (default: ${DEFAULT-VALUE}).")
  private Path outside;

  @Option(
      names = "--report-dir",
      paramLabel = "DIR",
      defaultValue = "reports",
      description = "Where the batch's folder goes (default: ${DEFAULT-VALUE}).")
  private Path reports;

  @Option(names = "--defect", paramLabel = "NAME", description = "Only the rows of this defect.")
  private List<String> defects = List.of();

  @Option(
      names = "--quick",
      description =
          "Without the rows of the long profile, and without controls that a plain run has anyway.")
  private boolean quick;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the batch (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--lanes",
      paramLabel = "N",
      description = "How many cells run side by side (default: one more than cores, at most 4).")
  private Integer lanes;

  @Override
  public Integer call() throws Exception {
    if (lanes != null && lanes < 1) {
      throw new ParameterException(spec.commandLine(), "--lanes must be 1 or more, not " + lanes);
    }
    boolean byDefault = !spec.commandLine().getParseResult().hasMatchedOption("--table");
    if (byDefault && !Files.isRegularFile(table)) {
      throw new ParameterException(
          spec.commandLine(),
          "there is no "
              + table
              + " in "
              + Path.of("").toAbsolutePath()
              + "; go to the project's directory, or name --table, --subject, --scenarios and --outside");
    }
    SelfTest test =
        SelfTest.read(
            new SelfTest.Request(
                table,
                subject,
                scenarios,
                outside,
                reports,
                lanes == null ? BatchRequest.defaultLanes() : lanes,
                seed,
                defects,
                quick));
    PrintWriter out = spec.commandLine().getOut();
    Console console = new Console(out, spec.commandLine().getErr());
    BatchRun batch = new BatchRun(test.plan(), console);
    try (Interrupts interrupts = Interrupts.calling(batch::interrupt)) {
      console.begin(test.plan());
      SelfTestResult result = test.result(batch.run());
      out.println();
      out.print(result.text());
      out.println("report: " + Console.shown(result.batch().folder().resolve("index.html")));
      out.flush();
      if (result.batch().stoppedBy().isPresent()) {
        return console.stopped(result.batch().stoppedBy().get());
      }
      if (result.batch().interrupted()) {
        return ExitCode.INTERRUPTED;
      }
      return result.good() ? ExitCode.AS_EXPECTED : ExitCode.NOT_AS_EXPECTED;
    }
  }
}
