package dev.threeledger.container;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.CreateNetworkCmd;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.command.InspectImageResponse;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.exception.NotModifiedException;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Network;
import com.github.dockerjava.api.model.Version;
import com.github.dockerjava.api.model.WaitResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.utility.DockerImageName;

/**
 * A Docker engine that answers. Every method throws {@link EngineException} when it refuses. Safe
 * for use by several threads.
 */
public final class Engine {
  /** On every container and network that is ours; its value names the JVM that made it. */
  public static final String LABEL = "dev.threeledger.batch";

  private static final int PULLED_WITHIN_MINUTES = 10;
  private static final int LOG_WITHIN_SECONDS = 10;
  private static final int NETWORK_ATTEMPTS = 5;
  private static final AtomicInteger NETWORKS = new AtomicInteger();

  private final DockerClient client;
  private final Owner self = Owner.self();

  private Engine(DockerClient client) {
    this.client = client;
  }

  /**
   * Finds the engine.
   *
   * @throws EngineException when none answers; the message says where it was looked for
   */
  public static Engine connect() {
    try {
      DockerClient client = DockerClientFactory.instance().client();
      client.pingCmd().exec();
      return new Engine(client);
    } catch (RuntimeException | ExceptionInInitializerError | NoClassDefFoundError e) {
      String reason = firstLine(e);
      boolean bare = reason.startsWith("Could not find a valid Docker environment");
      throw new EngineException(EngineAddress.none(bare ? "" : reason), e);
    }
  }

  /** Such as {@code Docker 20.10.24, API 1.41}. */
  public String version() {
    Version version = ask("tell its version", () -> client.versionCmd().exec());
    return "Docker " + version.getVersion() + ", API " + version.getApiVersion();
  }

  /** The labels of what is ours. */
  public Map<String, String> labels() {
    return Map.of(LABEL, self.label());
  }

  /**
   * Removes the containers and networks of JVMs of this machine that are gone, with the containers'
   * anonymous volumes.
   *
   * @return how many there were
   */
  public int removeLeftovers() {
    int removed = 0;
    for (Container container : ask("list containers", this::ours)) {
      if (abandoned(container.getLabels())) {
        remove(container.getId());
        removed++;
      }
    }
    List<Network> networks =
        ask(
            "list networks",
            () -> client.listNetworksCmd().withFilter("label", List.of(LABEL)).exec());
    for (Network network : networks) {
      if (abandoned(network.getLabels())) {
        removed += removeLeftover(network);
      }
    }
    return removed;
  }

  /** Another JVM may be removing its containers just now; then the next start removes it. */
  private int removeLeftover(Network network) {
    try {
      removeNetwork(network.getId());
      return 1;
    } catch (EngineException inUse) {
      return 0;
    }
  }

  private List<Container> ours() {
    return client.listContainersCmd().withShowAll(true).withLabelFilter(List.of(LABEL)).exec();
  }

  private boolean abandoned(Map<String, String> labels) {
    return Owner.parse(labels == null ? null : labels.get(LABEL))
        .map(owner -> owner.isGone(self.host(), Owner::startTicks))
        .orElse(false);
  }

  // ── Images ─────────────────────────────────────────────────────────────────────────────────

  /**
   * An image, pulled where it is not there yet.
   *
   * @param option by which a user names another, or where it is named, for the message
   */
  public Image image(String name, String option) {
    String canonical = canonical(name, option);
    Optional<Image> there = find(name, canonical);
    if (there.isPresent()) {
      return there.get();
    }
    pull(canonical, option);
    return find(name, canonical)
        .orElseThrow(
            () -> new EngineException("the image " + name + " was pulled and is not there"));
  }

  /** True when the image is there. */
  public boolean hasImage(String name) {
    return find(name, canonical(name, "image")).isPresent();
  }

  private static String canonical(String name, String option) {
    try {
      DockerImageName parsed = DockerImageName.parse(name);
      parsed.assertValid();
      return parsed.asCanonicalNameString();
    } catch (IllegalArgumentException e) {
      throw new EngineException(option + ": '" + name + "' is no name of an image", e);
    }
  }

  private Optional<Image> find(String name, String canonical) {
    return ask(
        "look for the image " + name,
        () -> {
          try {
            InspectImageResponse image = client.inspectImageCmd(canonical).exec();
            List<String> digests = image.getRepoDigests();
            boolean built = digests == null || digests.isEmpty();
            return Optional.of(new Image(name, built ? image.getId() : digests.get(0)));
          } catch (NotFoundException e) {
            return Optional.empty();
          }
        });
  }

  private void pull(String canonical, String option) {
    String failed = "the image %s (%s) is not on this machine and cannot be pulled: %s; %s";
    String advice =
        option.startsWith("--")
            ? "name one that is there with "
                + option
                + ", or leave --environment out: embedded needs none"
            : "build it, or name one that is there";
    try {
      boolean ended =
          client
              .pullImageCmd(canonical)
              .start()
              .awaitCompletion(PULLED_WITHIN_MINUTES, TimeUnit.MINUTES);
      if (!ended) {
        String slow = "not there within " + PULLED_WITHIN_MINUTES + " minutes";
        throw new EngineException(failed.formatted(canonical, option, slow, advice));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException("interrupted while " + canonical + " was pulled", e);
    } catch (EngineException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new EngineException(failed.formatted(canonical, option, firstLine(e), advice), e);
    }
  }

  // ── Containers ─────────────────────────────────────────────────────────────────────────────

  /** Its state now. */
  public ContainerState inspect(String container) {
    InspectContainerResponse told =
        ask(
            "inspect container " + shortened(container),
            () -> client.inspectContainerCmd(container).exec());
    InspectContainerResponse.ContainerState state = told.getState();
    Map<String, String> addresses = new HashMap<>();
    told.getNetworkSettings()
        .getNetworks()
        .forEach(
            (name, network) -> {
              String address = network.getIpAddress();
              if (address != null && !address.isEmpty()) {
                addresses.put(name, address);
              }
            });
    return new ContainerState(
        state.getStatus(),
        Boolean.TRUE.equals(state.getRunning()),
        Boolean.TRUE.equals(state.getPaused()),
        Boolean.TRUE.equals(state.getOOMKilled()),
        state.getPidLong() == null ? 0 : state.getPidLong(),
        state.getExitCodeLong() == null ? 0 : state.getExitCodeLong(),
        addresses);
  }

  /**
   * Creates a container, which carries our label and publishes no port; it is not started.
   *
   * @param command arguments of the image's entrypoint; empty: the image's own
   * @param address in the network
   * @return its id
   */
  public String create(
      String image,
      List<String> command,
      Map<String, String> variables,
      Bridge bridge,
      String address) {
    CreateContainerCmd create =
        client
            .createContainerCmd(image)
            .withLabels(labels())
            .withEnv(
                variables.entrySet().stream().map(v -> v.getKey() + "=" + v.getValue()).toList())
            .withHostConfig(HostConfig.newHostConfig().withNetworkMode(bridge.name()))
            .withIpv4Address(address);
    if (!command.isEmpty()) {
      create.withCmd(command);
    }
    return ask("create a container of " + image, () -> create.exec().getId());
  }

  /**
   * Tells when a container's first process has ended.
   *
   * @return completes with its exit status, or exceptionally when the container was removed before
   */
  public CompletableFuture<Integer> exit(String container) {
    CompletableFuture<Integer> exit = new CompletableFuture<>();
    client
        .waitContainerCmd(container)
        .exec(
            new ResultCallback.Adapter<WaitResponse>() {
              @Override
              public void onNext(WaitResponse response) {
                exit.complete(response.getStatusCode());
              }

              @Override
              public void onError(Throwable problem) {
                exit.completeExceptionally(problem);
                super.onError(problem);
              }

              @Override
              public void onComplete() {
                exit.completeExceptionally(new EngineException("the container is gone"));
                super.onComplete();
              }
            });
    return exit;
  }

  /**
   * Gives whatever a container writes, both streams, from its start on.
   *
   * @param output is called by one thread at a time
   * @return completes when all of it was given
   */
  public CompletableFuture<Void> follow(String container, Consumer<byte[]> output) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    client
        .logContainerCmd(container)
        .withStdOut(true)
        .withStdErr(true)
        .withFollowStream(true)
        .exec(
            new ResultCallback.Adapter<Frame>() {
              @Override
              public void onNext(Frame frame) {
                output.accept(frame.getPayload());
              }

              @Override
              public void onError(Throwable problem) {
                end.complete(null);
                super.onError(problem);
              }

              @Override
              public void onComplete() {
                end.complete(null);
                super.onComplete();
              }
            });
    return end;
  }

  /** Starts one that was created or has ended. No effect on one that runs. */
  public void start(String container) {
    ask(
        "start container " + shortened(container),
        () -> {
          try {
            return client.startContainerCmd(container).exec();
          } catch (NotModifiedException runs) {
            return null;
          }
        });
  }

  /**
   * Sends a signal to its first process; SIGKILL ends all of its processes. No effect on one that
   * does not run.
   *
   * @param signal such as {@code SIGKILL}
   */
  public void kill(String container, String signal) {
    ask(
        "send " + signal + " to container " + shortened(container),
        () -> {
          try {
            return client.killContainerCmd(container).withSignal(signal).exec();
          } catch (ConflictException runsNot) {
            return null;
          }
        });
  }

  /** Freezes all of its processes. */
  public void pause(String container) {
    ask(
        "pause container " + shortened(container),
        () -> client.pauseContainerCmd(container).exec());
  }

  /** Lets its processes go on. */
  public void unpause(String container) {
    ask(
        "go on with container " + shortened(container),
        () -> client.unpauseContainerCmd(container).exec());
  }

  /** Ends and removes it with its anonymous volumes. No effect when there is none. */
  public void remove(String container) {
    ask(
        "remove container " + shortened(container),
        () -> {
          try {
            return client
                .removeContainerCmd(container)
                .withForce(true)
                .withRemoveVolumes(true)
                .exec();
          } catch (NotFoundException gone) {
            return null;
          } catch (ConflictException beingRemoved) {
            return null;
          }
        });
  }

  /**
   * Removes our containers that are on this network: an interrupt while one was asked for leaves
   * one that nobody here knows by its id.
   *
   * @return how many there were
   */
  public int removeFrom(Bridge bridge) {
    List<Container> left =
        ask(
            "list the containers of network " + bridge.name(),
            () ->
                client
                    .listContainersCmd()
                    .withShowAll(true)
                    .withNetworkFilter(List.of(bridge.id(), bridge.name()))
                    .withLabelFilter(labels())
                    .exec());
    left.forEach(container -> remove(container.getId()));
    return left.size();
  }

  /** What it wrote last, both streams, oldest line first. */
  public String lastLines(String container, int lines) {
    StringBuilder text = new StringBuilder();
    ResultCallback.Adapter<Frame> frames =
        new ResultCallback.Adapter<>() {
          @Override
          public void onNext(Frame frame) {
            synchronized (text) {
              text.append(new String(frame.getPayload(), StandardCharsets.UTF_8));
            }
          }
        };
    try {
      client
          .logContainerCmd(container)
          .withStdOut(true)
          .withStdErr(true)
          .withTail(lines)
          .exec(frames)
          .awaitCompletion(LOG_WITHIN_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      return "(its log cannot be read: " + firstLine(e) + ")";
    }
    synchronized (text) {
      return text.toString().strip();
    }
  }

  // ── Networks ───────────────────────────────────────────────────────────────────────────────

  /**
   * Makes a bridge network that carries our label, and in which a container may ask for its
   * address: the engine allows that only where the subnet was asked for. So one is made to learn
   * which subnet is free, and made again with it.
   */
  public Bridge createNetwork() {
    String name = "threeledger-" + self.pid() + "-" + NETWORKS.incrementAndGet();
    EngineException taken = null;
    for (int attempt = 0; attempt < NETWORK_ATTEMPTS; attempt++) {
      Network.Ipam.Config free = freeSubnet(name);
      String gateway = free.getGateway().replaceFirst("/.*", "");
      Network.Ipam asked =
          new Network.Ipam()
              .withConfig(
                  new Network.Ipam.Config().withSubnet(free.getSubnet()).withGateway(gateway));
      try {
        String id = ask("create a network", () -> described(name).withIpam(asked).exec().getId());
        return new Bridge(id, name, gateway, free.getSubnet());
      } catch (EngineException e) {
        taken = e; // by another batch, just now
      }
    }
    throw taken;
  }

  private CreateNetworkCmd described(String name) {
    return client.createNetworkCmd().withName(name).withDriver("bridge").withLabels(labels());
  }

  private Network.Ipam.Config freeSubnet(String name) {
    String id = ask("create a network", () -> described(name).exec().getId());
    try {
      return ask(
              "inspect network " + name, () -> client.inspectNetworkCmd().withNetworkId(id).exec())
          .getIpam()
          .getConfig()
          .stream()
          .filter(config -> config.getGateway() != null && config.getGateway().contains("."))
          .findFirst()
          .orElseThrow(() -> new EngineException("network " + name + " has no gateway"));
    } finally {
      removeNetwork(id);
    }
  }

  /** Removes a network that no container is connected to. No effect when there is none. */
  public void removeNetwork(String network) {
    ask(
        "remove network " + shortened(network),
        () -> {
          try {
            return client.removeNetworkCmd(network).exec();
          } catch (NotFoundException gone) {
            return null;
          }
        });
  }

  /** Connects a container to a network, at this address of it. */
  public void connectNetwork(String container, String network, String address) {
    ContainerNetwork asked =
        new ContainerNetwork()
            .withIpamConfig(new ContainerNetwork.Ipam().withIpv4Address(address))
            .withIpv4Address(address);
    ask(
        "connect container " + shortened(container) + " to network " + shortened(network),
        () ->
            client
                .connectToNetworkCmd()
                .withContainerId(container)
                .withNetworkId(network)
                .withContainerNetwork(asked)
                .exec());
  }

  /** Cuts a container off from a network; its connections there stand still. */
  public void disconnectNetwork(String container, String network) {
    ask(
        "disconnect container " + shortened(container) + " from network " + shortened(network),
        () ->
            client
                .disconnectFromNetworkCmd()
                .withContainerId(container)
                .withNetworkId(network)
                .withForce(true)
                .exec());
  }

  // ── Asking ─────────────────────────────────────────────────────────────────────────────────

  private static <T> T ask(String what, Supplier<T> command) {
    try {
      return command.get();
    } catch (RuntimeException e) {
      throw new EngineException("Docker did not " + what + ": " + firstLine(e), e);
    }
  }

  private static String shortened(String id) {
    return id.length() > 12 ? id.substring(0, 12) : id;
  }

  /** Of a status with a JSON body the engine's own message. */
  private static String firstLine(Throwable e) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    return message
        .replaceFirst("(?s)^Status \\d+: \\{\"message\":\"(.*?)\"}\\s*$", "$1")
        .replace("\\\"", "\"")
        .replaceFirst("(?s)\\R.*", "");
  }
}
