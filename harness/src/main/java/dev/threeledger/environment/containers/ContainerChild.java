package dev.threeledger.environment.containers;

import dev.threeledger.container.Bridge;
import dev.threeledger.container.ContainerState;
import dev.threeledger.container.Engine;
import dev.threeledger.container.EngineException;
import dev.threeledger.process.Child;
import dev.threeledger.process.CpuSample;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A container as the child of a harness: killed by the engine, paused by its freezer.
 *
 * <p>Its processes are told by the one that it began with, whose end is the container's: the kernel
 * ends all others with it. Paused, which the engine says when the freezer holds every process of
 * the container, that one is shown in state T, as a group that SIGSTOP has stopped. Other signals
 * go to the first process alone.
 */
final class ContainerChild implements Child {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerChild.class);
  private static final Duration GONE_WITHIN = Duration.ofSeconds(10);
  private static final long LOG_WITHIN_SECONDS = 5;

  private final Engine engine;
  private final Bridge bridge;
  private final String container;
  private final long pid;
  private final CompletableFuture<Exit> exit;
  private final CompletableFuture<Void> written;
  private boolean closed;

  private ContainerChild(
      Engine engine,
      Bridge bridge,
      String container,
      long pid,
      CompletableFuture<Exit> exit,
      CompletableFuture<Void> written) {
    this.engine = engine;
    this.bridge = bridge;
    this.container = container;
    this.pid = pid;
    this.exit = exit;
    this.written = written;
  }

  /**
   * Creates and starts it.
   *
   * @throws IOException when the engine refuses; the message says what it said
   */
  static ContainerChild start(
      Engine engine,
      Bridge bridge,
      String image,
      List<String> command,
      Map<String, String> variables,
      String address,
      Path log)
      throws IOException {
    String container = null;
    try {
      container = engine.create(image, command, variables, bridge, address);
      engine.start(container);
      CompletableFuture<Exit> exit = engine.exit(container).handle(ContainerChild::exit);
      CompletableFuture<Void> written = follow(engine, container, log);
      return new ContainerChild(
          engine, bridge, container, engine.inspect(container).pid(), exit, written);
    } catch (EngineException | IOException e) {
      if (container != null) {
        removeAlsoWhenInterrupted(engine, container);
      }
      throw new IOException(e.getMessage(), e);
    }
  }

  private static void removeAlsoWhenInterrupted(Engine engine, String container) {
    boolean interrupted = Thread.interrupted();
    try {
      engine.remove(container);
    } catch (EngineException e) {
      LOG.debug("container {} is left to the environment: {}", container, e.toString());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static CompletableFuture<Void> follow(Engine engine, String container, Path log)
      throws IOException {
    Path absolute = log.toAbsolutePath();
    Files.createDirectories(absolute.getParent());
    OutputStream out =
        Files.newOutputStream(absolute, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    return engine
        .follow(
            container,
            bytes -> {
              try {
                out.write(bytes);
              } catch (IOException e) {
                LOG.debug("{} cannot be written: {}", absolute, e.toString());
              }
            })
        .whenComplete(
            (none, problem) -> {
              try {
                out.close();
              } catch (IOException e) {
                LOG.debug("{} cannot be closed: {}", absolute, e.toString());
              }
            });
  }

  private static Exit exit(Integer status, Throwable removed) {
    return removed == null ? Exit.ofStatus(status) : new Exit(null, "lost");
  }

  /** The engine's name for it. */
  String container() {
    return container;
  }

  @Override
  public long pid() {
    return pid;
  }

  @Override
  public CompletableFuture<Exit> exit() {
    return exit.copy();
  }

  @Override
  public synchronized void signal(String name) {
    if (closed || exit.isDone()) {
      return;
    }
    ContainerEnvironment.told(
        () -> {
          switch (name) {
            case "STOP" -> pause();
            case "CONT" -> goOn();
            default -> send(name);
          }
          return null;
        });
  }

  private void pause() {
    if (!state().paused()) {
      engine.pause(container);
    }
  }

  private void goOn() {
    if (state().paused()) {
      engine.unpause(container);
    }
  }

  /** A frozen process takes no signal; thawed to die, it must not reach anybody meanwhile. */
  private void send(String name) {
    ContainerState state = state();
    if (name.equals("KILL") && state.paused()) {
      if (!state.addresses().isEmpty()) {
        engine.disconnectNetwork(container, bridge.id());
      }
      engine.unpause(container);
    }
    engine.kill(container, "SIG" + name);
  }

  private ContainerState state() {
    return engine.inspect(container);
  }

  @Override
  public Map<Long, Character> states() {
    if (closed) {
      return Map.of();
    }
    ContainerState state = ContainerEnvironment.told(this::state);
    return state.running() ? Map.of(pid, state.paused() ? 'T' : 'S') : Map.of();
  }

  /** Of the first process; empty where the engine's processes are not those of this machine. */
  @Override
  public Optional<CpuSample> cpu() {
    return exit.isDone() ? Optional.empty() : CpuSample.of(Set.of(pid));
  }

  /** Kills it, waits until all that it wrote is in its log, and removes it. Idempotent. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    try {
      signal("KILL");
      awaitGone(GONE_WITHIN);
      exit.get(LOG_WITHIN_SECONDS, TimeUnit.SECONDS);
      written.get(LOG_WITHIN_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    } catch (RuntimeException | ExecutionException | TimeoutException e) {
      LOG.debug("while container {} was ended: {}", container, e.toString());
    } finally {
      closed = true;
      ContainerEnvironment.told(
          () -> {
            engine.remove(container);
            return null;
          });
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
