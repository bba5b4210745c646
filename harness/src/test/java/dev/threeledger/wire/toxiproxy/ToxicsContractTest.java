package dev.threeledger.wire.toxiproxy;

import static dev.threeledger.wire.toxiproxy.Peer.Ending.CLOSED;
import static dev.threeledger.wire.toxiproxy.Peer.Ending.RESET;
import static dev.threeledger.wire.toxiproxy.Peer.Ending.STILL_OPEN;
import static dev.threeledger.wire.toxiproxy.Peer.millisSince;
import static dev.threeledger.wire.toxiproxy.Peer.pattern;
import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;
import static eu.rekawek.toxiproxy.model.ToxicDirection.UPSTREAM;
import static org.assertj.core.api.Assertions.assertThat;

import eu.rekawek.toxiproxy.model.Toxic;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import eu.rekawek.toxiproxy.model.toxic.LimitData;
import eu.rekawek.toxiproxy.model.toxic.SlowClose;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each toxic is what it claims to be. Lower bounds are the fault's own; upper bounds are deadlines,
 * so that a busy machine fails nothing.
 */
class ToxicsContractTest extends ToxiproxyContract {
  /** Longer than any deadline here: what waits for it never comes by itself. */
  private static final long FOREVER_MILLIS = 120_000;

  @Test
  void passesBytesBothWaysWithoutToxics() throws Exception {
    Call call = line().open();
    for (ToxicDirection direction : ToxicDirection.values()) {
      call.sender(direction).send(50_000);
      assertThat(call.receiver(direction).receive(50_000)).isEqualTo(pattern(50_000));
    }
  }

  @ParameterizedTest
  @EnumSource
  void latencyDelaysEachChunkFromItsOwnArrival(ToxicDirection direction) throws Exception {
    Line line = line();
    line.proxy.toxics().latency("slow", direction, 400);
    Call call = line.open();
    long start = System.nanoTime();
    for (int i = 0; i < 5; i++) {
      call.sender(direction).send(1);
    }
    call.receiver(direction).receive(1);
    assertThat(millisSince(start)).isGreaterThanOrEqualTo(399);
    call.receiver(direction).receive(4);
    assertThat(millisSince(start)).as("five chunks wait side by side").isLessThan(5 * 400);
  }

  @Test
  void latencyKeepsWithinItsJitter() throws Exception {
    Line line = line();
    line.proxy.toxics().latency("slow", UPSTREAM, 60).setJitter(40);
    Call call = line.open();
    for (int i = 0; i < 5; i++) {
      long start = System.nanoTime();
      call.client().send(1);
      call.server().receive(1);
      assertThat(millisSince(start)).isGreaterThanOrEqualTo(19);
    }
  }

  @Test
  void latenciesAddUp() throws Exception {
    Line line = line();
    line.proxy.toxics().latency("first", DOWNSTREAM, 150);
    line.proxy.toxics().latency("second", DOWNSTREAM, 150);
    Call call = line.open();
    long start = System.nanoTime();
    call.server().send(1);
    call.client().receive(1);
    assertThat(millisSince(start)).isGreaterThanOrEqualTo(299);
  }

  @Test
  void latencyLeavesTheOtherStreamAndTheEndOfStreamAlone() throws Exception {
    Line line = line();
    line.proxy.toxics().latency("slow", UPSTREAM, FOREVER_MILLIS);
    Call call = line.open();
    call.server().send(10);
    assertThat(call.client().receive(10)).isEqualTo(pattern(10));
    call.client().close();
    assertThat(call.server().ending()).isEqualTo(CLOSED);
  }

  @ParameterizedTest
  @EnumSource
  void latencyLetsGoOfWhatItHoldsWhenRemoved(ToxicDirection direction) throws Exception {
    Line line = line();
    Toxic latency = line.proxy.toxics().latency("slow", direction, FOREVER_MILLIS);
    Call call = line.open();
    call.sender(direction).send(1000);
    latency.remove();
    assertThat(call.receiver(direction).receive(1000)).isEqualTo(pattern(1000));
  }

  @Test
  void downRefusesNewConnectionsAndEndsOpenOnesUntilEnabledAgain() throws Exception {
    Line line = line();
    Call call = line.openAndUsed();
    line.proxy.disable();
    assertThat(call.client().ending()).isNotEqualTo(STILL_OPEN);
    assertThat(call.server().ending()).isNotEqualTo(STILL_OPEN);
    assertThat(refuses(line)).isTrue();
    line.proxy.enable();
    line.openAndUsed();
  }

  private static boolean refuses(Line line) {
    try (var socket = new Socket()) {
      socket.connect(line.address(), Line.DEADLINE_MILLIS);
      return false;
    } catch (IOException e) {
      return e instanceof ConnectException;
    }
  }

  @ParameterizedTest
  @EnumSource
  void bandwidthLetsItsRatePassAndNoMore(ToxicDirection direction) throws Exception {
    Line line = line();
    line.proxy.toxics().bandwidth("narrow", direction, 100);
    Call call = line.open();
    long start = System.nanoTime();
    call.sender(direction).send(30_000);
    byte[] first = call.receiver(direction).receiveSome();
    assertThat((long) first.length).isLessThanOrEqualTo(100 * (millisSince(start) + 1));
    assertThat(call.receiver(direction).receive(30_000 - first.length)).endsWith(last(30_000));
    assertThat(millisSince(start)).isBetween(295L, 10_000L);
  }

  private static byte[] last(int of) {
    byte[] all = pattern(of);
    return Arrays.copyOfRange(all, of - 1000, of);
  }

  @ParameterizedTest
  @EnumSource
  void slowCloseDelaysTheCloseOnly(ToxicDirection direction) throws Exception {
    Line line = line();
    SlowClose toxic = line.proxy.toxics().slowClose("linger", direction, 300);
    Call call = line.open();
    call.sender(direction).send(100);
    assertThat(call.receiver(direction).receive(100)).isEqualTo(pattern(100));
    long start = System.nanoTime();
    call.sender(direction).close();
    assertThat(call.receiver(direction).ending()).isEqualTo(CLOSED);
    assertThat(millisSince(start)).isGreaterThanOrEqualTo(299);

    toxic.setDelay(FOREVER_MILLIS);
    Call next = line.open();
    next.sender(direction).send(100);
    assertThat(next.receiver(direction).receive(100)).isEqualTo(pattern(100));
    next.sender(direction).close();
    toxic.remove();
    assertThat(next.receiver(direction).ending()).isEqualTo(CLOSED);
  }

  @ParameterizedTest
  @EnumSource
  void timeoutDiscardsDataAndThenCloses(ToxicDirection direction) throws Exception {
    Line line = line();
    line.proxy.toxics().timeout("silence", direction, 300);
    Call call = line.open();
    long start = System.nanoTime();
    call.sender(direction).send(100);
    assertThat(call.receiver(direction).ending()).isEqualTo(CLOSED);
    assertThat(millisSince(start)).isGreaterThanOrEqualTo(299);
    assertThat(call.sender(direction).ending()).isEqualTo(CLOSED);
  }

  @Test
  void timeoutOfZeroStaysSilentAndClosesWhenRemoved() throws Exception {
    Line line = line();
    Toxic timeout = line.proxy.toxics().timeout("silence", UPSTREAM, 0);
    Call call = line.open();
    call.client().send(100);
    assertThat(call.server().endingWithin(200)).isEqualTo(STILL_OPEN);
    call.server().send(100);
    assertThat(call.client().receive(100)).isEqualTo(pattern(100));
    timeout.remove();
    assertThat(call.server().ending()).isEqualTo(CLOSED);
    assertThat(call.client().ending()).isEqualTo(CLOSED);
  }

  @ParameterizedTest
  @EnumSource
  void resetPeerResetsBothPeersAtTheFirstData(ToxicDirection direction) throws Exception {
    Line line = line();
    line.proxy.toxics().resetPeer("reset", direction, 200);
    Call call = line.open();
    assertThat(call.receiver(direction).endingWithin(50)).isEqualTo(STILL_OPEN);
    long start = System.nanoTime();
    call.sender(direction).send(1);
    assertThat(call.receiver(direction).ending()).isEqualTo(RESET);
    assertThat(millisSince(start)).isGreaterThanOrEqualTo(199);
    assertThat(call.sender(direction).ending()).isEqualTo(RESET);
  }

  @ParameterizedTest
  @EnumSource
  void resetPeerOnlyClosesWhatWasOpenBefore(ToxicDirection direction) throws Exception {
    Line line = line();
    Call call = line.openAndUsed();
    line.proxy.toxics().resetPeer("reset", direction, 0);
    call.sender(direction).send(1);
    assertThat(call.receiver(direction).ending()).isEqualTo(CLOSED);
    assertThat(call.sender(direction).ending()).isEqualTo(CLOSED);
  }

  @ParameterizedTest
  @EnumSource
  void slicerCutsIntoSlicesApart(ToxicDirection direction) throws Exception {
    Line line = line();
    line.proxy.toxics().slicer("slices", direction, 100, 10_000).setSizeVariation(20);
    Call call = line.open();
    long start = System.nanoTime();
    call.sender(direction).send(1200);
    assertThat(call.receiver(direction).receive(1200)).isEqualTo(pattern(1200));
    assertThat(millisSince(start)).as("ten slices or more, 10 ms apart").isGreaterThanOrEqualTo(89);
  }

  @ParameterizedTest
  @EnumSource
  void limitDataCutsAtExactlyThatByte(ToxicDirection direction) throws Exception {
    Line line = line();
    line.proxy.toxics().limitData("cut", direction, 1234);
    Call call = line.open();
    call.sender(direction).send(pattern(1000));
    call.sender(direction).send(pattern(1000));
    byte[] passed = call.receiver(direction).receive(2000);
    assertThat(passed).hasSize(1234).startsWith(pattern(1000)).endsWith(pattern(234));
    assertThat(call.sender(direction).ending()).isNotEqualTo(STILL_OPEN);
  }

  @Test
  void limitDataGoesOnCountingWhenUpdated() throws Exception {
    Line line = line();
    LimitData cut = line.proxy.toxics().limitData("cut", DOWNSTREAM, 100);
    Call call = line.open();
    call.server().send(60);
    call.client().receive(60);
    cut.setBytes(80);
    call.server().send(60);
    assertThat(call.client().receive(60)).isEqualTo(pattern(20));
  }

  @Test
  void toxicityOfZeroSparesEveryConnection() throws Exception {
    Line line = line();
    line.proxy.toxics().limitData("cut", UPSTREAM, 0).setToxicity(0);
    Call call = line.open();
    call.client().send(100);
    assertThat(call.server().receive(100)).isEqualTo(pattern(100));
  }

  @ParameterizedTest
  @EnumSource
  void anRstOfOnePeerReachesTheOtherAsAPlainClose(ToxicDirection direction) throws Exception {
    Call call = line().openAndUsed();
    call.sender(direction).reset();
    assertThat(call.receiver(direction).ending()).isEqualTo(CLOSED);
  }

  @Test
  void closesTheClientWhenTheUpstreamRefuses() throws Exception {
    Line line = line();
    line.upstream.close();
    try (var socket = new Socket()) {
      socket.connect(line.address(), Line.DEADLINE_MILLIS);
      assertThat(new Peer(socket).ending()).isNotEqualTo(STILL_OPEN);
    }
  }
}
