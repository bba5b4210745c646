package dev.threeledger.environment.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.threeledger.container.Engine;
import dev.threeledger.environment.DatabaseServer;
import dev.threeledger.environment.EnvironmentChoice;
import dev.threeledger.environment.EnvironmentException;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ContainerEnvironmentIT {
  @Test
  void recordsImagesWithTheirDigestsAndTheEngine() {
    EnvironmentChoice choice = TestContainers.choice();
    try (ContainerEnvironment environment = ContainerEnvironment.open(choice)) {
      assertThat(environment.record())
          .containsEntry("kind", "containers")
          .containsEntry("postgresImage", choice.postgresImage())
          .containsEntry("toxiproxyImage", choice.toxiproxyImage());
      assertThat(environment.record().get("engine")).startsWith("Docker ");
      assertThat(environment.record().get("postgresImageDigest")).contains("sha256:");
      assertThat(environment.record().get("toxiproxyImageDigest")).contains("sha256:");
      assertThat(environment.network().version()).contains(choice.toxiproxyImage());
    }
  }

  @Test
  void anImageThatCannotBeHadIsNamedWithItsOption() {
    EnvironmentChoice choice = TestContainers.choice().withImages("localhost:1/nobody/has:1", null);
    assertThatThrownBy(() -> ContainerEnvironment.open(choice))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageStartingWith(
            "the image localhost:1/nobody/has:1 (--postgres-image) is not on this machine and cannot be pulled: ")
        .hasMessageEndingWith(
            "; name one that is there with --postgres-image, or leave --environment out: embedded needs none");
  }

  @Test
  void aContainerThatDoesNotServeIsToldWithItsLastWords() {
    EnvironmentChoice choice = TestContainers.choice();
    EnvironmentChoice swapped = choice.withImages(choice.toxiproxyImage(), null);
    try (ContainerEnvironment environment = ContainerEnvironment.open(swapped)) {
      assertThatThrownBy(environment::startDatabase)
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining(choice.toxiproxyImage());
    }
  }

  @Test
  void whatAKilledJvmLeftIsRemovedByTheNextStart() throws Exception {
    EnvironmentChoice choice = TestContainers.choice();
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Starter.class.getName(),
                choice.postgresImage(),
                choice.toxiproxyImage())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader lines = jvm.inputReader(StandardCharsets.UTF_8)) {
      assertThat(lines.lines().anyMatch("started"::equals)).isTrue();
      Engine engine = Engine.connect();
      assertThat(engine.removeLeftovers()).isZero();
      jvm.destroyForcibly().waitFor();
      assertThat(engine.removeLeftovers()).isEqualTo(3);
      assertThat(engine.removeLeftovers()).isZero();
    } finally {
      jvm.destroyForcibly().waitFor();
    }
  }

  /** A JVM that will be killed. */
  static final class Starter {
    private Starter() {}

    public static void main(String[] images) throws Exception {
      ContainerEnvironment environment =
          ContainerEnvironment.open(
              EnvironmentChoice.containers().withImages(images[0], images[1]));
      DatabaseServer server = environment.startDatabase();
      System.out.println("started");
      System.in.read();
      server.close();
      environment.close();
    }
  }
}
