package dev.threeledger.external;

import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.timeline.Event.AnswerDropped;
import dev.threeledger.timeline.Event.RequestReceived;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Gate;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import dev.threeledger.wire.http.Exchange;
import dev.threeledger.wire.http.Exchanges;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the outside systems did in one run: one ledger behind all workers' servers. Thread-safe.
 *
 * <pre>
 *   RequestReceived ─ gate(Request) ─┬─ question: found or not
 *                                    └─ known key? ─ no ─ gate(Effect before) ─ brake ─ apply ─ gate(Effect after)
 *                                         │                                               │
 *                                         └─ yes: repeated or refused ◄── lost ───────────┘
 * </pre>
 *
 * <p>Two requests with one key can be held before the effect at once; the first one released
 * applies it, and the other one finds the key known.
 *
 * <p>Once the brake has stopped the run, no effect is applied any more, and who asks for one gets
 * no answer.
 */
public final class EffectLedger {
  private final Timeline timeline;
  private final Exchanges exchanges;
  private final Gate gate;
  private final Effects effects;

  /**
   * An empty ledger.
   *
   * @param exchanges shared with the taps of the run
   * @param partner overrides by operation name; an operation that is not named behaves as its
   *     mapping says
   * @param brake asked before each effect
   */
  public EffectLedger(
      Timeline timeline,
      Exchanges exchanges,
      Gate gate,
      Map<String, Scenario.Partner> partner,
      Brake brake) {
    this.timeline = timeline;
    this.exchanges = exchanges;
    this.gate = gate;
    this.effects = new Effects(timeline, exchanges, Map.copyOf(partner), brake);
  }

  /**
   * One row per effect, in the order in which they were applied: key = business key, kind =
   * operation, state = {@code applied} or {@code undone}; columns effect_id, idempotency_key,
   * worker, request, at_nanos, undone_by, body_digest, answer_left.
   */
  public List<LedgerRow> rows() {
    return effects.rows();
  }

  /**
   * The exchange that a tap's header names; a new one when there was no tap; empty when the request
   * belongs to another run.
   */
  Optional<Exchange> exchange(String header, String worker, String system, String method) {
    return header == null
        ? Optional.of(exchanges.open(worker, system, 0, method))
        : exchanges.named(header);
  }

  /** A request that matched no operation: recorded, and answered by the server itself. */
  void unmatched(Exchange exchange, Incoming incoming) {
    String operation = exchange.system() + ".unmatched";
    String digest = Asked.digest(incoming.body());
    received(exchange, operation, null, new Asked(null, null, null, digest, null, null), null);
    served(exchange);
  }

  /** Decides about a request, as often as the gate lets it come so far. May block in the gate. */
  Decision receive(Exchange exchange, Operation operation, Incoming incoming) {
    try {
      return decide(exchange, operation, incoming);
    } finally {
      served(exchange);
    }
  }

  private Decision decide(Exchange exchange, Operation operation, Incoming incoming) {
    Asked asked = effects.complete(operation, Asked.read(operation, incoming));
    String undoes = operation.undoes() == null ? null : operation.undoes().operation();
    long seq = received(exchange, operation.name(), operation.effect(), asked, undoes);
    Passage passage = ask(request(exchange, operation, asked, seq));
    if (!(passage instanceof Passage.Forward)) {
      return stopped(exchange, passage);
    }
    if (operation.effect() == null) {
      return effects.find(operation, asked);
    }
    return effects
        .known(exchange, operation, asked)
        .orElseGet(() -> carryOut(exchange, operation, asked));
  }

  /** Tells that the answer goes nowhere when the connection ended in the meantime. */
  private void served(Exchange exchange) {
    if (exchange.served()) {
      timeline.append(
          new AnswerDropped(
              exchange.worker(), exchange.operation(), exchange.request(), exchange.key()));
    }
  }

  private Decision carryOut(Exchange exchange, Operation operation, Asked asked) {
    Passage before = ask(effect(exchange, operation, asked, Side.BEFORE));
    if (!(before instanceof Passage.Forward)) {
      return stopped(exchange, before);
    }
    Decision decision = effects.apply(exchange, operation, asked);
    if (decision.outcome() == Decision.Outcome.WITHHELD) {
      exchange.order(Passage.WITHHOLD);
    }
    if (decision.outcome() != Decision.Outcome.APPLIED) {
      return decision;
    }
    Passage after = ask(effect(exchange, operation, asked, Side.AFTER));
    if (after instanceof Passage.Answer instead) {
      return decision.answered(instead);
    }
    if (!(after instanceof Passage.Forward)) {
      exchange.order(after);
    }
    return decision;
  }

  private long received(
      Exchange exchange, String operation, String effect, Asked asked, String undoes) {
    long seq =
        timeline
            .append(
                new RequestReceived(
                    exchange.worker(),
                    operation,
                    exchange.request(),
                    effect,
                    asked.idempotencyKey(),
                    asked.key(),
                    asked.amount(),
                    asked.digest(),
                    asked.traceparent(),
                    undoes))
            .seq();
    exchange.received(operation, asked.key(), seq);
    return seq;
  }

  /** No effect: the gate's answer, or an answer that the tap will not let through. */
  private static Decision stopped(Exchange exchange, Passage passage) {
    if (passage instanceof Passage.Answer instead) {
      return Decision.replaced(instead);
    }
    exchange.order(passage);
    return Decision.error(Decision.Outcome.REPLACED, 503, "discarded");
  }

  private Passage ask(Moment moment) {
    try {
      return gate.at(moment);
    } catch (InterruptedException e) {
      // The run is being torn down. The thread is the server's own and goes on serving.
      return Passage.DISCARD;
    }
  }

  private static Moment request(Exchange exchange, Operation operation, Asked asked, long event) {
    return new Moment.Request(
        exchange.worker(),
        exchange.system(),
        Side.BEFORE,
        event,
        exchange.connection(),
        exchange.request(),
        operation.name(),
        asked.idempotencyKey(),
        asked.key());
  }

  private static Moment effect(Exchange exchange, Operation operation, Asked asked, Side side) {
    return new Moment.Effect(
        exchange.worker(),
        exchange.system(),
        side,
        exchange.event(),
        exchange.connection(),
        exchange.request(),
        operation.name(),
        asked.idempotencyKey(),
        asked.key());
  }
}
