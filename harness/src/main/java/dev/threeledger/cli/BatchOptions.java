package dev.threeledger.cli;

import dev.threeledger.run.BatchRequest;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What every command that runs cells takes. */
final class BatchOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--subject",
      paramLabel = "FILE",
      defaultValue = "reference-impl/subject.yaml",
      description = "What to run the cells against (default: ${DEFAULT-VALUE}).")
  Path subject;

  @Option(
      names = "--outside",
      paramLabel = "DIR",
      defaultValue = "scenarios/external",
      description = "Directory of the outside systems (default: ${DEFAULT-VALUE}).")
  Path outside;

  @Option(
      names = "--report-dir",
      paramLabel = "DIR",
      defaultValue = "reports",
      description = "Where the batch's folder goes (default: ${DEFAULT-VALUE}).")
  Path reports;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the batch (default: ${DEFAULT-VALUE}).")
  long seed;

  @Option(
      names = "--lanes",
      paramLabel = "N",
      description = "How many cells run side by side (default: one more than cores, at most 4).")
  private Integer lanes;

  /** How many cells run side by side. */
  int lanes() {
    if (lanes == null) {
      return BatchRequest.defaultLanes();
    }
    demandPositive("--lanes", lanes);
    return lanes;
  }

  void demandPositive(String option, int value) {
    if (value < 1) {
      throw new ParameterException(spec.commandLine(), option + " must be 1 or more, not " + value);
    }
  }

  /**
   * What an option means by default is relative to where the command is given.
   *
   * @param there the default is there
   * @param name what the user must name otherwise
   */
  void demandProject(String option, Path value, boolean there, String name) {
    boolean byDefault = !spec.commandLine().getParseResult().hasMatchedOption(option);
    if (byDefault && !there) {
      throw new ParameterException(
          spec.commandLine(),
          "there is no "
              + value
              + " in "
              + Path.of("").toAbsolutePath()
              + "; go to the project's directory, or name "
              + name);
    }
  }
}
