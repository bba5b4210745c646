package dev.threeledger.environment.containers;

import dev.threeledger.container.Bridge;
import dev.threeledger.container.Engine;
import dev.threeledger.container.Image;
import dev.threeledger.environment.EnvironmentChoice;
import dev.threeledger.environment.EnvironmentException;
import dev.threeledger.environment.ProxyNetwork;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.testcontainers.toxiproxy.ToxiproxyContainer;
import org.testcontainers.utility.DockerImageName;

/** A Toxiproxy in a container. Owner: the environment. */
final class ProxyContainer implements AutoCloseable {
  private static final int API_PORT = 8474;

  private final Engine engine;
  private final String container;
  private final ProxyNetwork network;

  private ProxyContainer(Engine engine, String container, ProxyNetwork network) {
    this.engine = engine;
    this.container = container;
    this.network = network;
  }

  /**
   * Starts it and waits for its API.
   *
   * @param advertiseHost name under which it reaches this machine's taps; null: the bridge's
   *     gateway, where they then listen alone
   */
  static ProxyContainer start(Engine engine, Image image, Bridge bridge, String advertiseHost) {
    if (advertiseHost == null) {
      demandOurs(bridge.gateway());
    }
    ToxiproxyContainer described =
        new ToxiproxyContainer(
            DockerImageName.parse(image.name())
                .asCompatibleSubstituteFor(
                    DockerImageName.parse(EnvironmentChoice.TOXIPROXY_IMAGE).getUnversionedPart()));
    String id = Launch.create(engine, bridge, described, image.name());
    try {
      String address =
          Launch.awaitReady(
              engine,
              id,
              bridge,
              image.name(),
              API_PORT,
              host -> new ToxiproxyClient(host, API_PORT).version());
      ToxiproxyClient client = new ToxiproxyClient(address, API_PORT);
      String version = "container " + image.name() + ": " + client.version();
      return new ProxyContainer(
          engine,
          id,
          ProxyNetwork.inContainer(client, address, bridge.gateway(), advertiseHost, version));
    } catch (IOException e) {
      engine.remove(id);
      throw new EnvironmentException("the Toxiproxy from " + image.name() + " is gone: " + e, e);
    } catch (RuntimeException e) {
      engine.remove(id);
      throw e;
    }
  }

  /** Taps listen at the gateway's address: it must be one of this machine. */
  private static void demandOurs(String gateway) {
    try {
      new ServerSocket(0, 1, InetAddress.getByName(gateway)).close();
    } catch (IOException e) {
      throw new EnvironmentException(
          "the gateway of the containers' network, "
              + gateway
              + ", is no address of this machine: with --environment containers Threeledger must run on the Docker engine's own host, or say with --advertise-host NAME how containers reach it",
          e);
    }
  }

  ProxyNetwork network() {
    return network;
  }

  @Override
  public void close() {
    network.close();
    engine.remove(container);
  }
}
