package dev.threeledger.scenario;

import dev.threeledger.scenario.Subject.Fencing;
import dev.threeledger.scenario.Subject.Reconcile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads how a subject's tables, states and effects correspond. */
final class SubjectLedgers {
  private static final Map<String, Boolean> AMOUNTS = amounts();

  private final Collection<String> operations;

  /**
   * @param operations known outside operations, or null: any
   */
  SubjectLedgers(Collection<String> operations) {
    this.operations = operations;
  }

  private static Map<String, Boolean> amounts() {
    Map<String, Boolean> amounts = new LinkedHashMap<>();
    amounts.put("equal", true);
    amounts.put("any", false);
    return amounts;
  }

  Map<String, List<String>> history(Optional<Place> place) {
    Map<String, List<String>> history = new LinkedHashMap<>();
    place
        .map(Place::entries)
        .orElse(Map.of())
        .forEach((table, columns) -> history.put(table, columns.names()));
    return history;
  }

  /** The row that says who holds a key is found by the key that its history is followed by. */
  Fencing fencing(Place place, Map<String, List<String>> history) {
    Fields fields = place.fields("table", "key", "token", "holder", "state");
    Optional<String> table =
        fields.required("table").flatMap(p -> p.known("table", history.keySet()));
    Optional<Place> keyPlace = fields.required("key");
    List<String> key = keyPlace.map(Place::names).orElse(List.of());
    table
        .map(history::get)
        .filter(columns -> !key.isEmpty() && !columns.equals(key))
        .ifPresent(
            columns ->
                keyPlace
                    .get()
                    .problem(
                        "%s is not the key of history.%s, %s; write the same columns in the same order"
                            .formatted(key, table.get(), columns)));
    return new Fencing(
        table.orElse(""),
        key,
        fields.required("token").flatMap(Place::sentence).orElse(""),
        fields.required("holder").flatMap(Place::sentence).orElse(""),
        fields.optional("state").flatMap(Place::sentence).orElse(null));
  }

  Map<String, Reconcile> reconcile(Optional<Place> place) {
    Map<String, Reconcile> reconcile = new LinkedHashMap<>();
    place
        .map(Place::entries)
        .orElse(Map.of())
        .forEach((kind, rule) -> reconcile.put(kind, reconcile(rule)));
    return reconcile;
  }

  private Reconcile reconcile(Place place) {
    Fields fields = place.fields("when", "business", "effect", "amount", "also");
    Optional<String> effect = fields.optional("effect").flatMap(this::operation);
    Optional<Place> amount = fields.optional("amount");
    boolean equal = amount.flatMap(p -> p.word("comparison", AMOUNTS)).orElse(false);
    if (equal && fields.optional("effect").isEmpty()) {
      amount.get().problem("nothing to compare with; add 'effect:' or remove 'amount:'");
    }
    return new Reconcile(
        fields.optional("when").flatMap(p -> p.word("role", Words.ROLES)).orElse(StateRole.DONE),
        fields.optional("business").flatMap(p -> p.wholeNumber(0, Integer.MAX_VALUE)).orElse(1),
        effect.orElse(null),
        equal,
        fields.optional("also").map(list -> also(list, effect)).orElse(List.of()));
  }

  private List<String> also(Place place, Optional<String> effect) {
    for (Place item : place.items()) {
      operation(item)
          .filter(name -> effect.filter(name::equals).isPresent())
          .ifPresent(name -> item.problem("'" + name + "' is already the effect"));
    }
    return place.names();
  }

  private Optional<String> operation(Place place) {
    return operations == null
        ? place.text()
        : place.known("operation", new java.util.TreeSet<>(operations));
  }

  Map<String, StateRole> states(Optional<Place> place) {
    Map<String, StateRole> states = new LinkedHashMap<>();
    place.ifPresent(
        present -> {
          present.fields(new ArrayList<>(Words.ROLES.keySet()));
          present.entries().forEach((role, names) -> states(role, names, states));
        });
    return states;
  }

  private static void states(String word, Place names, Map<String, StateRole> states) {
    StateRole role = Words.ROLES.get(word);
    if (role == null) {
      return;
    }
    for (Place item : names.items()) {
      item.text()
          .ifPresent(
              name -> {
                StateRole before = states.putIfAbsent(name, role);
                if (before != null) {
                  item.problem(
                      "'%s' is already %s; a state has one role"
                          .formatted(name, before.yamlName()));
                }
              });
    }
  }

  Map<String, List<String>> transitions(Optional<Place> place, Map<String, StateRole> states) {
    Map<String, List<String>> transitions = new LinkedHashMap<>();
    place
        .map(Place::entries)
        .orElse(Map.of())
        .forEach(
            (state, next) -> {
              if (!states.containsKey(state)) {
                next.keyProblem(Nearest.unknown("state", state, states.keySet()));
              }
              next.items().forEach(item -> item.known("state", states.keySet()));
              transitions.put(state, next.texts());
            });
    return transitions;
  }
}
