package dev.threeledger.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Gate;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The tap's bytes against a partner that the test plays itself. */
@Timeout(60)
class HttpTapIT {
  private final Timeline timeline = Timeline.inMemory();
  private volatile Gate gate = Gate.OPEN;
  private ServerSocket listening;
  private HttpTap tap;
  private Socket worker;
  private Socket partner;

  @BeforeEach
  void connect() throws IOException {
    listening = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", listening.getLocalPort());
    tap = HttpTap.open("1", "shop", address, new Exchanges(), timeline, m -> gate.at(m));
    worker = new Socket("127.0.0.1", tap.port());
    partner = listening.accept();
    worker.setSoTimeout(10_000);
    partner.setSoTimeout(10_000);
  }

  @AfterEach
  void closeAndLeaveNoThread() throws IOException {
    tap.close();
    worker.close();
    partner.close();
    listening.close();
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("http-tap 1 shop") && thread.isAlive());
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Reads exactly as many bytes as the text has. */
  private static void expect(Socket socket, String text) throws IOException {
    byte[] read = socket.getInputStream().readNBytes(text.length());
    assertThat(new String(read, StandardCharsets.ISO_8859_1)).isEqualTo(text);
  }

  /** Reads a head; gives it with the run's part of the added header cut off. */
  private static String head(Socket socket) throws IOException {
    StringBuilder head = new StringBuilder();
    InputStream in = socket.getInputStream();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.read());
    }
    return head.toString().replaceAll("(Threeledger-Request: shop/\\d+)/\\d+", "$1");
  }

  private static boolean ended(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketException reset) {
      return true;
    }
  }

  private List<String> events() {
    return timeline.entries().stream()
        .map(Entry::event)
        .filter(event -> !(event instanceof Event.OutsideConnectionClosed))
        .map(Event::name)
        .toList();
  }

  private void await(Class<? extends Event> kind) throws InterruptedException {
    assertThat(timeline.await(0, e -> kind.isInstance(e.event()), Duration.ofSeconds(10)))
        .as("%s among %s", kind, events())
        .isPresent();
  }

  @Test
  void addsOneHeaderAndLeavesTheRestUntouched() throws IOException {
    write(
        worker,
        "POST /a HTTP/1.1\r\nhOST:  x \r\nTransfer-Encoding: chunked\r\n\r\n3;x\r\nabc\r\n");
    assertThat(head(partner))
        .isEqualTo(
            "POST /a HTTP/1.1\r\nThreeledger-Request: shop/1\r\nhOST:  x \r\n"
                + "Transfer-Encoding: chunked\r\n\r\n");
    expect(partner, "3;x\r\nabc\r\n");
    write(worker, "0\r\nT: t\r\n\r\n");
    expect(partner, "0\r\nT: t\r\n\r\n");
    String answer = "HTTP/1.1 200 Fine\r\nX:y\r\nContent-Length: 2\r\n\r\nok";
    write(partner, answer);
    expect(worker, answer);
  }

  @Test
  void pipelinedRequestsAreAnsweredInOrder() throws Exception {
    write(worker, "GET /1 HTTP/1.1\r\n\r\nHEAD /2 HTTP/1.1\r\n\r\nGET /3 HTTP/1.1\r\n\r\n");
    assertThat(head(partner)).contains("shop/1");
    assertThat(head(partner)).contains("shop/2");
    assertThat(head(partner)).contains("shop/3");
    String answers =
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na"
            + "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n"
            + "HTTP/1.1 204 No Content\r\n\r\n";
    write(partner, answers);
    expect(worker, answers);
    await(Event.AnswerSent.class);
    worker.close();
    assertThat(ended(partner)).isTrue();
    tap.close();
    assertThat(events()).containsExactly("AnswerSent", "AnswerSent", "AnswerSent");
  }

  @Test
  void expectContinueGetsItsInterimAnswerAtOnce() throws IOException {
    write(worker, "PUT / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
    head(partner);
    write(partner, "HTTP/1.1 100 Continue\r\n\r\n");
    expect(worker, "HTTP/1.1 100 Continue\r\n\r\n");
    assertThat(events()).isEmpty();
    write(worker, "ab");
    expect(partner, "ab");
    write(partner, "HTTP/1.1 201 Made\r\nContent-Length: 0\r\n\r\n");
    expect(worker, "HTTP/1.1 201 Made\r\nContent-Length: 0\r\n\r\n");
  }

  @Test
  void anAnswerThatEndsWithTheConnectionIsWhole() throws Exception {
    write(worker, "GET / HTTP/1.0\r\n\r\n");
    head(partner);
    write(partner, "HTTP/1.0 200 OK\r\n\r\nall of it");
    partner.close();
    expect(worker, "HTTP/1.0 200 OK\r\n\r\nall of it");
    assertThat(ended(worker)).isTrue();
    tap.close();
    assertThat(events()).containsExactly("AnswerSent");
  }

  @Test
  void noByteOfAnAnswerLeavesBeforeItIsWholeAndTheGateLetsItGo() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    gate =
        moment -> {
          asked.countDown();
          go.await();
          return Passage.FORWARD;
        };
    write(worker, "GET / HTTP/1.1\r\n\r\n");
    head(partner);
    write(partner, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab");
    write(partner, "cd");
    assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(worker.getInputStream().available()).isZero();
    go.countDown();
    expect(worker, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabcd");
  }

  @Test
  void aWorkerThatHangsUpWhileItsAnswerIsHeldIsNoticed() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    gate =
        moment -> {
          held.countDown();
          go.await();
          return Passage.FORWARD;
        };
    write(worker, "GET / HTTP/1.1\r\n\r\n");
    head(partner);
    write(partner, "HTTP/1.1 204 No\r\n\r\n");
    assertThat(held.await(10, TimeUnit.SECONDS)).isTrue();
    worker.close();
    await(Event.CallerGone.class);
    go.countDown();
    await(Event.AnswerDropped.class);
    assertThat(events()).containsExactly("CallerGone", "AnswerDropped");
  }

  @Test
  void anUpgradeIsPassedOnAndCounted() throws IOException {
    write(worker, "GET /chat HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\n");
    head(partner);
    write(partner, "HTTP/1.1 101 Switching Protocols\r\n\r\nhello");
    expect(worker, "HTTP/1.1 101 Switching Protocols\r\n\r\nhello");
    write(worker, "\0\1not http");
    expect(partner, "\0\1not http");
    assertThat(tap.notUnderstood()).isEqualTo(1);
  }

  @Test
  void whatIsNotHttpIsPassedOnAndCounted() throws IOException {
    write(worker, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    expect(partner, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    write(partner, "\0\0\4");
    expect(worker, "\0\0\4");
    worker.shutdownOutput();
    assertThat(ended(partner)).isTrue();
    write(partner, "bye");
    partner.close();
    expect(worker, "bye");
    assertThat(ended(worker)).isTrue();
    assertThat(tap.notUnderstood()).isEqualTo(1);
  }

  @Test
  void anAnswerTooLongToHoldIsAskedForOnceAndStreams() throws Exception {
    List<Moment> asked = new java.util.concurrent.CopyOnWriteArrayList<>();
    gate =
        moment -> {
          asked.add(moment);
          return Passage.FORWARD;
        };
    int length = 20 * 1024 * 1024;
    write(worker, "GET / HTTP/1.1\r\n\r\n");
    head(partner);
    Thread sending =
        new Thread(
            () -> {
              try {
                write(partner, "HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n");
                partner.getOutputStream().write(new byte[length]);
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    sending.start();
    head(worker);
    assertThat(worker.getInputStream().readNBytes(length)).hasSize(length);
    sending.join();
    await(Event.AnswerSent.class);
    assertThat(asked).hasSize(1);
  }

  @Test
  void aReplacedAnswerKeepsTheConnection() throws IOException {
    gate =
        moment ->
            ((Moment.Answer) moment).request() == 1
                ? new Passage.Answer(503, Map.of("Content-Length", "7", "A", "b"), "né")
                : Passage.FORWARD;
    write(worker, "GET / HTTP/1.1\r\n\r\n");
    head(partner);
    write(partner, "HTTP/1.1 204 No\r\n\r\n");
    expect(worker, "HTTP/1.1 503 \r\nA: b\r\nContent-Length: 3\r\n\r\nn\u00c3\u00a9");
    write(worker, "GET / HTTP/1.1\r\n\r\n");
    head(partner);
    write(partner, "HTTP/1.1 204 No\r\n\r\n");
    expect(worker, "HTTP/1.1 204 No\r\n\r\n");
  }

  @Test
  void aPartnerThatClosesWithoutAnAnswerIsPassedOn() throws Exception {
    write(worker, "GET / HTTP/1.1\r\n\r\n");
    head(partner);
    partner.close();
    assertThat(ended(worker)).isTrue();
    tap.close();
    assertThat(events()).isEmpty();
  }

  @Test
  void theHarnesssOwnProbeIsAnsweredByTheTapAndLeavesNoTrace() throws Exception {
    write(worker, "GET " + HttpTap.PROBE_PATH + " HTTP/1.1\r\n\r\n");
    expect(worker, "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
    assertThat(ended(partner)).isTrue();
    tap.close();
    assertThat(timeline.entries()).isEmpty();
  }

  @Test
  void anInterruptedGateClosesTheConnection() throws Exception {
    gate =
        moment -> {
          throw new InterruptedException("torn down");
        };
    write(worker, "GET / HTTP/1.1\r\n\r\n");
    head(partner);
    write(partner, "HTTP/1.1 204 No\r\n\r\n");
    assertThat(ended(worker)).isTrue();
    await(Event.AnswerDropped.class);
  }
}
