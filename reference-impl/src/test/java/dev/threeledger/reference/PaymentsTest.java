package dev.threeledger.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PaymentsTest {
  private static final Payments.Charge CHARGE =
      new Payments.Charge(
          "statement-charge/1/2026-01-31", "1/2026-01-31", new BigDecimal("120.50"));

  private FakePartner partner;

  @BeforeEach
  void startPartner() throws IOException {
    partner = new FakePartner();
  }

  @AfterEach
  void stopPartner() throws Exception {
    partner.close();
  }

  private static Map<String, String> environment(int port, String callTimeout) {
    return Map.of(
        "DATABASE_URL",
        "jdbc:postgresql:none",
        "PAYMENTS_URL",
        "http://127.0.0.1:" + port,
        "INVENTORY_URL",
        "http://127.0.0.1:" + port,
        "SHIPPING_URL",
        "http://127.0.0.1:" + port,
        "HTTP_PORT",
        "0",
        "CALL_TIMEOUT",
        callTimeout);
  }

  private static Payments payments(int port, String callTimeout) {
    return new Payments(Settings.read(environment(port, callTimeout), false));
  }

  private Payments payments(String callTimeout) {
    return payments(partner.port(), callTimeout);
  }

  @Test
  void sendsTheChargeOnceUnderItsKey() {
    Answer answer = payments("5s").charge(CHARGE);

    assertThat(answer).isEqualTo(new Answer(Answer.Kind.DONE, "ch_1", "status 201"));
    assertThat(partner.requests)
        .containsExactly(
            "POST /charges statement-charge/1/2026-01-31"
                + " {\"reference\":\"1/2026-01-31\",\"amount\":\"120.50\",\"currency\":\"EUR\"}");
  }

  @Test
  void asksByTheSameKey() {
    partner.status = 200;

    assertThat(payments("5s").find(CHARGE.requestKey()).externalId()).isEqualTo("ch_1");
    assertThat(partner.requests)
        .containsExactly("GET /charges?idempotency_key=statement-charge%2F1%2F2026-01-31 null ");
  }

  @Test
  void doesNotKnowAndDoesNotRepeatWhenTheAnswerIsLate() {
    partner.silent = true;

    assertThat(payments("100ms").charge(CHARGE).kind()).isEqualTo(Answer.Kind.UNKNOWN);
    assertThat(partner.requests).hasSize(1);
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
    partner.status = 503;
    Payments payments = payments("5s");
    for (int i = 0; i < 25; i++) {
      payments.charge(CHARGE);
    }

    assertThat(partner.requests).hasSize(20);
    assertThat(payments.charge(CHARGE)).isEqualTo(Answer.heldBack(Duration.ofSeconds(2)));
  }

  @Test
  void readsHowLongToWaitBeforeTheNextRequest() {
    partner.status = 429;
    partner.retryAfter = "3";

    assertThat(payments("5s").charge(CHARGE))
        .isEqualTo(
            new Answer(Answer.Kind.NOT_SENT, null, "status 429").notBefore(Duration.ofSeconds(3)));
  }

  @Test
  void sendsTheAnnouncedSpanOnceAndThenOneOfItsOwn() {
    Traceparent trace = Traceparent.fresh();
    List<String> announced = new ArrayList<>();
    Tracing.in(
        trace,
        () -> {
          announced.add(Tracing.announced());
          payments("5s").charge(CHARGE);
          payments("5s").find("key");
        });

    assertThat(partner.traces).hasSize(2).startsWith(announced.get(0)).doesNotHaveDuplicates();
    assertThat(partner.traces).allMatch(header -> header.contains(trace.traceId()));
  }

  @Test
  void goesOnCallingWithoutABreaker() {
    partner.status = 503;
    Map<String, String> environment = new HashMap<>(environment(partner.port(), "5s"));
    environment.put("DEFECT", "no-retry-budget");
    Payments payments = new Payments(Settings.read(environment, false));
    for (int i = 0; i < 25; i++) {
      payments.charge(CHARGE);
    }

    assertThat(partner.requests).hasSize(25);
  }
}
