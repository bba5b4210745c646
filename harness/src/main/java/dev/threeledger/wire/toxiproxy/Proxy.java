package dev.threeledger.wire.toxiproxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * One listening address, its upstream and its toxics.
 *
 * <p>Disabled is the fault "down": new connections are refused, open ones are closed at once and
 * what is held for them is discarded; enabling listens again on the same port.
 */
final class Proxy {
  private final String name;
  private final InetAddress defaultHost;
  private final Threads threads;
  private final long seed;
  private final Map<String, PlacedToxic> toxics = new LinkedHashMap<>();
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private String listen;
  private String upstream;
  private Thread acceptor;
  private volatile ServerSocket listener; // null: disabled
  private long accepted; // acceptor only

  Proxy(
      String name,
      String listen,
      String upstream,
      InetAddress defaultHost,
      Threads threads,
      long seed) {
    this.name = name;
    this.listen = listen;
    this.upstream = upstream;
    this.defaultHost = defaultHost;
    this.threads = threads;
    this.seed = seed * 31 + name.hashCode();
  }

  String name() {
    return name;
  }

  long seed() {
    return seed;
  }

  /** After the first {@link #enable} with the real host and port. */
  synchronized String listen() {
    return listen;
  }

  synchronized String upstream() {
    return upstream;
  }

  synchronized boolean isEnabled() {
    return listener != null;
  }

  // ---- up and down ----

  /** Listens; nothing when it does already. */
  synchronized void enable() {
    if (listener != null) {
      return;
    }
    ServerSocket socket = bind();
    listen =
        new Address(socket.getInetAddress().getHostAddress(), socket.getLocalPort()).toString();
    listener = socket;
    acceptor = start("accept", () -> accept(socket));
  }

  private ServerSocket bind() {
    try {
      ServerSocket socket = new ServerSocket();
      try {
        socket.setReuseAddress(true);
        socket.bind(Address.parse(listen).resolve(defaultHost), 1024);
        return socket;
      } catch (IOException | IllegalArgumentException e) {
        socket.close();
        throw e;
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new ApiException(500, "listen " + listen + ": " + e.getMessage());
    }
  }

  /** Refuses new connections and closes the open ones; nothing when it does already. */
  synchronized void disable() {
    if (listener == null) {
      return;
    }
    ServerSocket socket = listener;
    listener = null;
    try {
      socket.close();
      // Until its accept() has returned the kernel keeps the port, and goes on accepting.
      acceptor.join(5_000);
    } catch (IOException e) {
      throw new ApiException(500, "close " + listen + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      List.copyOf(connections).forEach(Connection::close);
    }
  }

  /** Moves the proxy, dropping its connections, if either address differs; null: as it was. */
  synchronized void move(String newListen, String newUpstream) {
    boolean stays =
        (newListen == null || listensAt(newListen))
            && (newUpstream == null || newUpstream.equals(upstream));
    if (stays) {
      return;
    }
    boolean wasEnabled = isEnabled();
    disable();
    listen = newListen == null ? listen : newListen;
    upstream = newUpstream == null ? upstream : newUpstream;
    if (wasEnabled) {
      enable();
    }
  }

  /** Whether that text names the address that the proxy has. */
  synchronized boolean listensAt(String text) {
    if (text.equals(listen)) {
      return true;
    }
    try {
      InetSocketAddress asked = Address.parse(text).resolve(defaultHost);
      return asked.equals(Address.parse(listen).resolve(defaultHost)) && asked.getPort() != 0;
    } catch (IOException | IllegalArgumentException e) {
      return false;
    }
  }

  // ---- connections ----

  private void accept(ServerSocket socket) {
    try {
      while (true) {
        take(socket, socket.accept());
      }
    } catch (IOException e) {
      // closed by disable()
    }
  }

  /** Takes no lock: disable() waits for this thread. */
  private void take(ServerSocket socket, Socket client) {
    Connection connection = new Connection(this, accepted++, client);
    connections.add(connection);
    if (listener == socket) {
      start("connection", connection);
    } else {
      connection.close();
    }
  }

  InetSocketAddress upstreamAddress() throws IOException {
    return Address.parse(upstream()).resolve(defaultHost);
  }

  /** Puts a connection under the toxics, those there are now and those to come. */
  synchronized void open(Connection connection) throws IOException {
    connection.lay(toxics.values());
  }

  void forget(Connection connection) {
    connections.remove(connection);
  }

  Thread start(String role, Runnable work) {
    return threads.start(name + " " + role, work);
  }

  // ---- toxics ----

  /** Upstream first, each in the order in which they were added. */
  synchronized List<PlacedToxic> toxics() {
    List<PlacedToxic> sorted = new ArrayList<>(toxics.values());
    sorted.sort(Comparator.comparing(PlacedToxic::direction));
    return sorted;
  }

  synchronized PlacedToxic toxic(String toxicName) {
    PlacedToxic found = toxics.get(toxicName);
    if (found == null) {
      throw new ApiException(404, "toxic not found");
    }
    return found;
  }

  synchronized void add(PlacedToxic placed) {
    if (toxics.putIfAbsent(placed.name(), placed) != null) {
      throw new ApiException(409, "toxic already exists");
    }
    links(placed).forEach(link -> link.add(placed, false));
  }

  synchronized PlacedToxic update(String toxicName, UnaryOperator<PlacedToxic> change) {
    PlacedToxic placed = change.apply(toxic(toxicName));
    toxics.replace(toxicName, placed);
    links(placed).forEach(link -> link.update(placed));
    return placed;
  }

  synchronized void remove(String toxicName) {
    PlacedToxic removed = toxic(toxicName);
    toxics.remove(toxicName);
    links(removed).forEach(link -> link.remove(toxicName));
  }

  /** Enables the proxy and removes all toxics. */
  synchronized void reset() {
    enable();
    List.copyOf(toxics.keySet()).forEach(this::remove);
  }

  private Collection<Link> links(PlacedToxic placed) {
    List<Link> links = new ArrayList<>();
    for (Connection connection : connections) {
      Link link = connection.link(placed.direction());
      if (link != null) {
        links.add(link);
      }
    }
    return links;
  }
}
