package dev.threeledger.environment;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.model.Toxic;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The proxy between one worker and one target, and its toxics. Everything reported is read back
 * from the proxy.
 */
public final class WorkerPath {
  private final Proxy proxy;
  private final String host;
  private final int port;
  private final PathProbe probe;

  WorkerPath(Proxy proxy, String host, int port, PathProbe probe) {
    this.proxy = proxy;
    this.host = host;
    this.port = port;
    this.probe = probe;
  }

  /** Where the worker connects to. */
  public String host() {
    return host;
  }

  /** Where the worker connects to. */
  public int port() {
    return port;
  }

  /**
   * Adds a latency or reset_peer toxic towards the worker; its attributes as the proxy lists them
   * afterwards.
   */
  public String addToxic(String name, String type, Map<String, Long> attributes) {
    try {
      switch (type) {
        case "latency" ->
            proxy
                .toxics()
                .latency(name, ToxicDirection.DOWNSTREAM, attributes.get("latency"))
                .setJitter(attributes.getOrDefault("jitter", 0L));
        case "reset_peer" ->
            proxy.toxics().resetPeer(name, ToxicDirection.DOWNSTREAM, attributes.get("timeout"));
        default -> throw new IllegalArgumentException("no toxic '" + type + "' is used by a fault");
      }
      Toxic listed = proxy.toxics().get(name);
      return listed.getClass().getSimpleName() + " " + attributes;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "toxic " + name + " at proxy " + proxy.getName() + ": " + e.getMessage(), e);
    }
  }

  /** Removes a toxic; true when the proxy no longer lists it. */
  public boolean removeToxic(String name) {
    try {
      for (Toxic toxic : proxy.toxics().getAll()) {
        if (toxic.getName().equals(name)) {
          toxic.remove();
        }
      }
      return proxy.toxics().getAll().stream().noneMatch(toxic -> toxic.getName().equals(name));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "toxic " + name + " at proxy " + proxy.getName() + ": " + e.getMessage(), e);
    }
  }

  /** Switches the proxy; what it then reports. */
  public boolean enable(boolean enabled) {
    try {
      if (enabled) {
        proxy.enable();
      } else {
        proxy.disable();
      }
      return proxy.isEnabled();
    } catch (IOException e) {
      throw new UncheckedIOException("proxy " + proxy.getName() + ": " + e.getMessage(), e);
    }
  }

  /**
   * Tries the path with a connection of our own: {@code refused}, {@code closed}, {@code silent} or
   * the round trip, {@code 312 ms}.
   */
  public String probe(Duration within) {
    return probe(probe, within);
  }

  /** As {@link #probe}, of the path to the database: up to the server itself. */
  public String probeServer(Duration within) {
    return probe(PathProbe.DATABASE_SERVER, within);
  }

  private String probe(PathProbe question, Duration within) {
    long start = System.nanoTime();
    try (Socket socket = new Socket()) {
      int millis = (int) within.toMillis();
      socket.connect(new InetSocketAddress(host, port), millis);
      socket.setSoTimeout(millis);
      question.exchange(socket);
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) + " ms";
    } catch (ConnectException e) {
      return "refused";
    } catch (java.net.SocketTimeoutException e) {
      return "silent";
    } catch (IOException e) {
      return "closed";
    }
  }

  /** Deletes the proxy. A proxy that is gone already is no problem. */
  void delete() {
    try {
      proxy.delete();
    } catch (IOException e) {
      org.slf4j.LoggerFactory.getLogger(WorkerPath.class)
          .debug("proxy {} was gone", proxy.getName(), e);
    }
  }
}
