package dev.threeledger.check;

import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.timeline.Event.TriggerSent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Of which job type a key is, and whose. */
final class Ownership {
  private final Map<String, Set<String>> kinds = new HashMap<>();
  private final Map<String, String> tenants = new HashMap<>();

  Ownership(RunRecord run, Events events, FencedRows rows) {
    Stream.of(run.ledgers().execution(), run.ledgers().due())
        .flatMap(ledger -> ledger.orElse(List.of()).stream())
        .forEach(row -> kinds.computeIfAbsent(row.key(), key -> new HashSet<>()).add(row.kind()));
    for (Seen<TriggerSent> seen : events.of(TriggerSent.class)) {
      kinds.computeIfAbsent(seen.event().key(), key -> new HashSet<>(Set.of(seen.event().job())));
    }
    String column = run.subject().promises().tenant();
    if (column != null) {
      rows.all()
          .forEach(
              row -> {
                learn(row.key(), row.seen().event().before(), column);
                learn(row.key(), row.seen().event().after(), column);
              });
      for (LedgerRow row : run.ledgers().execution().orElse(List.of())) {
        learn(row.key(), row.columns(), column);
      }
    }
  }

  private void learn(String key, Map<String, String> row, String column) {
    if (row != null && row.get(column) != null) {
      tenants.putIfAbsent(key, row.get(column));
    }
  }

  /**
   * The job type, by the execution ledger and the due list, else by what was asked for; null when
   * it is not known or the key is that of several.
   */
  String kind(String key) {
    Set<String> its = kinds.getOrDefault(key, Set.of());
    return its.size() == 1 ? its.iterator().next() : null;
  }

  /** The tenant, by the declared column of the fencing table or the execution ledger, or null. */
  String tenant(String key) {
    return tenants.get(key);
  }
}
