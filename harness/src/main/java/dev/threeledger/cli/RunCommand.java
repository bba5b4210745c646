package dev.threeledger.cli;

import dev.threeledger.environment.EnvironmentChoice;
import dev.threeledger.matrix.CellFilter;
import dev.threeledger.run.BatchPlan;
import dev.threeledger.run.BatchRequest;
import dev.threeledger.run.BatchResult;
import dev.threeledger.run.BatchRun;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./threeledger run}: the main job. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Runs scenarios against a subject, judges every cell by its three ledgers and leaves a report.")
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SCENARIOS",
      arity = "0..*",
      description = "Scenario files or directories (default: scenarios).")
  private List<Path> scenarios;

  @Mixin private BatchOptions options;

  @Mixin private EnvironmentOptions environment;

  @Option(
      names = "--cell",
      paramLabel = "ID",
      description = "Only these cells: scenario/cell, scenario, or with * and ?.")
  private List<String> cells = List.of();

  @Option(names = "--family", paramLabel = "NAME", description = "Only scenarios of this family.")
  private List<String> families = List.of();

  @Option(names = "--tag", paramLabel = "NAME", description = "Only scenarios with this tag.")
  private List<String> tags = List.of();

  @Option(
      names = "--quick",
      description =
          "Of scenarios with the tag long only the cells failure and normal, of those with"
              + " only-long none, as mvn verify does.")
  private boolean quick;

  @Option(names = "--canaries", description = "Also the scenarios under canary/.")
  private boolean canaries;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description =
          "For every cell, a setting of the subject (defect=random-key) or a partner's behaviour (payments.charge.deduplicates=false).")
  private List<String> sets = List.of();

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description = "How often each cell is run (default: ${DEFAULT-VALUE}).")
  private int repeat;

  @Option(
      names = "--toxiproxy",
      paramLabel = "URL",
      description = "API of a running Toxiproxy, http://host:8474, instead of the embedded one.")
  private String toxiproxy;

  @Option(
      names = "--advertise-host",
      paramLabel = "HOST",
      description =
          "Name under which Toxiproxy reaches this machine, where it does not share our loopback; with --environment containers, under which containers reach it, where that is not their gateway.")
  private String advertiseHost;

  @Option(
      names = "--no-inject",
      description =
          "Arm every fault but never strike: no cell with a fault may then pass. Shows that the landing proof is not vacuous.")
  private boolean noInject;

  @Option(names = "--list", description = "Only list the cells.")
  private boolean list;

  @Override
  public Integer call() throws Exception {
    options.demandProject(
        "--outside",
        options.outside,
        Files.isDirectory(options.outside),
        "--outside, --subject and the scenarios");
    options.demandPositive("--repeat", repeat);
    int lanes = options.lanes();
    EnvironmentChoice chosen = environment.choice(toxiproxyUri(), advertiseHost);
    BatchRequest request =
        new BatchRequest(
            scenarios == null ? List.of(Path.of("scenarios")) : scenarios,
            options.subject,
            options.outside,
            options.reports,
            new CellFilter(families, tags, cells, quick),
            sets,
            canaries,
            options.seed,
            repeat,
            lanes,
            chosen,
            !noInject);
    BatchPlan plan = request.plan();
    PrintWriter out = spec.commandLine().getOut();
    if (list) {
      CellList.print(plan.cells(), out);
      return ExitCode.AS_EXPECTED;
    }
    return run(plan, new Console(out, spec.commandLine().getErr()));
  }

  private URI toxiproxyUri() {
    if (toxiproxy == null) {
      return null;
    }
    try {
      URI uri = new URI(toxiproxy);
      if ("http".equals(uri.getScheme()) && uri.getHost() != null) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // told below, as every other text that is no address
    }
    throw new ParameterException(
        spec.commandLine(),
        "--toxiproxy must be an address such as http://127.0.0.1:8474, not '" + toxiproxy + "'");
  }

  private static int run(BatchPlan plan, Console console) throws Exception {
    BatchRun batch = new BatchRun(plan, console);
    try (Interrupts interrupts = Interrupts.calling(batch::interrupt)) {
      console.begin(plan);
      BatchResult result = batch.run();
      console.end(result);
      return console.exitCode(result, result.asExpected());
    }
  }
}
