package dev.threeledger.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A relay that does nothing but read and write, with a thread per direction: the floor of what any
 * tap or proxy of this kind costs.
 */
final class Relay implements AutoCloseable {
  private static final int BUFFER = 64 * 1024;
  private final ServerSocket listener;
  private final int target;

  Relay(int target) throws IOException {
    this.target = target;
    listener = new ServerSocket(0, 128, InetAddress.getByName("127.0.0.1"));
    start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // closed
              }
            },
            "relay");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listener.accept();
      Socket server = new Socket();
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      server.connect(new InetSocketAddress("127.0.0.1", target));
      start(() -> copy(client, server));
      start(() -> copy(server, client));
    }
  }

  private static void copy(Socket from, Socket to) throws IOException {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[BUFFER];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
      }
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
