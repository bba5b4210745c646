package dev.threeledger.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import dev.threeledger.wire.http.Exchanges;
import dev.threeledger.wire.http.HttpTap;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real clients through a tap each to a server each, and one ledger. */
@Timeout(60)
class OutsideServerIT {
  private static final Path SCENARIOS = Path.of("scenarios/external");
  private static OutsideServer first;
  private static OutsideServer second;

  private final Timeline timeline = Timeline.inMemory();
  private final Exchanges exchanges = new Exchanges();
  private final ScriptedGate gate = new ScriptedGate();
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private EffectLedger ledger;
  private HttpTap tap;
  private HttpTap otherTap;

  @BeforeAll
  static void startServers() throws IOException {
    OutsideSystems systems = OutsideSystems.load(SCENARIOS);
    first = OutsideServer.start(systems);
    second = OutsideServer.start(systems);
  }

  @AfterAll
  static void stopServersAndLeaveNoThread() throws InterruptedException {
    first.close();
    second.close();
    List<Thread> left =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().matches("qtp.*|http-tap.*|.*[wW]ire[mM]ock.*"))
            .toList();
    for (Thread thread : left) {
      thread.join(5_000);
    }
    assertThat(left).noneMatch(Thread::isAlive);
  }

  @BeforeEach
  void openTaps() throws IOException {
    begin(Map.of());
  }

  private void begin(Map<String, Scenario.Partner> partner) throws IOException {
    closeTaps();
    ledger = new EffectLedger(timeline, exchanges, gate, partner, Brake.NONE);
    first.use("1", ledger);
    second.use("2", ledger);
    tap = tap("1", first);
    otherTap = tap("2", second);
  }

  private HttpTap tap(String worker, OutsideServer server) throws IOException {
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", server.port());
    return HttpTap.open(worker, "payments", address, exchanges, timeline, gate);
  }

  @AfterEach
  void closeTaps() {
    if (tap != null) {
      tap.close();
      otherTap.close();
    }
  }

  private static HttpRequest.Builder to(HttpTap tap, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + tap.port() + path))
        .timeout(Duration.ofSeconds(20));
  }

  private static HttpRequest.Builder charge(HttpTap tap, String key, String amount) {
    String body = "{\"reference\":\"1/2026-01-31\",\"amount\":\"" + amount + "\"}";
    return to(tap, "/charges")
        .header("Idempotency-Key", key)
        .POST(HttpRequest.BodyPublishers.ofString(body));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private List<String> outside() {
    return timeline.entries().stream()
        .map(Entry::event)
        .filter(event -> !(event instanceof Event.OutsideConnectionClosed))
        .map(OutsideServerIT::shortly)
        .toList();
  }

  private static String shortly(Event event) {
    return event.name() + " " + event.key();
  }

  private <E extends Event> E await(Class<E> kind) throws InterruptedException {
    return timeline
        .await(0, entry -> kind.isInstance(entry.event()), Duration.ofSeconds(10))
        .map(entry -> kind.cast(entry.event()))
        .orElseThrow(() -> new AssertionError("no " + kind + " among " + outside()));
  }

  private void connectionStillServes() throws Exception {
    assertThat(send(charge(tap, "again", "1.00")).statusCode()).isEqualTo(201);
    assertThat(send(charge(tap, "again", "1.00")).statusCode()).isEqualTo(200);
  }

  @Test
  void chargesOnceFindsAndRefunds() throws Exception {
    HttpResponse<String> charged = send(charge(tap, "k/1", "120.50"));
    HttpResponse<String> again = send(charge(otherTap, "k/1", "120.50"));
    HttpResponse<String> other = send(charge(tap, "k/1", "120.51"));
    HttpResponse<String> found = send(to(tap, "/charges?idempotency_key=k%2F1"));
    HttpResponse<String> missing = send(to(tap, "/charges?idempotency_key=nothing"));
    String refund = "{\"charge\":\"ch_1\",\"reference\":\"1/2026-01-31\",\"amount\":\"120.50\"}";
    HttpResponse<String> refunded =
        send(
            to(tap, "/refunds")
                .header("Idempotency-Key", "undo k/1")
                .POST(HttpRequest.BodyPublishers.ofString(refund)));
    HttpResponse<String> foundAfter = send(to(tap, "/charges?idempotency_key=k%2F1"));

    String answer = "{\"id\":\"ch_1\",\"status\":\"captured\",\"reference\":\"1/2026-01-31\",";
    assertThat(charged.statusCode()).isEqualTo(201);
    assertThat(charged.body().replaceAll("\\s", "")).startsWith(answer);
    assertThat(again.statusCode()).isEqualTo(200);
    assertThat(again.body()).isEqualTo(charged.body());
    assertThat(other.statusCode()).isEqualTo(409);
    assertThat(other.body()).isEqualTo("{\"error\":\"idempotency-key-reused\"}");
    assertThat(found.statusCode()).isEqualTo(200);
    assertThat(found.body()).contains("captured").contains("120.50");
    assertThat(missing.statusCode()).isEqualTo(404);
    assertThat(missing.body()).isEqualTo("{\"error\":\"not-found\"}");
    assertThat(refunded.statusCode()).isEqualTo(201);
    assertThat(refunded.body()).contains("rf_2").contains("ch_1");
    assertThat(foundAfter.body()).contains("refunded");
    assertThat(ledger.rows())
        .extracting(LedgerRow::key, LedgerRow::kind, LedgerRow::amount, LedgerRow::state)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                "1/2026-01-31", "payments.charge", new BigDecimal("120.50"), "undone"),
            org.assertj.core.groups.Tuple.tuple(
                "1/2026-01-31", "payments.refund", new BigDecimal("120.50"), "applied"));
    assertThat(ledger.rows().get(0).columns())
        .containsEntry("effect_id", "ch_1")
        .containsEntry("undone_by", "rf_2")
        .containsEntry("answer_left", "true");
  }

  @Test
  void twentyConcurrentRequestsWithOneKeyAreOneEffect() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> answers =
        IntStream.range(0, 20)
            .mapToObj(i -> charge(i % 2 == 0 ? tap : otherTap, "same", "5.00").build())
            .map(request -> client.sendAsync(request, HttpResponse.BodyHandlers.ofString()))
            .toList();
    List<Integer> statuses =
        answers.stream().map(answer -> answer.join().statusCode()).sorted().toList();
    assertThat(statuses)
        .isEqualTo(Stream.concat(Stream.generate(() -> 200).limit(19), Stream.of(201)).toList());
    assertThat(ledger.rows()).hasSize(1);
  }

  @Test
  void twoHeldBeforeTheEffectGiveOneEffectWhenTheyAreReleased() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    gate.hold(Moment.Effect.class, Side.BEFORE, Passage.FORWARD, go);
    gate.hold(Moment.Effect.class, Side.BEFORE, Passage.FORWARD, go);
    var one = client.sendAsync(charge(tap, "k", "5").build(), HttpResponse.BodyHandlers.ofString());
    var two =
        client.sendAsync(charge(otherTap, "k", "5").build(), HttpResponse.BodyHandlers.ofString());
    gate.arrival();
    gate.arrival();
    assertThat(ledger.rows()).isEmpty();
    go.countDown();
    assertThat(List.of(one.join().statusCode(), two.join().statusCode()))
        .containsExactlyInAnyOrder(200, 201);
    assertThat(ledger.rows()).hasSize(1);
  }

  @Test
  void withoutDeduplicationEachRequestIsAnEffect() throws Exception {
    begin(Map.of("payments.charge", new Scenario.Partner(false)));
    assertThat(send(charge(tap, "k", "5")).statusCode()).isEqualTo(201);
    assertThat(send(charge(otherTap, "k", "5")).statusCode()).isEqualTo(201);
    assertThat(ledger.rows())
        .extracting(row -> row.columns().get("worker"))
        .containsExactly("1", "2");
  }

  @Test
  void withheldAnswerIsTheClientsOwnTimeOut() throws Exception {
    gate.next(Moment.Answer.class, Side.BEFORE, Passage.WITHHOLD);
    assertThatThrownBy(() -> send(charge(tap, "k", "5").timeout(Duration.ofMillis(300))))
        .isInstanceOf(HttpTimeoutException.class);
    await(Event.CallerGone.class);
    String key = " 1/2026-01-31";
    assertThat(outside())
        .containsExactly(
            "RequestReceived" + key,
            "EffectApplied" + key,
            "AnswerDropped" + key,
            "CallerGone" + key);
    assertThat(ledger.rows().get(0).columns()).containsEntry("answer_left", "false");
    connectionStillServes();
  }

  @Test
  void aCallerThatGivesUpWhileTheEffectIsHeldIsNoticedAtOnce() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    gate.hold(Moment.Effect.class, Side.BEFORE, Passage.FORWARD, go);
    assertThatThrownBy(() -> send(charge(tap, "k", "5").timeout(Duration.ofMillis(300))))
        .isInstanceOf(HttpTimeoutException.class);
    await(Event.CallerGone.class);
    assertThat(ledger.rows()).isEmpty();
    go.countDown();
    await(Event.EffectApplied.class);
    await(Event.AnswerDropped.class);
    assertThat(ledger.rows()).hasSize(1);
    String key = " 1/2026-01-31";
    assertThat(outside())
        .containsExactly(
            "RequestReceived" + key,
            "CallerGone" + key,
            "EffectApplied" + key,
            "AnswerDropped" + key);
    connectionStillServes();
  }

  @Test
  void aRequestWhoseCallerHasGoneStillReachesThePartnersDecision() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    gate.hold(Moment.Request.class, Side.BEFORE, Passage.FORWARD, go);
    assertThatThrownBy(() -> send(charge(tap, "k", "5").timeout(Duration.ofMillis(300))))
        .isInstanceOf(HttpTimeoutException.class);
    await(Event.CallerGone.class);
    // meanwhile the same key is charged by the other worker: the late one finds it known
    assertThat(send(charge(otherTap, "k", "5")).statusCode()).isEqualTo(201);
    go.countDown();
    await(Event.EffectDeduplicated.class);
    await(Event.AnswerDropped.class);
    String key = " 1/2026-01-31";
    assertThat(outside())
        .containsExactly(
            "RequestReceived" + key,
            "CallerGone" + key,
            "RequestReceived" + key,
            "EffectApplied" + key,
            "AnswerSent" + key,
            "EffectDeduplicated" + key,
            "AnswerDropped" + key);
    CountDownLatch alone = new CountDownLatch(1);
    gate.hold(Moment.Request.class, Side.BEFORE, Passage.FORWARD, alone);
    assertThatThrownBy(() -> send(charge(tap, "new", "5").timeout(Duration.ofMillis(300))))
        .isInstanceOf(HttpTimeoutException.class);
    alone.countDown();
    assertThat(
            timeline.await(
                0,
                entry ->
                    entry.event() instanceof Event.EffectApplied effect
                        && "new".equals(effect.idempotencyKey()),
                Duration.ofSeconds(10)))
        .as("a late request that nobody else made takes effect")
        .isPresent();
    connectionStillServes();
  }

  @Test
  void discardedAnswerClosesTheConnection() throws Exception {
    gate.next(Moment.Answer.class, Side.BEFORE, Passage.DISCARD);
    assertThatThrownBy(() -> send(charge(tap, "k", "5"))).isInstanceOf(IOException.class);
    await(Event.AnswerDropped.class);
    assertThat(outside()).noneMatch(text -> text.startsWith("AnswerSent"));
    connectionStillServes();
  }

  @Test
  void anErrorInThePartnersPlaceHasNoEffect() throws Exception {
    Passage.Answer error = new Passage.Answer(503, Map.of("Retry-After", "1"), "{{not now}}");
    gate.next(Moment.Effect.class, Side.BEFORE, error);
    HttpResponse<String> answer = send(charge(tap, "k", "5"));
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).contains("1");
    assertThat(answer.body()).isEqualTo("{{not now}}");
    assertThat(ledger.rows()).isEmpty();
    gate.next(Moment.Request.class, Side.BEFORE, error);
    assertThat(send(charge(tap, "k", "5")).statusCode()).isEqualTo(503);
    assertThat(ledger.rows()).isEmpty();
    connectionStillServes();
  }

  @Test
  void anErrorAfterTheEffectLeavesTheEffect() throws Exception {
    gate.next(Moment.Effect.class, Side.AFTER, new Passage.Answer(500, Map.of(), "oh"));
    assertThat(send(charge(tap, "k", "5")).statusCode()).isEqualTo(500);
    assertThat(ledger.rows()).hasSize(1);
    assertThat(send(charge(tap, "k", "5")).statusCode()).isEqualTo(200);
    connectionStillServes();
  }

  @Test
  void anErrorAtTheAnswerReplacesIt() throws Exception {
    gate.next(Moment.Answer.class, Side.BEFORE, new Passage.Answer(502, Map.of(), "bad"));
    HttpResponse<String> answer = send(charge(tap, "k", "5"));
    assertThat(answer.statusCode()).isEqualTo(502);
    assertThat(answer.body()).isEqualTo("bad");
    assertThat(await(Event.AnswerSent.class).status()).isEqualTo(502);
    connectionStillServes();
  }

  @Test
  void theEffectIsAppliedAndItsAnswerLost() throws Exception {
    gate.next(Moment.Effect.class, Side.AFTER, Passage.WITHHOLD);
    assertThatThrownBy(() -> send(charge(tap, "k", "5").timeout(Duration.ofMillis(300))))
        .isInstanceOf(HttpTimeoutException.class);
    await(Event.CallerGone.class);
    await(Event.EffectApplied.class);
    assertThat(ledger.rows()).hasSize(1);
    assertThat(send(to(tap, "/charges?idempotency_key=k")).statusCode()).isEqualTo(200);
    connectionStillServes();
  }

  @Test
  void cutFromInsideAGateClosesTheWorkersConnectionsAndLeavesTheTapOpen() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    gate.hold(Moment.Effect.class, Side.AFTER, Passage.DISCARD, go);
    var answer =
        client.sendAsync(charge(tap, "k", "5").build(), HttpResponse.BodyHandlers.ofString());
    gate.arrival();
    tap.cut();
    assertThat(answer.handle((ok, failed) -> failed != null).get(10, TimeUnit.SECONDS)).isTrue();
    go.countDown();
    await(Event.AnswerDropped.class);
    assertThat(outside()).noneMatch(text -> text.startsWith("CallerGone"));
    connectionStillServes();
  }

  @Test
  void unmatchedRequestsAreAnsweredAndRecorded() throws Exception {
    assertThat(send(to(tap, "/elsewhere")).statusCode()).isEqualTo(404);
    Event.RequestReceived received = await(Event.RequestReceived.class);
    assertThat(received.operation()).isEqualTo("payments.unmatched");
    assertThat(received.effect()).isNull();
    assertThat(tap.notUnderstood()).isZero();
  }

  @Test
  void everyRequestEndsInOneAnswerSentOrDropped() throws Exception {
    gate.next(Moment.Answer.class, Side.BEFORE, Passage.DISCARD);
    assertThatThrownBy(() -> send(charge(tap, "a", "5"))).isInstanceOf(IOException.class);
    for (int i = 0; i < 10; i++) {
      send(charge(tap, "k" + i, "5"));
    }
    tap.close();
    Map<Long, Long> ends =
        timeline.entries().stream()
            .map(Entry::event)
            .map(OutsideServerIT::endOf)
            .filter(request -> request > 0)
            .collect(
                java.util.stream.Collectors.groupingBy(
                    request -> request, java.util.stream.Collectors.counting()));
    assertThat(ends).hasSize(11).allSatisfy((request, count) -> assertThat(count).isEqualTo(1));
  }

  private static long endOf(Event event) {
    if (event instanceof Event.AnswerSent sent) {
      return sent.request();
    }
    return event instanceof Event.AnswerDropped dropped ? dropped.request() : 0;
  }
}
