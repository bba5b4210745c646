package dev.threeledger.environment.containers;

import dev.threeledger.container.Bridge;
import dev.threeledger.container.ContainerState;
import dev.threeledger.container.Engine;
import dev.threeledger.environment.EnvironmentException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;

/**
 * From a described container to one that answers at its own address. Testcontainers creates it;
 * waiting is ours, because its own goes through published ports.
 */
final class Launch {
  private static final Duration READY_WITHIN = Duration.ofSeconds(60);
  private static final int UNREACHED_MILLIS = 3_000;
  private static final long POLL_NANOS = 20_000_000;
  private static final int LAST_LINES = 12;

  private Launch() {}

  /** Asks whether the server answers. */
  interface Question {
    /** Returns when it does; fails when it does not yet. */
    void ask(String address) throws Exception;
  }

  /**
   * Labels to which nobody adds. By labels of its own Testcontainers removes containers as soon as
   * the JVM is asked to end, while runs are still being taken down and need them.
   */
  private static final class OnlyOurs extends HashMap<String, String> {
    private static final long serialVersionUID = 1;

    OnlyOurs(Map<String, String> labels) {
      super(labels);
    }

    @Override
    public String put(String name, String value) {
      return null;
    }

    @Override
    public void putAll(Map<? extends String, ? extends String> others) {
      // not ours
    }
  }

  /**
   * Creates and starts the container, in our network, with our label and without a published port.
   *
   * @return its id
   */
  static String create(Engine engine, Bridge bridge, GenericContainer<?> container, String image) {
    container.setExposedPorts(List.of());
    Map<String, String> labels = new OnlyOurs(engine.labels());
    container.withCreateContainerCmdModifier(command -> command.withLabels(labels));
    container.withNetworkMode(bridge.id());
    container.setWaitStrategy(
        new AbstractWaitStrategy() {
          @Override
          protected void waitUntilReady() {
            // awaitReady does
          }
        });
    try {
      container.start();
      return container.getContainerId();
    } catch (RuntimeException e) {
      String id = container.getContainerId();
      String said = id == null ? "" : said(engine, id);
      if (id != null) {
        engine.remove(id);
      }
      throw new EnvironmentException(
          "no container could be started from " + image + ": " + root(e) + said, e);
    }
  }

  /**
   * Waits until the server in a container answers.
   *
   * @param image for the message
   * @param port on which it listens
   * @return its address
   */
  static String awaitReady(
      Engine engine, String container, Bridge bridge, String image, int port, Question question) {
    long deadline = System.nanoTime() + READY_WITHIN.toNanos();
    boolean reached = false;
    while (true) {
      ContainerState state = engine.inspect(container);
      String address = state.addresses().get(bridge.name());
      if (!state.running() || address == null) {
        throw new EnvironmentException(
            "the container from %s %s with code %d instead of serving%s"
                .formatted(image, state.status(), state.exitCode(), said(engine, container)));
      }
      reached = reached || demandReached(image, address, port);
      Exception not;
      try {
        question.ask(address);
        return address;
      } catch (Exception e) {
        not = e;
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new EnvironmentException(
            "interrupted while the container from " + image + " started");
      }
      if (System.nanoTime() - deadline >= 0) {
        throw new EnvironmentException(
            "the container from %s does not answer at %s:%d within %d s (%s)%s"
                .formatted(
                    image,
                    address,
                    port,
                    READY_WITHIN.toSeconds(),
                    root(not),
                    said(engine, container)),
            not);
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** A refusal comes from the container itself: it is reached. */
  private static boolean demandReached(String image, String address, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, port), UNREACHED_MILLIS);
      return true;
    } catch (ConnectException refused) {
      return true;
    } catch (IOException e) {
      throw new EnvironmentException(
          "the container from %s runs, but its address %s cannot be reached from here (%s): with --environment containers Threeledger must run on the Docker engine's own host, where backends are known by their client's port"
              .formatted(image, address, root(e)),
          e);
    }
  }

  private static String said(Engine engine, String container) {
    String last = engine.lastLines(container, LAST_LINES);
    return last.isEmpty()
        ? "; it wrote nothing"
        : "; it wrote last:\n  " + last.replace("\n", "\n  ");
  }

  private static String root(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String text = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    return text.lines().findFirst().orElse(cause.toString());
  }
}
