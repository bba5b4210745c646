package dev.threeledger.external;

import dev.threeledger.external.Decision.Outcome;
import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.CancelNoted;
import dev.threeledger.timeline.Event.EffectApplied;
import dev.threeledger.timeline.Event.EffectDeduplicated;
import dev.threeledger.timeline.Event.EffectRefused;
import dev.threeledger.timeline.Event.EffectUndone;
import dev.threeledger.timeline.Event.StopConditionMet;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.http.Exchange;
import dev.threeledger.wire.http.Exchanges;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The effects of a run and the atomic decisions about them. One lock; whatever is decided is on the
 * timeline before the lock is let go, so the timeline tells the decisions in their order. Knows no
 * gate.
 */
final class Effects {

  /** An operation and the idempotency key or effect id under which something is known there. */
  private record Name(String operation, String value) {}

  private final Timeline timeline;
  private final Exchanges exchanges;
  private final Map<String, Scenario.Partner> partner;
  private final Brake brake;
  private boolean stopped;
  private final List<Effect> applied = new ArrayList<>();
  private final Map<Name, Effect> byKey = new HashMap<>();
  private final Map<Name, Effect> byId = new HashMap<>();
  private final Map<Name, String> businessKeys = new HashMap<>();
  private final Set<Name> cancelled = new HashSet<>(); // tombstones: nothing is applied any more
  private final Map<Name, String> cancels = new HashMap<>(); // digests by the key of the undo

  Effects(
      Timeline timeline, Exchanges exchanges, Map<String, Scenario.Partner> partner, Brake brake) {
    this.brake = brake;
    this.timeline = timeline;
    this.exchanges = exchanges;
    this.partner = partner;
  }

  /**
   * Fills in a business key that the request does not name itself: that of the effect it points at,
   * or of an earlier request under the idempotency key it asks about.
   */
  synchronized Asked complete(Operation operation, Asked asked) {
    if (asked.key() != null) {
      remember(operation, asked);
      return asked;
    }
    Operation.Reference reference =
        operation.undoes() == null ? operation.finds() : operation.undoes();
    if (reference == null || asked.reference() == null) {
      return asked;
    }
    Effect pointedAt = pointedAt(reference, asked);
    return asked.withKey(
        pointedAt == null
            ? businessKeys.get(new Name(reference.operation(), asked.reference().key()))
            : pointedAt.asked.key());
  }

  private void remember(Operation operation, Asked asked) {
    if (asked.idempotencyKey() != null) {
      businessKeys.putIfAbsent(new Name(operation.name(), asked.idempotencyKey()), asked.key());
    }
  }

  /** The answer to a question. */
  synchronized Decision find(Operation operation, Asked asked) {
    if (operation.finds() == null) {
      return Decision.of(Outcome.QUESTION, null);
    }
    Effect found = pointedAt(operation.finds(), asked);
    return found == null
        ? Decision.error(Outcome.NOT_FOUND, 404, "not-found")
        : Decision.of(Outcome.FOUND, found);
  }

  /** What is decided without an effect, because of what was there before; empty: to be applied. */
  synchronized Optional<Decision> known(Exchange exchange, Operation operation, Asked asked) {
    Optional<String> unreadable = unreadable(operation, asked);
    if (unreadable.isPresent()) {
      return Optional.of(refuse(exchange, operation, asked, 422, "unreadable", unreadable.get()));
    }
    Name own = new Name(operation.name(), asked.idempotencyKey());
    if (cancelled.contains(own)) {
      String why = "the key was cancelled before anything was done under it";
      return Optional.of(refuse(exchange, operation, asked, 409, "cancelled", why));
    }
    if (!deduplicates(operation) || asked.idempotencyKey() == null) {
      return undoable(exchange, operation, asked);
    }
    Effect before = byKey.get(own);
    String digest = before == null ? cancels.get(own) : before.asked.digest();
    if (digest != null && !digest.equals(asked.digest())) {
      String why =
          "the key is known with another body" + (before == null ? "" : ", as " + before.id);
      return Optional.of(refuse(exchange, operation, asked, 409, "idempotency-key-reused", why));
    }
    return before == null
        ? undoable(exchange, operation, asked)
        : Optional.of(repeat(exchange, operation, asked, before));
  }

  /** Applies the effect, unless another request was faster or the run must stop before it. */
  synchronized Decision apply(Exchange exchange, Operation operation, Asked asked) {
    return known(exchange, operation, asked)
        .orElseGet(
            () ->
                stops(exchange, operation, asked)
                    ? Decision.error(Outcome.WITHHELD, 503, "stopped")
                    : applyNow(exchange, operation, asked));
  }

  /** From the first stop on, no effect is applied in this run. */
  private boolean stops(Exchange exchange, Operation operation, Asked asked) {
    if (!stopped) {
      Optional<Brake.Stop> stop = brake.before(exchange.request(), operation.undoes() != null);
      stopped = stop.isPresent();
      stop.ifPresent(
          why ->
              tell(
                  exchange,
                  new StopConditionMet(
                      why.condition(),
                      exchange.worker(),
                      operation.name(),
                      exchange.request(),
                      asked.key(),
                      why.judgedBy())));
    }
    return stopped;
  }

  private Decision applyNow(Exchange exchange, Operation operation, Asked asked) {
    Effect undoes = operation.undoes() == null ? null : pointedAt(operation.undoes(), asked);
    String id = operation.idPrefix() + (applied.size() + 1);
    Entry entry =
        tell(
            exchange,
            new EffectApplied(
                exchange.worker(),
                operation.name(),
                exchange.request(),
                operation.effect(),
                id,
                asked.idempotencyKey(),
                asked.key(),
                asked.amount()));
    Effect effect =
        new Effect(
            id, operation, asked, exchange.worker(), exchange.request(), entry.atNanos(), undoes);
    applied.add(effect);
    byId.put(new Name(operation.name(), id), effect);
    if (asked.idempotencyKey() != null) {
      byKey.putIfAbsent(new Name(operation.name(), asked.idempotencyKey()), effect);
    }
    if (undoes != null) {
      undo(exchange, operation, asked, undoes, id);
    }
    return Decision.of(Outcome.APPLIED, effect);
  }

  private void undo(Exchange exchange, Operation operation, Asked asked, Effect undone, String by) {
    undone.undoneBy(by);
    timeline.append(
        new EffectUndone(
            exchange.worker(),
            operation.name(),
            exchange.request(),
            undone.operation.effect(),
            undone.id,
            asked.idempotencyKey(),
            undone.asked.key()));
  }

  private static Optional<String> unreadable(Operation operation, Asked asked) {
    if (operation.businessKey() != null && asked.key() == null) {
      return Optional.of("no business key at " + operation.businessKey());
    }
    if (operation.amount() != null && asked.amountNumber() == null) {
      return Optional.of("no amount at " + operation.amount());
    }
    return Optional.empty();
  }

  private Optional<Decision> undoable(Exchange exchange, Operation operation, Asked asked) {
    if (operation.undoes() == null) {
      return Optional.empty();
    }
    Effect undoes = pointedAt(operation.undoes(), asked);
    if (undoes == null && leavesTombstone(operation.undoes(), asked)) {
      return Optional.of(cancel(exchange, operation, asked));
    }
    if (undoes == null) {
      String why = "there is no " + operation.undoes().operation() + " " + asked.reference();
      return Optional.of(refuse(exchange, operation, asked, 404, "not-found", why));
    }
    if (undoes.undoneBy() != null && deduplicates(operation)) {
      String why = undoes.id + " was undone by " + undoes.undoneBy();
      return Optional.of(refuse(exchange, operation, asked, 409, "already-undone", why));
    }
    return Optional.empty();
  }

  private static boolean leavesTombstone(Operation.Reference undoes, Asked asked) {
    return undoes.absent() == Operation.Absent.TOMBSTONE
        && asked.reference().id() == null
        && asked.reference().key() != null;
  }

  /** Nothing was done under the key, and nothing will be. */
  private Decision cancel(Exchange exchange, Operation operation, Asked asked) {
    String key = asked.reference().key();
    cancelled.add(new Name(operation.undoes().operation(), key));
    if (asked.idempotencyKey() != null) {
      cancels.putIfAbsent(new Name(operation.name(), asked.idempotencyKey()), asked.digest());
    }
    tell(
        exchange,
        new CancelNoted(
            exchange.worker(),
            operation.name(),
            exchange.request(),
            operation.undoes().operation(),
            key,
            asked.idempotencyKey(),
            asked.key()));
    return Decision.nothingToUndo();
  }

  private Decision repeat(Exchange exchange, Operation operation, Asked asked, Effect before) {
    tell(
        exchange,
        new EffectDeduplicated(
            exchange.worker(),
            operation.name(),
            exchange.request(),
            operation.effect(),
            before.id,
            asked.idempotencyKey(),
            asked.key()));
    return Decision.of(Outcome.REPEATED, before);
  }

  private Decision refuse(
      Exchange exchange, Operation operation, Asked asked, int status, String error, String why) {
    tell(
        exchange,
        new EffectRefused(
            exchange.worker(),
            operation.name(),
            exchange.request(),
            operation.effect(),
            asked.idempotencyKey(),
            asked.key(),
            why));
    return Decision.error(Outcome.REFUSED, status, error);
  }

  private Entry tell(Exchange exchange, Event event) {
    Entry entry = timeline.append(event);
    exchange.reached(entry.seq());
    return entry;
  }

  private boolean deduplicates(Operation operation) {
    Scenario.Partner override = partner.get(operation.name());
    return override == null ? operation.deduplicates() : override.deduplicates();
  }

  private Effect pointedAt(Operation.Reference reference, Asked asked) {
    Operation.Pointer pointer = asked.reference();
    return pointer.id() == null
        ? byKey.get(new Name(reference.operation(), pointer.key()))
        : byId.get(new Name(reference.operation(), pointer.id()));
  }

  synchronized List<LedgerRow> rows() {
    return applied.stream().map(this::row).toList();
  }

  private LedgerRow row(Effect effect) {
    Map<String, String> columns = new LinkedHashMap<>();
    columns.put("effect_id", effect.id);
    put(columns, "idempotency_key", effect.asked.idempotencyKey());
    columns.put("worker", effect.worker);
    columns.put("request", Long.toString(effect.request));
    columns.put("at_nanos", Long.toString(effect.atNanos));
    put(columns, "undone_by", effect.undoneBy());
    columns.put("body_digest", effect.asked.digest());
    boolean left = exchanges.find(effect.request).map(Exchange::answerLeft).orElse(false);
    columns.put("answer_left", Boolean.toString(left));
    return new LedgerRow(
        effect.asked.key(),
        effect.operation.name(),
        effect.asked.amountNumber(),
        effect.undoneBy() == null ? "applied" : "undone",
        columns);
  }

  private static void put(Map<String, String> columns, String name, String value) {
    if (value != null) {
      columns.put(name, value);
    }
  }
}
