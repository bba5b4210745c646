package dev.threeledger.ledger;

import dev.threeledger.scenario.StateRole;
import dev.threeledger.scenario.Subject;
import dev.threeledger.scenario.Subject.Reconcile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a subject declares about its ledgers, made ready to be asked for every key. */
final class Rules {
  private final Subject subject;
  private final Map<String, Reconcile> byKind;
  private final Map<String, List<String>> operations = new HashMap<>();
  private final Map<String, List<String>> kinds = new HashMap<>();
  private final Map<String, StateRole> roles = new HashMap<>();

  Rules(Subject subject) {
    this.subject = subject;
    byKind = subject.reconcile();
    byKind.forEach(
        (kind, rule) -> {
          List<String> its = List.copyOf(rule.operations());
          operations.put(kind, its);
          its.forEach(name -> kinds.computeIfAbsent(name, all -> new ArrayList<>()).add(kind));
        });
  }

  /** Of a kind, or null. */
  Reconcile of(String kind) {
    return kind == null ? null : byKind.get(kind);
  }

  /** The operations that reconcile with a kind, in order. */
  List<String> operations(String kind) {
    return operations.getOrDefault(kind, List.of());
  }

  /** The kinds that an operation reconciles with, in order. */
  List<String> kinds(String operation) {
    return kinds.getOrDefault(operation, List.of());
  }

  /** Null where the subject does not list the state. */
  StateRole role(String state) {
    return state == null
        ? null
        : roles.computeIfAbsent(state, name -> subject.role(name).orElse(null));
  }
}
