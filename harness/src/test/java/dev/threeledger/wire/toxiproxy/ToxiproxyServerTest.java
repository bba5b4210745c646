package dev.threeledger.wire.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.rekawek.toxiproxy.ToxiproxyClient;
import eu.rekawek.toxiproxy.model.Toxic;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the embedded server promises beyond the original. */
class ToxiproxyServerTest {
  private Set<Thread> before;
  private ToxiproxyServer server;
  private ToxiproxyClient client;
  private Line line;

  @BeforeEach
  void start() throws IOException {
    before = Thread.getAllStackTraces().keySet();
    server = ToxiproxyServer.start("127.0.0.1", 0);
    client = new ToxiproxyClient(server.uri().getHost(), server.uri().getPort());
    line = new Line(TestedToxiproxy.own(server.uri()));
  }

  @AfterEach
  void close() throws IOException {
    server.close();
    line.upstream.close();
  }

  @Test
  void closeEndsConnectionsPortsAndThreads() throws Exception {
    line.proxy.toxics().latency("slow", ToxicDirection.UPSTREAM, 60_000);
    line.proxy.toxics().timeout("silence", ToxicDirection.DOWNSTREAM, 0);
    Call call = line.open();
    call.client().send(1000);
    call.server().send(1000);
    server.close();
    server.close();
    assertThat(call.client().ending()).isNotEqualTo(Peer.Ending.STILL_OPEN);
    assertThat(call.server().ending()).isNotEqualTo(Peer.Ending.STILL_OPEN);
    assertThatThrownBy(line::open).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> new Socket("127.0.0.1", server.uri().getPort()).close())
        .isInstanceOf(IOException.class);
    assertThat(
            Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread) && thread.isAlive())
                .map(Thread::getName)
                .filter(name -> name.startsWith("toxiproxy") || name.startsWith("HTTP")))
        .isEmpty();
  }

  @Test
  void startRefusesAPortInUse() {
    assertThatThrownBy(() -> ToxiproxyServer.start("127.0.0.1", server.uri().getPort()))
        .isInstanceOf(IOException.class);
  }

  @Test
  void sameSeedAffectsTheSameConnections() throws Exception {
    assertThat(affected(7)).isEqualTo(affected(7)).contains(true, false);
    assertThat(affected(7)).isNotEqualTo(affected(8));
  }

  /** Which of forty connections a toxicity of one half affects. */
  private List<Boolean> affected(long seed) throws IOException {
    List<Boolean> affected = new ArrayList<>();
    try (ToxiproxyServer seeded = ToxiproxyServer.start("127.0.0.1", 0, seed)) {
      ToxiproxyClient steering = new ToxiproxyClient("127.0.0.1", seeded.uri().getPort());
      var proxy = steering.createProxy("halves", "127.0.0.1:0", line.upstreamAddress());
      proxy.toxics().limitData("cut", ToxicDirection.UPSTREAM, 0).setToxicity(0.5f);
      for (int i = 0; i < 40; i++) {
        try (Socket socket = new Socket("127.0.0.1", ToxiproxyContract.portOf(proxy));
            Socket accepted = line.upstream.accept()) {
          new Peer(socket).send(1);
          affected.add(new Peer(accepted).receive(1).length == 0);
        }
      }
    }
    return affected;
  }

  @Test
  void passesAHalfCloseThrough() throws Exception {
    Call call = line.open();
    call.client().send(10);
    call.client().socket.shutdownOutput();
    assertThat(call.server().receive(11)).isEqualTo(Peer.pattern(10));
    call.server().send(20);
    assertThat(call.client().receive(20)).isEqualTo(Peer.pattern(20));
    call.server().close();
    assertThat(call.client().ending()).isEqualTo(Peer.Ending.CLOSED);
  }

  @Test
  void aNewToxicLeavesWaitingWhatAnotherHolds() throws Exception {
    line.proxy.toxics().latency("slow", ToxicDirection.UPSTREAM, 300);
    Call call = line.open();
    long start = System.nanoTime();
    call.client().send(1);
    line.proxy.toxics().latency("none", ToxicDirection.UPSTREAM, 0);
    line.proxy.toxics().get("none").remove();
    call.server().receive(1);
    assertThat(Peer.millisSince(start)).isGreaterThanOrEqualTo(299);
  }

  @Test
  void changesDoNotWaitForAPeerThatDoesNotRead() throws Exception {
    int bytes = 24 * 1024 * 1024; // more than all buffers on the way
    Call call = line.openAndUsed();
    Thread sender =
        new Thread(
            () -> {
              try {
                call.client().send(bytes);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    sender.start();
    for (int i = 0; i < 3; i++) {
      Toxic slicer = line.proxy.toxics().slicer("s" + i, ToxicDirection.UPSTREAM, 100_000, 0);
      Toxic latency = line.proxy.toxics().latency("l" + i, ToxicDirection.UPSTREAM, 0);
      slicer.setToxicity(0.5f);
      slicer.remove();
      latency.remove();
    }
    assertThat(call.server().receive(bytes)).isEqualTo(Peer.pattern(bytes));
    sender.join(Line.DEADLINE_MILLIS);
    assertThat(sender.isAlive()).isFalse();
  }

  @Test
  void aToxicRemovedWhileAConnectionOpensHoldsNothing() throws Exception {
    for (int i = 0; i < 30; i++) {
      Toxic latency = line.proxy.toxics().latency("slow", ToxicDirection.UPSTREAM, 60_000);
      Call call = line.open();
      call.client().send(10);
      latency.remove();
      assertThat(call.server().receive(10)).isEqualTo(Peer.pattern(10));
    }
  }

  @Test
  void zeroMeansNoLimitForBandwidthAndSlicer() throws Exception {
    line.proxy.toxics().bandwidth("wide", ToxicDirection.UPSTREAM, 0);
    line.proxy.toxics().slicer("whole", ToxicDirection.UPSTREAM, 0, 0);
    Call call = line.open();
    call.client().send(100_000);
    assertThat(call.server().receive(100_000)).isEqualTo(Peer.pattern(100_000));
  }

  @Test
  void passesItsEndOnThoughAToxicThatSparedTheConnectionIsRemoved() throws Exception {
    Toxic timeout = line.proxy.toxics().timeout("silence", ToxicDirection.UPSTREAM, 0);
    timeout.setToxicity(0);
    Call call = line.openAndUsed();
    timeout.remove();
    call.client().send(10);
    assertThat(call.server().receive(10)).isEqualTo(Peer.pattern(10));
  }

  @Test
  void listensOnItsOwnHostWhenAProxyNamesNone() throws Exception {
    var proxy = client.createProxy("hostless", ":0", line.upstreamAddress());
    assertThat(proxy.getListen()).startsWith("127.0.0.1:").doesNotEndWith(":0");
  }
}
