package dev.threeledger.wire.toxiproxy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * {@code host:port}, as the API writes it; an IPv6 host stands in brackets.
 *
 * @param host empty when none was named
 */
record Address(String host, int port) {

  /**
   * Reads {@code host:port}, {@code :port}, {@code [ipv6]:port}; an empty text is port 0 without
   * host.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  static Address parse(String text) {
    if (text.isEmpty()) {
      return new Address("", 0);
    }
    int colon = text.lastIndexOf(':');
    if (colon < 0 || text.endsWith("]")) {
      throw new IllegalArgumentException("address " + text + ": missing port in address");
    }
    String host = text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.indexOf(':') >= 0) {
      throw new IllegalArgumentException("address " + text + ": too many colons in address");
    }
    return new Address(host, port(text, text.substring(colon + 1)));
  }

  private static int port(String text, String digits) {
    try {
      int port = Integer.parseInt(digits);
      if (port >= 0 && port <= 65535) {
        return port;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException("address " + text + ": invalid port " + digits);
  }

  /** The socket address, resolved now; {@code fallback} where no host is named. */
  InetSocketAddress resolve(InetAddress fallback) throws UnknownHostException {
    return new InetSocketAddress(host.isEmpty() ? fallback : InetAddress.getByName(host), port);
  }

  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
