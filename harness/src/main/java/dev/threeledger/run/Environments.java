package dev.threeledger.run;

import dev.threeledger.environment.EmbeddedEnvironment;
import dev.threeledger.environment.Environment;
import dev.threeledger.environment.EnvironmentChoice;
import dev.threeledger.environment.containers.ContainerEnvironment;

/** The environments there are. */
public final class Environments {
  private Environments() {}

  /**
   * Opens the one that was chosen.
   *
   * @throws dev.threeledger.environment.EnvironmentException when it cannot be had; nothing of it
   *     is left
   */
  public static Environment open(EnvironmentChoice choice) {
    return switch (choice.kind()) {
      case EMBEDDED -> EmbeddedEnvironment.open(choice);
      case CONTAINERS -> ContainerEnvironment.open(choice);
    };
  }
}
