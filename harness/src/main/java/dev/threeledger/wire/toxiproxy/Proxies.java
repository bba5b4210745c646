package dev.threeledger.wire.toxiproxy;

import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All proxies of a server, by name. */
final class Proxies {
  private final InetAddress defaultHost;
  private final Threads threads;
  private final long seed;
  private final Map<String, Proxy> byName = new TreeMap<>();
  private boolean closed;

  /**
   * @param defaultHost where proxies listen that name no host
   */
  Proxies(InetAddress defaultHost, Threads threads, long seed) {
    this.defaultHost = defaultHost;
    this.threads = threads;
    this.seed = seed;
  }

  synchronized List<Proxy> all() {
    return List.copyOf(byName.values());
  }

  synchronized Proxy get(String name) {
    Proxy proxy = byName.get(name);
    if (proxy == null) {
      throw new ApiException(404, "proxy not found");
    }
    return proxy;
  }

  synchronized Proxy create(ProxyRequest asked) {
    if (byName.containsKey(asked.name())) {
      throw new ApiException(409, "proxy already exists");
    }
    return put(asked);
  }

  /** As {@link #create}; one of that name stays if its addresses are equal, else is replaced. */
  synchronized Proxy createOrKeep(ProxyRequest asked) {
    Proxy there = byName.get(asked.name());
    if (there == null) {
      return put(asked);
    }
    if (!there.listensAt(asked.listenOr("")) || !there.upstream().equals(asked.upstream())) {
      delete(asked.name());
      return put(asked);
    }
    if (asked.isEnabled()) {
      there.enable();
    } else {
      there.disable();
    }
    return there;
  }

  private Proxy put(ProxyRequest asked) {
    if (closed) {
      throw new ApiException(500, "the server is being closed");
    }
    Proxy proxy =
        new Proxy(asked.name(), asked.listenOr(""), asked.upstream(), defaultHost, threads, seed);
    if (asked.isEnabled()) {
      proxy.enable();
    }
    byName.put(asked.name(), proxy);
    return proxy;
  }

  synchronized void delete(String name) {
    get(name).disable();
    byName.remove(name);
  }

  synchronized void close() {
    closed = true;
    all().forEach(proxy -> delete(proxy.name()));
  }
}
