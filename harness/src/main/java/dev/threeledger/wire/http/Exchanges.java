package dev.threeledger.wire.http;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The requests of one run, numbered from 1 in the order in which the taps saw their heads. Joins
 * the tap that relays a request with the partner that answers it: the tap adds {@link #HEADER} with
 * {@code <system>/<number>/<run>}, so that a late request of an earlier run is never taken for one
 * of this run. Thread-safe.
 */
public final class Exchanges {
  /** Name of the one header that a tap adds. */
  public static final String HEADER = "Threeledger-Request";

  private static final AtomicLong RUNS = new AtomicLong();

  private final String run = Long.toString(RUNS.incrementAndGet());
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong connections = new AtomicLong();
  private final Map<Long, Exchange> byRequest = new ConcurrentHashMap<>();

  /**
   * Numbers a request.
   *
   * @param connection the tap's number for the connection; 0 when there is no tap
   * @param method its HTTP method
   */
  public Exchange open(String worker, String system, long connection, String method) {
    long request = requests.incrementAndGet();
    Exchange exchange = new Exchange(request, worker, system, connection, method);
    byRequest.put(request, exchange);
    return exchange;
  }

  String header(Exchange exchange) {
    return exchange.system() + "/" + exchange.request() + "/" + run;
  }

  /** The exchange that a header's value names; empty also when it is one of another run. */
  public Optional<Exchange> named(String header) {
    String[] parts = header.split("/");
    if (parts.length != 3 || !parts[2].equals(run)) {
      return Optional.empty();
    }
    try {
      return find(Long.parseLong(parts[1]));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** The exchange with this request number. */
  public Optional<Exchange> find(long request) {
    return Optional.ofNullable(byRequest.get(request));
  }

  long nextConnection() {
    return connections.incrementAndGet();
  }
}
