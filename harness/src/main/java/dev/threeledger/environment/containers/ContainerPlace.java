package dev.threeledger.environment.containers;

import dev.threeledger.container.Bridge;
import dev.threeledger.container.ContainerState;
import dev.threeledger.container.Engine;
import dev.threeledger.environment.WorkerPlace;
import dev.threeledger.process.Child;
import dev.threeledger.process.Launcher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A worker that is containers of the subject's image, one life after the other, always at the same
 * address of the batch's network.
 */
final class ContainerPlace implements WorkerPlace {
  /** On which every worker is told to listen: each has an address of its own. */
  private static final int PORT = 8080;

  private final Engine engine;
  private final Bridge bridge;
  private final String image;
  private final String address;
  private ContainerChild child;
  private boolean cutOff;

  ContainerPlace(Engine engine, Bridge bridge, String image, String address) {
    this.engine = engine;
    this.bridge = bridge;
    this.image = image;
    this.address = address;
  }

  @Override
  public String host() {
    return address;
  }

  @Override
  public int port() {
    return PORT;
  }

  @Override
  public Launcher launcher() {
    return (name, command, environment, log) -> start(command, environment, log);
  }

  private synchronized Child start(List<String> command, Map<String, String> variables, Path log)
      throws IOException {
    if (child != null) {
      child.close(); // its address is needed
    }
    cutOff = false;
    child = ContainerChild.start(engine, bridge, image, command, variables, address, log);
    return child;
  }

  @Override
  public synchronized Map<String, String> partition() {
    ContainerEnvironment.told(
        () -> {
          engine.disconnectNetwork(child.container(), bridge.id());
          return null;
        });
    cutOff = true;
    return networks();
  }

  @Override
  public synchronized Map<String, String> rejoin() {
    if (cutOff && state().running()) {
      cutOff = false;
      ContainerEnvironment.told(
          () -> {
            engine.connectNetwork(child.container(), bridge.id(), address);
            return null;
          });
    }
    return networks();
  }

  private Map<String, String> networks() {
    return state().addresses();
  }

  private ContainerState state() {
    return ContainerEnvironment.told(() -> engine.inspect(child.container()));
  }

  @Override
  public synchronized void close() {
    if (child != null) {
      child.close();
    }
  }
}
