package dev.threeledger.environment.containers;

import static org.junit.jupiter.api.Assumptions.abort;

import com.github.dockerjava.api.DockerClient;
import dev.threeledger.container.Engine;
import dev.threeledger.container.EngineException;
import dev.threeledger.environment.EnvironmentChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.testcontainers.DockerClientFactory;

/**
 * Containers for tests. Where nobody asks for them, tests are skipped with the reason; who asks for
 * them with {@code -Pcontainers} and has no engine or image gets one failure that says so.
 */
public final class TestContainers {
  private static EnvironmentChoice choice;
  private static String reason;

  private TestContainers() {}

  /**
   * Containers from the images that properties name, else the usual ones; pulled when they are not
   * there.
   */
  public static synchronized EnvironmentChoice choice() {
    if (choice == null && reason == null) {
      if (Boolean.getBoolean("threeledger.containers")) {
        find();
      } else {
        reason = "mvn -Pcontainers verify runs them; the default environment, embedded, needs none";
        System.out.println("SKIPPED: tests with containers: " + reason);
      }
    }
    return choice == null ? abort(reason) : choice;
  }

  private static void find() {
    EnvironmentChoice named = EnvironmentChoice.byProperties(System::getProperty);
    EnvironmentChoice wanted =
        EnvironmentChoice.containers().withImages(named.postgresImage(), named.toxiproxyImage());
    try {
      Engine engine = Engine.connect();
      engine.image(wanted.postgresImage(), "-Dthreeledger.postgres.image");
      engine.image(wanted.toxiproxyImage(), "-Dthreeledger.toxiproxy.image");
      choice = wanted;
    } catch (EngineException e) {
      reason = "no container can be had, as the first failure says";
      throw new AssertionError(
          "-Pcontainers: " + e.getMessage() + ". mvn verify without -Pcontainers tests it");
    }
  }

  /** Skips, with the reason, where an image that is only built on a machine is not there. */
  public static void demand(String image) {
    if (!Engine.connect().hasImage(image)) {
      String missing = image + " is not there; harness/src/test/containers/build builds it";
      System.out.println("SKIPPED: tests with workers in containers: " + missing);
      abort(missing);
    }
  }

  /** The containers and networks that the JVM with this pid made, as long as they are there. */
  public static List<String> madeBy(long pid) {
    DockerClient client = DockerClientFactory.instance().client();
    List<String> names = new ArrayList<>();
    client
        .listContainersCmd()
        .withShowAll(true)
        .withLabelFilter(List.of(Engine.LABEL))
        .exec()
        .stream()
        .filter(container -> isOf(container.getLabels(), pid))
        .forEach(container -> names.add("container " + container.getNames()[0]));
    client.listNetworksCmd().withFilter("label", List.of(Engine.LABEL)).exec().stream()
        .filter(network -> isOf(network.getLabels(), pid))
        .forEach(network -> names.add("network " + network.getName()));
    return names;
  }

  private static boolean isOf(Map<String, String> labels, long pid) {
    return labels.get(Engine.LABEL).startsWith(pid + "-");
  }
}
