package dev.threeledger.environment.containers;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.threeledger.container.Engine;
import dev.threeledger.container.EngineException;
import dev.threeledger.environment.EnvironmentChoice;

/** Whether tests with containers are wanted and possible; else they are skipped with the reason. */
final class TestContainers {
  private TestContainers() {}

  /** The engine. */
  static Engine engine() {
    assumeTrue(
        Boolean.getBoolean("threeledger.containers"),
        () -> skipped("-Dthreeledger.containers=true is not set"));
    try {
      return Engine.connect();
    } catch (EngineException e) {
      assumeTrue(false, () -> skipped(e.getMessage()));
      throw e;
    }
  }

  /** The images that properties name, with an engine that has them. */
  static EnvironmentChoice choice() {
    Engine engine = engine();
    EnvironmentChoice named = EnvironmentChoice.byProperties(System::getProperty);
    EnvironmentChoice choice =
        EnvironmentChoice.containers().withImages(named.postgresImage(), named.toxiproxyImage());
    for (String image : new String[] {choice.postgresImage(), choice.toxiproxyImage()}) {
      assumeTrue(engine.hasImage(image), () -> skipped("the image " + image + " is not there"));
    }
    return choice;
  }

  private static String skipped(String reason) {
    System.out.println("SKIPPED: tests with containers: " + reason);
    return reason;
  }
}
