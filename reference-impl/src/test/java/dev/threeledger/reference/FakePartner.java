package dev.threeledger.reference;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A partner of one connection per request. The JDK's own HTTP server will not do: about one in a
 * hundred connections that ask to be closed is reset before its handler runs.
 */
final class FakePartner implements AutoCloseable {
  /** {@code POST /charges <idempotency key> <body>}, in order of arrival. */
  final List<String> requests = new CopyOnWriteArrayList<>();

  /** What every request is answered with. */
  volatile int status = 201;

  /** What requests to a path are answered with instead. */
  final Map<String, Integer> statusOf = new ConcurrentHashMap<>();

  /** The header {@code Retry-After} of every answer; null: none. */
  volatile String retryAfter;

  /** The header {@code traceparent} of each request. */
  final List<String> traces = new CopyOnWriteArrayList<>();

  /** True: requests are taken and never answered. */
  volatile boolean silent;

  /** Requests are answered once this is open; null: at once. */
  volatile CountDownLatch gate;

  private final ServerSocket listening;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Thread accepting = new Thread(this::accept, "fake partner");

  FakePartner() throws IOException {
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    accepting.start();
  }

  int port() {
    return listening.getLocalPort();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        open.add(socket);
        new Thread(() -> serveGuarded(socket), "fake partner").start();
      } catch (IOException e) {
        // closed, or a client that went away: the next one may come
      }
    }
  }

  private void serveGuarded(Socket socket) {
    try {
      serve(socket);
    } catch (IOException | InterruptedException e) {
      // a client that went away
    }
  }

  private void serve(Socket socket) throws IOException, InterruptedException {
    BufferedReader in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    String[] start = in.readLine().split(" ");
    String key = null;
    int length = 0;
    for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
      if (line.startsWith("Idempotency-Key: ")) {
        key = line.substring("Idempotency-Key: ".length());
      }
      if (line.startsWith("traceparent: ")) {
        traces.add(line.substring("traceparent: ".length()));
      }
      if (line.startsWith("Content-Length: ")) {
        length = Integer.parseInt(line.substring("Content-Length: ".length()));
      }
    }
    char[] body = new char[length];
    for (int read = 0; read < length; ) {
      read += in.read(body, read, length - read);
    }
    requests.add(start[0] + " " + start[1] + " " + key + " " + new String(body));
    if (silent) {
      return;
    }
    CountDownLatch waitFor = gate;
    if (waitFor != null && !waitFor.await(20, TimeUnit.SECONDS)) {
      return;
    }
    String answer =
        "HTTP/1.1 %d Answer\r\nContent-Length: 14\r\nConnection: close\r\n%s\r\n{\"id\": \"ch_1\"}"
            .formatted(
                statusOf.getOrDefault(start[1], status),
                retryAfter == null ? "" : "Retry-After: " + retryAfter + "\r\n");
    socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
    socket.close();
    open.remove(socket);
  }

  @Override
  public void close() throws IOException, InterruptedException {
    listening.close();
    for (Socket socket : open) {
      socket.close();
    }
    accepting.join(5_000);
  }
}
