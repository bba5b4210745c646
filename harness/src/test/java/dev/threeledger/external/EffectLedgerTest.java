package dev.threeledger.external;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.external.Decision.Outcome;
import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import dev.threeledger.wire.http.Exchange;
import dev.threeledger.wire.http.Exchanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class EffectLedgerTest {
  private static final Expression KEY = Expression.parse(List.of("$.headers['Idempotency-Key']"));
  private static final Expression REFERENCE = Expression.parse(List.of("$.body.reference"));
  private static final Expression AMOUNT = Expression.parse(List.of("$.body.amount"));
  private static final Operation CHARGE =
      new Operation(
          "payments.charge", "charge", KEY, REFERENCE, AMOUNT, true, "ch_", 200, null, null);
  private static final Operation REFUND =
      new Operation(
          "payments.refund",
          "refund",
          KEY,
          null,
          null,
          true,
          "rf_",
          200,
          new Operation.Reference(
              "payments.charge",
              Expression.parse(List.of("$.body.charge")),
              Expression.parse(List.of("$.body.request")),
              Operation.Absent.TOMBSTONE),
          null);
  private static final Operation REFUND_BY_REFERENCE =
      new Operation(
          "payments.refund",
          "refund",
          KEY,
          REFERENCE,
          null,
          true,
          "rf_",
          200,
          REFUND.undoes(),
          null);
  private static final Expression QUERY = Expression.parse(List.of("$.query.key"));
  private static final Operation FIND =
      new Operation(
          "payments.find",
          null,
          QUERY,
          null,
          null,
          true,
          "",
          200,
          null,
          new Operation.Reference("payments.charge", null, QUERY, Operation.Absent.REFUSE));
  private static final String BODY = "{\"reference\":\"1/a\",\"amount\":\"5.00\"}";

  private final Timeline timeline = Timeline.inMemory();
  private final Exchanges exchanges = new Exchanges();
  private final ScriptedGate gate = new ScriptedGate();
  private Brake brake = Brake.NONE;
  private EffectLedger ledger = ledger(Map.of());

  private EffectLedger ledger(Map<String, Scenario.Partner> partner) {
    return new EffectLedger(timeline, exchanges, gate, partner, brake);
  }

  private Decision ask(Operation operation, Incoming incoming) {
    Exchange exchange = exchanges.open("1", "payments", 7, "POST");
    return ledger.receive(exchange, operation, incoming);
  }

  private Decision charge(String key, String body) {
    return ask(CHARGE, FakeIncoming.post(key, body));
  }

  private Decision refund(String key, String charge) {
    return ask(REFUND, FakeIncoming.post(key, "{\"charge\":\"" + charge + "\"}"));
  }

  private Decision cancel(String key, String request) {
    String body = "{\"reference\":\"1/a\",\"request\":\"" + request + "\"}";
    return ask(REFUND_BY_REFERENCE, FakeIncoming.post(key, body));
  }

  private List<String> events() {
    return timeline.entries().stream()
        .map(Entry::event)
        .map(event -> event.name() + " " + event.key())
        .toList();
  }

  private List<String> states() {
    return ledger.rows().stream().map(row -> row.kind() + " " + row.state()).toList();
  }

  @Test
  void aRepeatIsAnAttemptAndTheSameEffect() {
    Decision one = charge("k", BODY);
    Decision two = charge("k", BODY);
    assertThat(one.outcome()).isEqualTo(Outcome.APPLIED);
    assertThat(two.outcome()).isEqualTo(Outcome.REPEATED);
    assertThat(two.effect()).isSameAs(one.effect());
    assertThat(events())
        .containsExactly(
            "RequestReceived 1/a",
            "EffectApplied 1/a",
            "RequestReceived 1/a",
            "EffectDeduplicated 1/a");
  }

  @Test
  void theSameKeyWithAnotherBodyIsRefused() {
    charge("k", BODY);
    Decision other = charge("k", BODY.replace("5.00", "6.00"));
    assertThat(other.outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(other.answer().status()).isEqualTo(409);
    assertThat(events()).endsWith("RequestReceived 1/a", "EffectRefused 1/a");
    assertThat(ledger.rows()).hasSize(1);
  }

  @Test
  void withoutDeduplicationARepeatIsAnotherEffect() {
    ledger = ledger(Map.of("payments.charge", new Scenario.Partner(false)));
    charge("k", BODY);
    assertThat(charge("k", BODY).outcome()).isEqualTo(Outcome.APPLIED);
    assertThat(ledger.rows())
        .extracting(row -> row.columns().get("effect_id"))
        .containsExactly("ch_1", "ch_2");
    assertThat(ask(FIND, FakeIncoming.get("key", "k")).effect().id).isEqualTo("ch_1");
  }

  @Test
  void afterAStopNoEffectIsAppliedAndNobodyGetsAnAnswer() {
    brake =
        (request, undoes) ->
            request == 2
                ? Optional.of(new Brake.Stop("second-effect", timeline.lastSeq()))
                : Optional.empty();
    ledger = ledger(Map.of("payments.charge", new Scenario.Partner(false)));
    charge("k", BODY);
    assertThat(charge("k", BODY).outcome()).isEqualTo(Outcome.WITHHELD);
    assertThat(charge("k3", BODY.replace("1/a", "2/a")).outcome()).isEqualTo(Outcome.WITHHELD);
    assertThat(ask(FIND, FakeIncoming.get("key", "k")).outcome()).isEqualTo(Outcome.FOUND);
    assertThat(events().subList(0, 5))
        .containsExactly(
            "RequestReceived 1/a",
            "EffectApplied 1/a",
            "RequestReceived 1/a",
            "StopConditionMet 1/a",
            "RequestReceived 2/a");
    assertThat(ledger.rows()).hasSize(1);
  }

  @Test
  void theBrakeIsToldWhetherTheEffectUndoesAnother() {
    List<String> asked = new ArrayList<>();
    brake =
        (request, undoes) -> {
          asked.add(request + " " + undoes);
          return Optional.empty();
        };
    ledger = ledger(Map.of());
    charge("k", BODY);
    charge("k", BODY);
    refund("r", "ch_1");
    assertThat(asked).as("a repeat has no effect").containsExactly("1 false", "3 true");
  }

  @Test
  void aRequestWithoutKeyIsAlwaysANewEffect() {
    Incoming keyless = new FakeIncoming(Map.of(), Map.of(), List.of(), BODY);
    ask(CHARGE, keyless);
    assertThat(ask(CHARGE, keyless).outcome()).isEqualTo(Outcome.APPLIED);
    assertThat(ledger.rows()).hasSize(2);
  }

  @Test
  void aRequestThatNamesNoBusinessKeyOrAmountIsRefused() {
    assertThat(charge("k", "{\"amount\":\"5\"}").answer().status()).isEqualTo(422);
    assertThat(charge("k", "{\"reference\":\"1/a\",\"amount\":\"five\"}").answer().status())
        .isEqualTo(422);
    assertThat(ledger.rows()).isEmpty();
  }

  @Test
  void aRefundUndoesItsChargeOnce() {
    charge("k", BODY);
    Decision refunded = refund("r1", "ch_1");
    assertThat(refunded.outcome()).isEqualTo(Outcome.APPLIED);
    assertThat(refund("r1", "ch_1").outcome()).isEqualTo(Outcome.REPEATED);
    assertThat(refund("r2", "ch_1").answer().body()).contains("already-undone");
    assertThat(refund("r3", "ch_9").answer().status()).isEqualTo(404);
    assertThat(states()).containsExactly("payments.charge undone", "payments.refund applied");
    assertThat(events())
        .containsSequence("RequestReceived 1/a", "EffectApplied 1/a", "EffectUndone 1/a");
  }

  @Test
  void aChargeIsUndoneByTheKeyOfItsRequest() {
    charge("k", BODY);
    assertThat(cancel("r", "k").outcome()).isEqualTo(Outcome.APPLIED);
    assertThat(cancel("r", "k").outcome()).isEqualTo(Outcome.REPEATED);
    assertThat(states()).containsExactly("payments.charge undone", "payments.refund applied");
  }

  @Test
  void anUndoOfAnUnknownKeyLeavesATombstone() {
    Decision undone = cancel("r", "k");
    Decision late = charge("k", BODY);
    assertThat(undone.outcome()).isEqualTo(Outcome.NOTHING_TO_UNDO);
    assertThat(undone.answer().status()).isEqualTo(200);
    assertThat(undone.answer().body()).isEqualTo("{\"status\":\"nothing-to-undo\"}");
    assertThat(late.answer().status()).isEqualTo(409);
    assertThat(late.answer().body()).isEqualTo("{\"error\":\"cancelled\"}");
    assertThat(charge("another", BODY).outcome()).isEqualTo(Outcome.APPLIED);
    assertThat(events())
        .startsWith(
            "RequestReceived 1/a", "CancelNoted 1/a", "RequestReceived 1/a", "EffectRefused 1/a");
  }

  @Test
  void aTombstoneStandsAlsoWithoutDeduplication() {
    ledger = ledger(Map.of("payments.charge", new Scenario.Partner(false)));
    cancel("r", "k");
    assertThat(charge("k", BODY).outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(ledger.rows()).isEmpty();
  }

  @Test
  void aRepeatOfACancelIsAnsweredTheSame() {
    Decision one = cancel("r", "k");
    charge("k", BODY);
    assertThat(cancel("r", "k")).isEqualTo(one);
    assertThat(cancel("r", "other").answer().body()).contains("idempotency-key-reused");
    assertThat(cancel("r2", "k")).isEqualTo(one);
  }

  @Test
  void aChargeThatIsOvertakenByItsCancelIsRefused() throws InterruptedException {
    CountDownLatch go = new CountDownLatch(1);
    gate.hold(Moment.Effect.class, Side.BEFORE, Passage.FORWARD, go);
    CompletableFuture<Decision> held = CompletableFuture.supplyAsync(() -> charge("k", BODY));
    gate.arrival();
    assertThat(cancel("r", "k").outcome()).isEqualTo(Outcome.NOTHING_TO_UNDO);
    go.countDown();
    assertThat(held.join().answer().body()).contains("cancelled");
    assertThat(ledger.rows()).isEmpty();
  }

  @Test
  void anUndoOfAnUnknownIdIsRefused() {
    assertThat(refund("r", "ch_9").answer().status()).isEqualTo(404);
  }

  @Test
  void withoutDeduplicationAChargeCanBeRefundedTwice() {
    ledger = ledger(Map.of("payments.refund", new Scenario.Partner(false)));
    charge("k", BODY);
    refund("r", "ch_1");
    refund("r", "ch_1");
    assertThat(events().stream().filter(event -> event.startsWith("EffectUndone"))).hasSize(2);
    assertThat(ledger.rows().get(0).columns()).containsEntry("undone_by", "rf_2");
    assertThat(ledger.rows()).hasSize(3);
  }

  @Test
  void aQuestionKnowsTheBusinessKeyOfAnEarlierAttempt() {
    gate.next(Moment.Effect.class, Side.BEFORE, new Passage.Answer(503, Map.of(), ""));
    charge("k", BODY);
    assertThat(ask(FIND, FakeIncoming.get("key", "k")).outcome()).isEqualTo(Outcome.NOT_FOUND);
    assertThat(events()).endsWith("RequestReceived 1/a");
    charge("k", BODY);
    assertThat(ask(FIND, FakeIncoming.get("key", "k")).outcome()).isEqualTo(Outcome.FOUND);
    assertThat(events()).endsWith("RequestReceived 1/a");
  }

  @Test
  void momentsNameTheEventTheyStandFor() {
    charge("k", BODY);
    charge("k", BODY);
    assertThat(gate.moments)
        .extracting(m -> m.getClass().getSimpleName() + " " + m.side() + " " + m.event())
        .containsExactly(
            "Request BEFORE 1", "Effect BEFORE 1", "Effect AFTER 2", "Request BEFORE 3");
    assertThat(gate.moments).allMatch(moment -> moment.connection() == 7);
  }

  @Test
  void discardedBeforeTheEffectThereIsNone() {
    gate.next(Moment.Request.class, Side.BEFORE, Passage.DISCARD);
    assertThat(charge("k", BODY).outcome()).isEqualTo(Outcome.REPLACED);
    gate.next(Moment.Effect.class, Side.BEFORE, Passage.WITHHOLD);
    assertThat(charge("k", BODY).outcome()).isEqualTo(Outcome.REPLACED);
    assertThat(ledger.rows()).isEmpty();
  }

  @Test
  void anAnswerAfterTheEffectLeavesTheEffect() {
    gate.next(Moment.Effect.class, Side.AFTER, new Passage.Answer(500, Map.of(), "oh"));
    Decision decision = charge("k", BODY);
    assertThat(decision.answer().status()).isEqualTo(500);
    assertThat(ledger.rows()).hasSize(1);
  }

  @Test
  void aHeldRequestHoldsNoOther() throws InterruptedException {
    CountDownLatch go = new CountDownLatch(1);
    gate.hold(Moment.Effect.class, Side.AFTER, Passage.FORWARD, go);
    CompletableFuture<Decision> held = CompletableFuture.supplyAsync(() -> charge("k", BODY));
    gate.arrival();
    assertThat(charge("k", BODY).outcome()).isEqualTo(Outcome.REPEATED);
    assertThat(charge("other", BODY).outcome()).isEqualTo(Outcome.APPLIED);
    assertThat(held).isNotDone();
    go.countDown();
    assertThat(held.join().outcome()).isEqualTo(Outcome.APPLIED);
  }

  @Test
  void rowsTellAllThatIsKnown() {
    charge("k", BODY);
    LedgerRow row = ledger.rows().get(0);
    assertThat(row.key()).isEqualTo("1/a");
    assertThat(row.amount()).isEqualByComparingTo("5");
    assertThat(row.columns())
        .containsOnlyKeys(
            "effect_id",
            "idempotency_key",
            "worker",
            "request",
            "at_nanos",
            "body_digest",
            "answer_left")
        .containsEntry("body_digest", Asked.digest(BODY.getBytes()))
        .containsEntry("answer_left", "false");
  }
}
