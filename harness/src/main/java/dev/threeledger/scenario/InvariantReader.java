package dev.threeledger.scenario;

import dev.threeledger.invariant.EvidenceColumns;
import dev.threeledger.invariant.EvidenceTables;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads {@code invariants:} and tries each query on empty tables. */
final class InvariantReader {
  private final EvidenceColumns columns;
  private final Set<String> taken = new LinkedHashSet<>();

  /** For a subject, whose scenarios' due lists are not known yet. */
  InvariantReader(String businessSql, String executionSql) {
    columns = EvidenceColumns.of(businessSql, executionSql);
  }

  /**
   * For a scenario.
   *
   * @param subject empty: the tree is a stored one, its queries were tried when it was written
   * @param dueSql null when it states none
   */
  InvariantReader(Optional<Subject> subject, String dueSql) {
    columns =
        subject
            .map(one -> EvidenceColumns.of(one.businessSql(), one.executionSql(), dueSql))
            .orElse(null);
    subject.ifPresent(one -> one.promises().invariants().forEach(its -> taken.add(its.name())));
  }

  List<Invariant> invariants(Optional<Place> place) {
    List<Invariant> invariants = new ArrayList<>();
    for (Place item : place.map(Place::items).orElse(List.of())) {
      Fields fields = item.fields("name", "sql");
      Optional<Place> name = fields.required("name");
      Optional<String> word = name.flatMap(Place::kebab);
      word.filter(one -> !taken.add(one))
          .ifPresent(one -> name.get().problem("'" + one + "' is taken; choose another"));
      Optional<Place> sql = fields.required("sql");
      Optional<String> query = sql.flatMap(Place::sentence);
      if (columns != null) {
        query
            .flatMap(text -> EvidenceTables.problem(text, columns))
            .ifPresent(problem -> sql.get().problem(problem));
      }
      invariants.add(new Invariant(word.orElse(""), query.orElse("")));
    }
    return invariants;
  }
}
