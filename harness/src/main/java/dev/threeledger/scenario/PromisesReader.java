package dev.threeledger.scenario;

import dev.threeledger.scenario.Subject.Audit;
import dev.threeledger.scenario.Subject.Fencing;
import dev.threeledger.scenario.Subject.Manual;
import dev.threeledger.scenario.Subject.Promises;
import dev.threeledger.scenario.Subject.Rate;
import dev.threeledger.scenario.Subject.Retry;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads what a subject promises: bounds of its retries, and the keys that go by its fencing row.
 */
final class PromisesReader {
  private static final List<String> RATES = List.of("budget", "tenant_budget", "burst");

  private final SubjectTexts texts;
  private final Fencing fencing;
  private final Map<String, List<String>> history;

  /**
   * @param fencing null when the subject declares none
   */
  PromisesReader(SubjectTexts texts, Fencing fencing, Map<String, List<String>> history) {
    this.texts = texts;
    this.fencing = fencing;
    this.history = history;
  }

  Promises read(Fields fields, InvariantReader invariants) {
    Optional<Place> tenant = fields.optional("tenant");
    tenant.ifPresent(place -> demandFencing(place, false));
    return new Promises(
        tenant.flatMap(Place::sentence).orElse(null),
        fields.optional("manual").map(this::manual).orElse(null),
        fields.optional("fair").map(place -> fair(place, tenant)).orElse(null),
        invariants.invariants(fields.optional("invariants")));
  }

  Retry retry(Place place) {
    Fields fields =
        place.fields(
            "attempts",
            "within",
            "permanent",
            "undo_attempts",
            "budget",
            "per",
            "tenant_budget",
            "burst");
    return new Retry(
        fields.required("attempts").flatMap(texts::wholeNumber).orElse(""),
        fields.required("within").flatMap(texts::duration).orElse(""),
        fields.optional("permanent").map(Place::items).orElse(List.of()).stream()
            .flatMap(status -> status.wholeNumber(100, 599).stream())
            .toList(),
        fields.optional("undo_attempts").flatMap(texts::wholeNumber).orElse(null),
        rate(fields));
  }

  private Rate rate(Fields fields) {
    Optional<Place> per = fields.optional("per");
    if (!fields.hasOneOf(RATES)) {
      per.ifPresent(
          place -> place.problem("nothing is counted; add one of " + String.join(", ", RATES)));
      return null;
    }
    return new Rate(
        number(fields, "budget"),
        fields.required("per").flatMap(texts::positiveDuration).orElse(""),
        number(fields, "tenant_budget"),
        number(fields, "burst"));
  }

  private String number(Fields fields, String key) {
    return fields.optional(key).flatMap(texts::wholeNumber).orElse(null);
  }

  private Manual manual(Place place) {
    demandFencing(place, true);
    Fields fields = place.fields("owner", "remedy", "reason", "audit");
    return new Manual(
        column(fields, "owner"),
        column(fields, "remedy"),
        column(fields, "reason"),
        fields.optional("audit").map(this::audit).orElse(null));
  }

  private Audit audit(Place place) {
    Fields fields = place.fields("table", "who", "why", "before", "after");
    return new Audit(
        fields.required("table").flatMap(p -> p.known("table", history.keySet())).orElse(""),
        column(fields, "who"),
        column(fields, "why"),
        column(fields, "before"),
        column(fields, "after"));
  }

  private static String column(Fields fields, String key) {
    return fields.required(key).flatMap(Place::sentence).orElse("");
  }

  private String fair(Place place, Optional<Place> tenant) {
    demandFencing(place, true);
    if (tenant.isEmpty()) {
      place.problem(
          "whose a key is must be known; add 'tenant:' with a column of the fencing table");
    }
    return place.fields("most_ahead").required("most_ahead").flatMap(texts::wholeNumber).orElse("");
  }

  private void demandFencing(Place place, boolean state) {
    if (fencing == null) {
      place.problem("is about the row that says who holds a key; add 'fencing:'");
    } else if (state && fencing.state() == null) {
      place.problem("goes by the state of that row; add 'state:' to 'fencing:'");
    }
  }
}
