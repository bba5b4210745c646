package dev.threeledger.wire.toxiproxy;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;

/** A proxy, the upstream behind it, and the connections that a test opened through them. */
final class Line implements AutoCloseable {
  static final int DEADLINE_MILLIS = 15_000;

  final Proxy proxy;
  final ServerSocket upstream;
  private final TestedToxiproxy server;
  private final ToxiproxyClient client;
  private final Deque<Call> calls = new ArrayDeque<>();

  Line(TestedToxiproxy server) throws IOException {
    this.server = server;
    client = server.client();
    upstream = server.upstream();
    String name = server.prefix() + UUID.randomUUID();
    proxy = client.createProxy(name, server.listen(), upstreamAddress());
  }

  String upstreamAddress() {
    return server.addressOf(upstream);
  }

  InetSocketAddress address() {
    return new InetSocketAddress(server.uri().getHost(), ToxiproxyContract.portOf(proxy));
  }

  /** A connection whose both ends are there; no byte has passed. */
  Call open() throws IOException {
    return open(upstream);
  }

  Call open(ServerSocket server) throws IOException {
    Socket caller = new Socket();
    caller.connect(address(), DEADLINE_MILLIS);
    Call call = new Call(new Peer(caller), new Peer(server.accept()));
    calls.push(call);
    return call;
  }

  /** A connection over which a byte has passed each way, so that the proxy has it for certain. */
  Call openAndUsed() throws IOException {
    Call call = open();
    call.client().send(1);
    call.server().receive(1);
    call.server().send(1);
    call.client().receive(1);
    return call;
  }

  @Override
  public void close() throws IOException {
    while (!calls.isEmpty()) {
      Call call = calls.pop();
      call.client().socket.close();
      call.server().socket.close();
    }
    upstream.close();
    if (client.getProxyOrNull(proxy.getName()) != null) {
      proxy.delete();
    }
  }
}
