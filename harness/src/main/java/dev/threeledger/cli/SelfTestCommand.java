package dev.threeledger.cli;

import dev.threeledger.run.BatchRun;
import dev.threeledger.selftest.SelfTest;
import dev.threeledger.selftest.SelfTestResult;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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

  @Mixin private BatchOptions options;

  @Mixin private EnvironmentOptions environment;

  @Option(
      names = "--table",
      paramLabel = "FILE",
      defaultValue = "reference-impl/defects.yaml",
      description = "The planted defects (default: ${DEFAULT-VALUE}).")
  private Path table;

  @Option(
      names = "--scenarios",
      paramLabel = "DIR",
      defaultValue = "scenarios",
      description = "Where the cells come from (default: ${DEFAULT-VALUE}).")
  private Path scenarios;

  @Option(names = "--defect", paramLabel = "NAME", description = "Only the rows of this defect.")
  private List<String> defects = List.of();

  @Option(
      names = "--quick",
      description =
          "Without the rows of the long profile, and without controls that a plain run has anyway.")
  private boolean quick;

  @Override
  public Integer call() throws Exception {
    options.demandProject(
        "--table",
        table,
        Files.isRegularFile(table),
        "--table, --subject, --scenarios and --outside");
    SelfTest test =
        SelfTest.read(
            new SelfTest.Request(
                table,
                options.subject,
                scenarios,
                options.outside,
                options.reports,
                options.lanes(),
                options.seed,
                defects,
                quick,
                environment.choice()));
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
      return console.exitCode(result.batch(), result.good());
    }
  }
}
