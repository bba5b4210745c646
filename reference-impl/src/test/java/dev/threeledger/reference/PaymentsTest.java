package dev.threeledger.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PaymentsTest {
  private static final Payments.Charge CHARGE =
      new Payments.Charge(
          "statement-charge/1/2026-01-31", "1/2026-01-31", new BigDecimal("120.50"));

  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final CountDownLatch testEnded = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer partner;
  private volatile int status = 201;
  private volatile boolean silent;

  @BeforeEach
  void startPartner() throws IOException {
    partner = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    partner.setExecutor(threads);
    partner.createContext(
        "/charges",
        exchange -> {
          try (exchange) {
            String body =
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            requests.add(
                exchange.getRequestMethod()
                    + " "
                    + exchange.getRequestURI()
                    + " "
                    + exchange.getRequestHeaders().getFirst("Idempotency-Key")
                    + " "
                    + body);
            if (silent) {
              awaitEndOfTest();
            }
            byte[] answer = "{\"id\": \"ch_1\"}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, answer.length);
            // closing the body keeps the connection alive; closing only the exchange would cut it
            // under the client's next request
            exchange.getResponseBody().write(answer);
            exchange.getResponseBody().close();
          }
        });
    partner.start();
  }

  @AfterEach
  void stopPartner() throws InterruptedException {
    testEnded.countDown();
    partner.stop(0);
    threads.shutdownNow();
    assertThat(threads.awaitTermination(5, TimeUnit.SECONDS)).isTrue();
  }

  private void awaitEndOfTest() {
    try {
      testEnded.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Payments payments(int port, String callTimeout) {
    return new Payments(
        Settings.read(
            Map.of(
                "DATABASE_URL",
                "jdbc:postgresql:none",
                "PAYMENTS_URL",
                "http://127.0.0.1:" + port,
                "HTTP_PORT",
                "0",
                "CALL_TIMEOUT",
                callTimeout),
            false));
  }

  private Payments payments(String callTimeout) {
    return payments(partner.getAddress().getPort(), callTimeout);
  }

  @Test
  void sendsTheChargeOnceUnderItsKey() {
    Answer answer = payments("5s").charge(CHARGE);

    assertThat(answer).isEqualTo(new Answer(Answer.Kind.DONE, "ch_1", "status 201"));
    assertThat(requests)
        .containsExactly(
            "POST /charges statement-charge/1/2026-01-31"
                + " {\"reference\":\"1/2026-01-31\",\"amount\":\"120.50\",\"currency\":\"EUR\"}");
  }

  @Test
  void asksByTheSameKey() {
    status = 200;

    assertThat(payments("5s").find(CHARGE.requestKey()).chargeId()).isEqualTo("ch_1");
    assertThat(requests)
        .containsExactly("GET /charges?idempotency_key=statement-charge%2F1%2F2026-01-31 null ");
  }

  @Test
  void doesNotKnowAndDoesNotRepeatWhenTheAnswerIsLate() {
    silent = true;

    assertThat(payments("100ms").charge(CHARGE).kind()).isEqualTo(Answer.Kind.UNKNOWN);
    assertThat(requests).hasSize(1);
  }

  @Test
  void knowsThatNothingWasSentWhenTheConnectionIsRefused() throws IOException {
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }

    assertThat(payments(closed, "5s").charge(CHARGE))
        .isEqualTo(new Answer(Answer.Kind.NOT_SENT, null, "ConnectException"));
  }

  @Test
  void stopsCallingWhenThePartnerIsDown() {
    status = 503;
    Payments payments = payments("5s");
    for (int i = 0; i < 25; i++) {
      payments.charge(CHARGE);
    }

    assertThat(requests).hasSize(20);
    assertThat(payments.charge(CHARGE))
        .isEqualTo(new Answer(Answer.Kind.NOT_SENT, null, "circuit breaker open"));
  }
}
