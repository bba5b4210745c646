package dev.threeledger.scenario;

import dev.threeledger.scenario.Scenario.Expectation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads how keys must end. */
final class ExpectationReader {
  private final References references;

  ExpectationReader(References references) {
    this.references = references;
  }

  List<Expectation> expectations(Optional<Place> expect) {
    return expect.map(Place::items).orElse(List.of()).stream().map(this::expectation).toList();
  }

  private Expectation expectation(Place place) {
    Fields fields = place.fields("key", "state", "effects", "attempts");
    if (fields.optional("key").isPresent()
        && !fields.hasOneOf(List.of("state", "effects", "attempts"))) {
      place.problem("expects nothing of the key; add state, effects or attempts");
    }
    return new Expectation(
        fields.required("key").flatMap(references::key).orElse(""),
        fields.optional("state").flatMap(p -> p.word("state", Words.ROLES)).orElse(null),
        effects(fields.optional("effects")),
        fields.optional("attempts").flatMap(p -> p.wholeNumber(0, Integer.MAX_VALUE)).orElse(null));
  }

  private Map<String, Integer> effects(Optional<Place> place) {
    Map<String, Integer> effects = new LinkedHashMap<>();
    place
        .map(Place::entries)
        .orElse(Map.of())
        .forEach(
            (operation, value) -> {
              references.operationKey(operation, value);
              value
                  .wholeNumber(0, Integer.MAX_VALUE)
                  .ifPresent(number -> effects.put(operation, number));
            });
    return effects;
  }
}
