package dev.threeledger.cli;

import dev.threeledger.environment.EnvironmentChoice;
import dev.threeledger.environment.EnvironmentChoice.Kind;
import java.net.URI;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where the servers run. */
final class EnvironmentOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--environment",
      paramLabel = "KIND",
      defaultValue = "embedded",
      description =
          "Where PostgreSQL and Toxiproxy run: embedded or containers, which needs a Docker engine on this machine (default: ${DEFAULT-VALUE}).")
  private String environment;

  @Option(
      names = "--postgres-image",
      paramLabel = "IMAGE",
      description =
          "With containers, PostgreSQL 17 or newer (default: "
              + EnvironmentChoice.POSTGRES_IMAGE
              + ").")
  private String postgresImage;

  @Option(
      names = "--toxiproxy-image",
      paramLabel = "IMAGE",
      description = "With containers (default: " + EnvironmentChoice.TOXIPROXY_IMAGE + ").")
  private String toxiproxyImage;

  /** What was chosen, on a command that takes no running Toxiproxy. */
  EnvironmentChoice choice() {
    return choice(null, null);
  }

  /**
   * What was chosen.
   *
   * @param toxiproxy of {@code --toxiproxy}, or null
   * @param advertiseHost of {@code --advertise-host}, or null
   */
  EnvironmentChoice choice(URI toxiproxy, String advertiseHost) {
    Kind kind = kind();
    if (kind == Kind.EMBEDDED) {
      demandNone("--postgres-image", postgresImage);
      demandNone("--toxiproxy-image", toxiproxyImage);
      if (advertiseHost != null && toxiproxy == null) {
        throw bad(
            "--advertise-host means something only with --toxiproxy URL or --environment containers");
      }
      return EnvironmentChoice.embedded().withToxiproxy(toxiproxy, advertiseHost);
    }
    if (toxiproxy != null) {
      throw bad(
          "--toxiproxy names one that runs already, and --environment containers starts one of its own (--toxiproxy-image): leave one of the two out");
    }
    demandNamed("--postgres-image", postgresImage);
    demandNamed("--toxiproxy-image", toxiproxyImage);
    return EnvironmentChoice.containers()
        .withImages(postgresImage, toxiproxyImage)
        .withToxiproxy(null, advertiseHost);
  }

  private Kind kind() {
    try {
      return Kind.of(environment);
    } catch (IllegalArgumentException e) {
      throw bad("--environment: " + e.getMessage());
    }
  }

  private void demandNone(String option, String value) {
    if (value != null) {
      throw bad(option + " means something only with --environment containers");
    }
  }

  private void demandNamed(String option, String value) {
    if (value != null && value.isBlank()) {
      throw bad(option + " must name an image");
    }
  }

  private ParameterException bad(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
