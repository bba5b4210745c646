package dev.threeledger.external;

import java.util.HashMap;
import java.util.Map;

/** What a response template can say of an effect. */
final class EffectModel {
  private EffectModel() {}

  /** id, kind, key, businessKey, amount, state, undone, undoneBy, undoes; absent where unknown. */
  static Map<String, Object> of(Decision decision) {
    Effect effect = decision.effect();
    Map<String, Object> model = new HashMap<>();
    model.put("id", effect.id);
    model.put("kind", effect.operation.effect());
    model.put("state", decision.undone() == null ? "applied" : "undone");
    model.put("undone", decision.undone() != null);
    put(model, "key", effect.asked.idempotencyKey());
    put(model, "businessKey", effect.asked.key());
    put(model, "amount", effect.asked.amount());
    put(model, "undoneBy", decision.undone());
    put(model, "undoes", effect.undoes == null ? null : effect.undoes.id);
    return model;
  }

  private static void put(Map<String, Object> model, String name, String value) {
    if (value != null) {
      model.put(name, value);
    }
  }
}
