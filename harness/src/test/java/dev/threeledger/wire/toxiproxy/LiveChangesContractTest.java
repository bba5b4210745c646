package dev.threeledger.wire.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.model.Toxic;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Toxics come, change and go while megabytes flow both ways: every byte arrives, in order. */
class LiveChangesContractTest extends ToxiproxyContract {
  private static final int BYTES = 8_000_000;
  private static final int BYTES_PER_MILLI = 16_000;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void noByteIsLostOrMovedWhileToxicsChange(long seed) throws Exception {
    Line line = line();
    Call call = line.open();
    List<CompletableFuture<byte[]>> received = new ArrayList<>();
    List<byte[]> sent = new ArrayList<>();
    for (ToxicDirection direction : ToxicDirection.values()) {
      // stays, so that the bytes flow for half a second at least
      line.proxy.toxics().bandwidth("pace-" + direction, direction, BYTES_PER_MILLI);
      byte[] bytes = new byte[BYTES];
      new Random(seed * 2 + direction.ordinal()).nextBytes(bytes);
      sent.add(bytes);
      inThread(() -> sendAll(call.sender(direction), bytes));
      received.add(inThread(() -> call.receiver(direction).receive(BYTES)));
    }
    CompletableFuture<Void> all =
        CompletableFuture.allOf(received.toArray(CompletableFuture<?>[]::new));
    int changes = changeUntil(all, line.proxy, new Random(seed));
    all.get(30, TimeUnit.SECONDS);
    assertThat(changes).as("changes while bytes flowed").isGreaterThan(5);
    for (int i = 0; i < sent.size(); i++) {
      assertThat(received.get(i).join()).isEqualTo(sent.get(i));
    }
  }

  /** One change after the other; in the end all toxics are removed. */
  private static int changeUntil(CompletableFuture<?> done, Proxy proxy, Random random)
      throws IOException {
    List<Toxic> there = new ArrayList<>();
    int changes = 0;
    for (; !done.isDone() && changes < 400; changes++) {
      int what = there.isEmpty() ? 0 : random.nextInt(there.size() < 5 ? 3 : 2) + 1;
      switch (what) {
        case 1 -> there.remove(random.nextInt(there.size())).remove();
        case 2 -> there.get(random.nextInt(there.size())).setToxicity(random.nextFloat() + 0.3f);
        default -> there.add(add(proxy, "t" + changes, random));
      }
    }
    for (Toxic toxic : there) {
      toxic.remove();
    }
    return changes;
  }

  private static Toxic add(Proxy proxy, String name, Random random) throws IOException {
    ToxicDirection direction = ToxicDirection.values()[random.nextInt(2)];
    return switch (random.nextInt(4)) {
      case 0 -> proxy.toxics().latency(name, direction, random.nextInt(20));
      case 1 -> proxy.toxics().bandwidth(name, direction, 10_000 + random.nextInt(40_000));
      case 2 -> proxy.toxics().slicer(name, direction, 500 + random.nextInt(8000), 50);
      default -> proxy.toxics().slowClose(name, direction, random.nextInt(100));
    };
  }

  private static byte[] sendAll(Peer peer, byte[] bytes) throws IOException {
    peer.send(bytes);
    return bytes;
  }

  interface Work {
    byte[] run() throws IOException;
  }

  private static CompletableFuture<byte[]> inThread(Work work) {
    CompletableFuture<byte[]> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                result.complete(work.run());
              } catch (IOException e) {
                result.completeExceptionally(e);
              }
            },
            "peer");
    thread.setDaemon(true);
    thread.start();
    return result;
  }
}
