package dev.threeledger.wire.toxiproxy;

import java.io.IOException;
import java.net.Socket;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client with its connection to the upstream: two links. It ends when both links have, or when
 * one says so.
 */
final class Connection implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  private final Proxy proxy;
  private final long number;
  private final Socket client;
  private final Socket server = new Socket();
  private final Map<Direction, Link> links = new EnumMap<>(Direction.class);
  private final Set<Direction> over = EnumSet.noneOf(Direction.class);
  private boolean closed;

  /**
   * @param number counts the proxy's connections, in the order in which they were accepted
   */
  Connection(Proxy proxy, long number, Socket client) {
    this.proxy = proxy;
    this.number = number;
    this.client = client;
  }

  @Override
  public void run() {
    try {
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      server.connect(proxy.upstreamAddress());
      proxy.open(this);
      start(Direction.DOWNSTREAM.text(), () -> link(Direction.DOWNSTREAM).read());
      link(Direction.UPSTREAM).read();
    } catch (IOException | IllegalArgumentException e) {
      LOG.debug("{}: no connection to upstream: {}", proxy.name(), e.toString());
      close();
    }
  }

  /** Lays the links; toxics reach them from now on. Called under the proxy's lock. */
  synchronized void lay(Iterable<PlacedToxic> toxics) throws IOException {
    if (closed) {
      throw new IOException("closed while connecting");
    }
    Link up = new Link(this, Direction.UPSTREAM, client, server);
    Link down = new Link(this, Direction.DOWNSTREAM, server, client);
    links.put(Direction.UPSTREAM, up);
    links.put(Direction.DOWNSTREAM, down);
    for (PlacedToxic placed : toxics) {
      links.get(placed.direction()).add(placed, true);
    }
  }

  /** Null before {@link #lay}. */
  synchronized Link link(Direction direction) {
    return links.get(direction);
  }

  void start(String role, Runnable work) {
    proxy.start(number + " " + role, work);
  }

  /** Decides all chance of one toxic on this connection. */
  long seedFor(PlacedToxic placed) {
    long seed = proxy.seed();
    seed = seed * 31 + number;
    seed = seed * 31 + placed.direction().ordinal();
    return seed * 31 + placed.name().hashCode();
  }

  /** That direction carries no more bytes: it ended, or its destination is gone. */
  void over(Direction direction) {
    boolean both;
    synchronized (this) {
      over.add(direction);
      both = over.size() == 2;
    }
    if (both) {
      close();
    }
  }

  /** Closes both sockets; what is still held is discarded. Idempotent. */
  void close() {
    end(false);
  }

  /** As {@link #close}, with RST to both peers. */
  void reset() {
    end(true);
  }

  private void end(boolean withReset) {
    Iterable<Link> laid;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      laid = Set.copyOf(links.values());
    }
    close(client, withReset);
    close(server, withReset);
    laid.forEach(Link::kill);
    proxy.forget(this);
  }

  private void close(Socket socket, boolean withReset) {
    try (socket) {
      if (withReset) {
        socket.setSoLinger(true, 0);
      }
    } catch (IOException e) {
      LOG.debug("{}: closing: {}", proxy.name(), e.toString());
    }
  }
}
