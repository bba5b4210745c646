package dev.threeledger.environment.containers;

import dev.threeledger.container.Bridge;
import dev.threeledger.container.Engine;
import dev.threeledger.container.EngineException;
import dev.threeledger.container.Image;
import dev.threeledger.environment.DatabaseServer;
import dev.threeledger.environment.Environment;
import dev.threeledger.environment.EnvironmentChoice;
import dev.threeledger.environment.EnvironmentException;
import dev.threeledger.environment.ProcessPlace;
import dev.threeledger.environment.ProxyNetwork;
import dev.threeledger.environment.WorkerPlace;
import dev.threeledger.scenario.Subject;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Servers in containers of a Docker engine whose host this is. */
public final class ContainerEnvironment implements Environment {
  /** Names the image of PostgreSQL. */
  public static final String POSTGRES_OPTION = "--postgres-image";

  /** Names the image of Toxiproxy. */
  public static final String TOXIPROXY_OPTION = "--toxiproxy-image";

  private static final Logger LOG = LoggerFactory.getLogger(ContainerEnvironment.class);

  private final Engine engine;
  private final Image postgres;
  private final Image toxiproxy;
  private final Bridge bridge;
  private final ProxyContainer proxy;
  private final Map<String, Image> subjects = new ConcurrentHashMap<>();
  private final AtomicInteger places = new AtomicInteger();

  private ContainerEnvironment(
      Engine engine, Image postgres, Image toxiproxy, Bridge bridge, ProxyContainer proxy) {
    this.engine = engine;
    this.postgres = postgres;
    this.toxiproxy = toxiproxy;
    this.bridge = bridge;
    this.proxy = proxy;
  }

  /**
   * Removes what killed batches left behind, makes the network and starts the Toxiproxy.
   *
   * @throws EnvironmentException when there is no engine, an image cannot be had, or containers are
   *     not reached from here; nothing is left then
   */
  public static ContainerEnvironment open(EnvironmentChoice choice) {
    return told(
        () -> {
          Engine engine = Engine.connect();
          int removed = engine.removeLeftovers();
          LOG.debug("{} containers and networks of killed batches removed", removed);
          Image postgres = engine.image(choice.postgresImage(), POSTGRES_OPTION);
          Image toxiproxy = engine.image(choice.toxiproxyImage(), TOXIPROXY_OPTION);
          Bridge bridge = engine.createNetwork();
          try {
            ProxyContainer proxy =
                ProxyContainer.start(engine, toxiproxy, bridge, choice.advertiseHost());
            return new ContainerEnvironment(engine, postgres, toxiproxy, bridge, proxy);
          } catch (RuntimeException e) {
            remove(engine, bridge);
            throw e;
          }
        });
  }

  @Override
  public DatabaseServer startDatabase() {
    return told(() -> PostgresContainer.start(engine, postgres, bridge));
  }

  @Override
  public WorkerPlace place(Subject subject) throws IOException {
    if (subject.image() == null) {
      return ProcessPlace.of(subject);
    }
    String image = demand(subject).name();
    return new ContainerPlace(
        engine, bridge, image, bridge.addressFromTheEnd(places.getAndIncrement()));
  }

  @Override
  public Optional<String> image(Subject subject) {
    if (subject.image() == null) {
      return Optional.empty();
    }
    Image image = demand(subject);
    return Optional.of(image.name() + " " + image.digest());
  }

  private Image demand(Subject subject) {
    return subjects.computeIfAbsent(
        subject.image(), name -> told(() -> engine.image(name, subject.file() + ": image")));
  }

  @Override
  public ProxyNetwork network() {
    return proxy.network();
  }

  @Override
  public Map<String, String> record() {
    Map<String, String> record = new TreeMap<>();
    record.put("kind", EnvironmentChoice.Kind.CONTAINERS.word());
    record.put("engine", told(engine::version));
    record.put("postgresImage", postgres.name());
    record.put("postgresImageDigest", postgres.digest());
    record.put("toxiproxyImage", toxiproxy.name());
    record.put("toxiproxyImageDigest", toxiproxy.digest());
    return record;
  }

  /**
   * Removes the Toxiproxy and the network; the lanes have removed their servers, and the cells
   * their workers. Idempotent.
   */
  @Override
  public void close() {
    told(
        () -> {
          proxy.close();
          remove(engine, bridge);
          return null;
        });
  }

  private static void remove(Engine engine, Bridge bridge) {
    int left = engine.removeFrom(bridge);
    LOG.debug("{} containers were still on {}", left, bridge.name());
    engine.removeNetwork(bridge.id());
  }

  /** What the engine refuses, as what an environment refuses. */
  static <T> T told(Supplier<T> work) {
    try {
      return work.get();
    } catch (EngineException e) {
      throw new EnvironmentException(e.getMessage(), e);
    }
  }
}
