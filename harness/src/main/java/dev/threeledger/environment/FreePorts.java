package dev.threeledger.environment;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for worker processes to listen on. They lie below the range from which Linux takes the
 * ports of outgoing connections (32768 and up by default), so that none of our own many connections
 * takes one between the look and the worker's start; and none is given out twice until all have
 * been.
 */
final class FreePorts {
  private static final int FIRST = 20_000;
  private static final int COUNT = 12_000;
  private static final AtomicInteger NEXT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

  private FreePorts() {}

  /** A port of 127.0.0.1 on which nobody listens now. */
  static int next() throws IOException {
    IOException last = null;
    for (int tried = 0; tried < COUNT; tried++) {
      int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
        return socket.getLocalPort();
      } catch (IOException taken) {
        last = taken;
      }
    }
    throw last;
  }
}
