package dev.threeledger.environment;

import dev.threeledger.scenario.Subject;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** Everything on this machine, from what is on the class path: the default. */
public final class EmbeddedEnvironment implements Environment {
  private final ProxyNetwork network;

  private EmbeddedEnvironment(ProxyNetwork network) {
    this.network = network;
  }

  /**
   * Starts the embedded Toxiproxy, or asks the one that was named for its version.
   *
   * @throws EnvironmentException when the proxy cannot be had
   */
  public static EmbeddedEnvironment open(EnvironmentChoice choice) {
    URI toxiproxy = choice.toxiproxyUrl();
    return new EmbeddedEnvironment(
        toxiproxy == null
            ? ProxyNetwork.embedded()
            : ProxyNetwork.at(toxiproxy, choice.advertiseHost()));
  }

  @Override
  public DatabaseServer startDatabase() throws IOException {
    return PostgresServer.start();
  }

  @Override
  public WorkerPlace place(Subject subject) throws IOException {
    EnvironmentChoice.embedded().demandFor(subject);
    return ProcessPlace.of(subject);
  }

  @Override
  public Optional<String> image(Subject subject) {
    EnvironmentChoice.embedded().demandFor(subject);
    return Optional.empty();
  }

  @Override
  public ProxyNetwork network() {
    return network;
  }

  @Override
  public Map<String, String> record() {
    return Map.of("kind", EnvironmentChoice.Kind.EMBEDDED.word());
  }

  @Override
  public void close() {
    network.close();
  }
}
